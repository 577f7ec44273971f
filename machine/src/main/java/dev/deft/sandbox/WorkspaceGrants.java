package dev.deft.sandbox;

import dev.deft.kernel.Landlock;
import dev.deft.policy.CommandFiles.Access;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Grants the workspace to commands confined by Landlock.
///
/// Landlock has no exceptions within a tree. So a directory that contains something hidden or
/// read-only is granted entry by entry: commands cannot create entries in it, and can list the
/// names of hidden ones.
///
/// @param most the access where the view does not restrict it
record WorkspaceGrants(Landlock rules, WorkspaceView view, Access most) {

    private static final long READ = Landlock.READ_FILE | Landlock.READ_DIR | Landlock.EXECUTE;
    private static final long WRITE = Landlock.EVERYTHING & ~Landlock.DEVICE_CONTROL;

    void grant(Path path) throws IOException {
        boolean directory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        Access access = view.at(path);
        if (!directory || view.isUniform(path)) {
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
            // It disappeared, so nobody can reach it.
        }
    }
}
