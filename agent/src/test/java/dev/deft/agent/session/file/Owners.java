package dev.deft.agent.session.file;

import java.nio.file.Path;

/// The user of [FileStores].
final class Owners {

    private Owners() {}

    static SessionOwner of(Path root) {
        return SessionOwner.of(root.resolve(".home/data"), root);
    }
}
