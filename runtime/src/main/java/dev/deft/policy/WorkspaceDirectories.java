package dev.deft.policy;

import java.util.List;

/// The directories of a workspace: its root, and further ones that the user granted.
///
/// @param further absolute paths with all symlinks resolved
public record WorkspaceDirectories(List<String> further) {

    /// The root alone.
    public static final WorkspaceDirectories ROOT = new WorkspaceDirectories(List.of());

    public WorkspaceDirectories {
        further = List.copyOf(further);
    }

    /// A path relative to the directory it is in: what is protected or private in the root is so in
    /// every further directory.
    ///
    /// @param path relative to the root, or absolute
    public String relative(String path) {
        for (String directory : further) {
            if (path.equals(directory)) {
                return ".";
            }
            if (path.startsWith(directory + "/")) {
                return path.substring(directory.length() + 1);
            }
        }
        return path;
    }
}
