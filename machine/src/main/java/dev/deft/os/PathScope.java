package dev.deft.os;

/// Which files of the root a call may touch. A file that may not be read is not shown either.
///
/// Paths are relative to the root, with `/` and every symlink followed; the root itself is `.`.
public interface PathScope {

    /// Everything inside the root.
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

    /// Whether the call may look at a file; one it may write is among them.
    boolean mayRead(String path);

    /// Whether nothing is said about a path, not even that it is there.
    default boolean isHidden(String path) {
        return false;
    }

    /// Whether the call may tell what is in a file.
    default boolean mayShow(String path) {
        return mayRead(path);
    }

    boolean mayWrite(String path);
}
