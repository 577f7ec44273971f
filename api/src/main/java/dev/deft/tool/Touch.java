package dev.deft.tool;

import dev.deft.host.WorkspacePath;

/// An access a call would make. The gates decide by touches.
///
/// @param capability the kind of access
/// @param subject a path relative to the root, a host with its port, a command, or a name
public record Touch(Capability capability, String subject) {

    /// The subject of a call that touches nothing.
    public static final String NOTHING = "";

    /// The suffix for everything below a directory, as in `src/**`.
    public static final String TREE = "/**";

    /// {@return the touch of reading a file}
    ///
    /// @param path of the file
    public static Touch reading(WorkspacePath path) {
        return new Touch(Capability.FS_READ, path.display());
    }

    /// {@return the touch of reading a directory tree}
    ///
    /// @param directory that is searched
    public static Touch readingTree(WorkspacePath directory) {
        return new Touch(Capability.FS_READ, directory.display() + TREE);
    }

    /// {@return the touch of changing a file}
    ///
    /// @param path of the file
    public static Touch writing(WorkspacePath path) {
        return new Touch(Capability.FS_WRITE, path.display());
    }

    /// {@return the touch of changing everything below a directory}
    ///
    /// @param directory whose content is changed
    public static Touch writingTree(WorkspacePath directory) {
        return new Touch(Capability.FS_WRITE, directory.display() + TREE);
    }

    /// {@return the touch of sending a request to a host}
    ///
    /// @param hostAndPort such as `example.org:443`
    public static Touch fetching(String hostAndPort) {
        return new Touch(Capability.NET_FETCH, hostAndPort);
    }

    /// {@return the touch of running a script; the gates judge each of its commands}
    ///
    /// @param script for `bash`
    public static Touch running(String script) {
        return new Touch(Capability.SHELL_RUN, script);
    }

    /// {@return the touch of using something inside the session, such as a variable}
    ///
    /// @param name of what is used
    public static Touch naming(String name) {
        return new Touch(Capability.NONE, name);
    }
}
