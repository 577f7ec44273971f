package dev.deft.agent.session.file;

import java.nio.file.Path;

/// Users with a directory of their own beside a workspace.
final class Owners {

    private Owners() {}

    static SessionOwner of(Path root) {
        return SessionOwner.of(root.resolve(".home/data"), root);
    }
}
