package dev.deft.os;

import static dev.deft.kernel.Errno.EACCES;
import static dev.deft.kernel.Errno.ELOOP;
import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.Errno.ENOTDIR;
import static dev.deft.kernel.FileErrno.EXDEV;

import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Lists regular files with their versions, without regard to ignore rules.
final class TreeListing {

    /// Two changes in a shorter time may leave the same times behind.
    private static final Duration TICK = Duration.ofSeconds(1);

    private final Tree tree;
    private final int most;
    private final Instant settled = Instant.now().minus(TICK);

    TreeListing(Tree tree, int most) {
        this.tree = tree;
        this.most = most;
    }

    List<StampedFile> below(OsPath directory) throws IOException {
        List<StampedFile> files = new ArrayList<>();
        Deque<OsPath> open = new ArrayDeque<>(List.of(directory));
        while (!open.isEmpty() && files.size() < most) {
            OsPath current = open.pop();
            for (Tree.Entry entry : entries(current)) {
                OsPath path = current.child(entry.name());
                if (entry.status().isDirectory()) {
                    open.push(path);
                } else if (entry.status().isRegular()) {
                    files.add(stamped(path, entry.status()));
                }
            }
        }
        files.sort(Comparator.comparing(StampedFile::path));
        return List.copyOf(files.subList(0, Math.min(most, files.size())));
    }

    /// What disappears meanwhile, is no directory, or may not be read, has no entries.
    private List<Tree.Entry> entries(OsPath directory) throws IOException {
        try {
            return tree.entries(directory);
        } catch (KernelException e) {
            if (isNothing(e)) {
                return List.of();
            }
            throw FileErrorMessages.reading(e, directory.display());
        }
    }

    Optional<StampedFile> file(OsPath path) throws IOException {
        try {
            return tree.look(path).filter(FileStatus::isRegular).map(it -> stamped(path, it));
        } catch (KernelException e) {
            if (isNothing(e)) {
                return Optional.empty();
            }
            throw FileErrorMessages.reading(e, path.display());
        }
    }

    private static boolean isNothing(KernelException e) {
        return switch (e.errno()) {
            case ENOENT, ENOTDIR, ELOOP, EACCES, EXDEV -> true;
            default -> false;
        };
    }

    private StampedFile stamped(OsPath path, FileStatus status) {
        boolean certain = Instant.EPOCH.plusNanos(status.changed()).isBefore(settled);
        return new StampedFile(
                path.display(),
                status.size(),
                certain ? Optional.of(status.identity()) : Optional.empty());
    }
}
