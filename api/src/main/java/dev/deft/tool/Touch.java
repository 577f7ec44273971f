package dev.deft.tool;

import dev.deft.host.WorkspacePath;

/// One thing a call would touch: the gates decide by it.
///
/// @param capability the way it is touched
/// @param subject a path relative to the root, a host with its port, a command, or a name
public record Touch(Capability capability, String subject) {

    /// The subject of a call that touches nothing in particular.
    public static final String NOTHING = "";

    /// Stands for everything below a directory: `src` and this make the tree `src/**`.
    public static final String TREE = "/**";

    /// {@return that a file is read}
    ///
    /// @param path of the file
    public static Touch reading(WorkspacePath path) {
        return new Touch(Capability.FS_READ, path.display());
    }

    /// {@return that anything below a directory is read}
    ///
    /// @param directory that is searched
    public static Touch readingTree(WorkspacePath directory) {
        return new Touch(Capability.FS_READ, directory.display() + TREE);
    }

    /// {@return that a file is changed}
    ///
    /// @param path of the file
    public static Touch writing(WorkspacePath path) {
        return new Touch(Capability.FS_WRITE, path.display());
    }

    /// {@return that a host is asked}
    ///
    /// @param hostAndPort such as `example.org:443`
    public static Touch fetching(String hostAndPort) {
        return new Touch(Capability.NET_FETCH, hostAndPort);
    }

    /// {@return that a script is run; the gates judge each command in it}
    ///
    /// @param script for `bash`
    public static Touch running(String script) {
        return new Touch(Capability.SHELL_RUN, script);
    }

    /// {@return that something inside the session is used, such as a variable or a skill}
    ///
    /// @param name of the thing
    public static Touch naming(String name) {
        return new Touch(Capability.NONE, name);
    }
}
