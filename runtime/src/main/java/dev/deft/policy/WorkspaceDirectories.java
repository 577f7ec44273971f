package dev.deft.policy;

import java.util.List;

/// The directories of a workspace: its root, and further ones that the user granted.
///
/// @param further absolute paths with all symlinks resolved
/// @param attached those of files that the user attached, which may only be read
public record WorkspaceDirectories(List<String> further, List<String> attached) {

    /// The root alone.
    public static final WorkspaceDirectories ROOT = new WorkspaceDirectories(List.of());

    public WorkspaceDirectories {
        further = List.copyOf(further);
        attached = List.copyOf(attached);
    }

    /// The root and further directories.
    public WorkspaceDirectories(List<String> further) {
        this(further, List.of());
    }

    /// A path relative to the directory it is in: what is protected or private in the root is so in
    /// every further directory.
    ///
    /// @param path relative to the root, or absolute
    public String relative(String path) {
        if (further.isEmpty() && attached.isEmpty()) {
            return path;
        }
        for (List<String> some : List.of(further, attached)) {
            for (String directory : some) {
                if (path.equals(directory)) {
                    return ".";
                }
                if (path.startsWith(directory + "/")) {
                    return path.substring(directory.length() + 1);
                }
            }
        }
        return path;
    }

    /// Whether a path is in the directory of an attached file.
    public boolean isAttached(String path) {
        return attached.stream().anyMatch(it -> path.equals(it) || path.startsWith(it + "/"));
    }
}
