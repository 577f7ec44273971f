package dev.deft.sandbox;

import dev.deft.kernel.Landlock;
import dev.deft.policy.CommandFiles.Access;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// What of a workspace is granted to commands behind Landlock.
///
/// The kernel takes nothing out of a tree again. So a directory that holds something hidden or
/// read-only is granted entry by entry: nothing can be made in it directly, and the names of what
/// is hidden can be listed.
///
/// @param most what is granted where the view has no objection
record WorkspaceGrants(Landlock rules, WorkspaceView view, Access most) {

    private static final long READ = Landlock.READ_FILE | Landlock.READ_DIR | Landlock.EXECUTE;
    private static final long WRITE = Landlock.EVERYTHING & ~Landlock.DEVICE_CONTROL;

    void grant(Path path) throws IOException {
        boolean directory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        Access access = view.at(path);
        if (!directory || view.isEven(path)) {
            give(path, directory, access);
            return;
        }
        rules.grant(path, true, Landlock.READ_DIR);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                if (!Files.isSymbolicLink(entry)) {
                    grant(entry);
                }
            }
        }
    }

    private void give(Path path, boolean directory, Access access) {
        if (access == Access.NONE) {
            return;
        }
        long rights = access == Access.WRITE && most == Access.WRITE ? WRITE : READ;
        try {
            rules.grant(path, directory, rights);
        } catch (IOException _) {
            // It went away: then nobody can reach it.
        }
    }
}
