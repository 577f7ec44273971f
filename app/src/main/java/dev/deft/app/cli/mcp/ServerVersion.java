package dev.deft.app.cli.mcp;

import java.util.Optional;

/// The version that clients are told.
final class ServerVersion {

    static final String TEXT =
            Optional.ofNullable(ServerVersion.class.getPackage().getImplementationVersion())
                    .orElse("development");

    private ServerVersion() {}
}
