package dev.deft.tool;

import dev.deft.host.WorkspacePath;

/// One thing a call would touch: the gates decide by it.
///
/// @param subject a path relative to the root, a host with its port, a command, or a name
public record Touch(Capability capability, String subject) {

    /// The subject of a call that touches nothing in particular.
    public static final String NOTHING = "";

    /// Stands for everything below a directory: `src` and this make the tree `src/**`.
    public static final String TREE = "/**";

    public static Touch reading(WorkspacePath path) {
        return new Touch(Capability.FS_READ, path.display());
    }

    public static Touch readingTree(WorkspacePath directory) {
        return new Touch(Capability.FS_READ, directory.display() + TREE);
    }

    public static Touch writing(WorkspacePath path) {
        return new Touch(Capability.FS_WRITE, path.display());
    }

    public static Touch fetching(String hostAndPort) {
        return new Touch(Capability.NET_FETCH, hostAndPort);
    }

    public static Touch running(String script) {
        return new Touch(Capability.SHELL_RUN, script);
    }

    /// Something inside the session that has a name, such as a variable or a skill.
    public static Touch naming(String name) {
        return new Touch(Capability.NONE, name);
    }
}
