package dev.deft.os;

/// Decides which files of the workspace a call may access. A file that may not be read is not
/// listed either.
///
/// Paths are relative to the root, or absolute in a further directory; they use `/` and have all
/// symlinks resolved. The root itself is `.`.
public interface PathScope {

    /// All files below the root.
    PathScope EVERYTHING =
            new PathScope() {
                @Override
                public boolean mayRead(String path) {
                    return true;
                }

                @Override
                public boolean mayWrite(String path) {
                    return true;
                }
            };

    /// Whether the call may read a file. It may read every file that it may write.
    boolean mayRead(String path);

    /// Whether a path must not even be mentioned.
    default boolean isHidden(String path) {
        return false;
    }

    /// Whether the call may show the content of a file.
    default boolean mayShow(String path) {
        return mayRead(path);
    }

    boolean mayWrite(String path);
}
