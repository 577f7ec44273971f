package dev.deft.engine.prompt;

import dev.deft.git.GitIndex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The tracked files as recorded in the git index, to find those that have changed since.
record TrackedChanges(List<GitIndex.Entry> entries) {

    private static final long LARGEST = 4L * 1024 * 1024;
    private static final int MOST_NAMED = 3;

    static Optional<TrackedChanges> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            return parsed(ByteBuffer.wrap(Files.readAllBytes(file)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Optional<TrackedChanges> parsed(ByteBuffer bytes) {
        return GitIndex.read(bytes, it -> it.compared() ? Optional.of(it) : Optional.empty())
                .map(TrackedChanges::new);
    }

    /// The number of files that differ and a few of their names; absent if it was interrupted.
    Optional<String> compare(Path top) {
        List<String> changed = new ArrayList<>();
        for (GitIndex.Entry entry : entries) {
            if (Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            if (differs(top, entry)) {
                changed.add(entry.path());
            }
        }
        if (changed.isEmpty()) {
            return Optional.of("no tracked file differs from the index");
        }
        String named = String.join(", ", changed.subList(0, Math.min(MOST_NAMED, changed.size())));
        return Optional.of(
                "%d tracked %s from the index (%s%s)"
                        .formatted(
                                changed.size(),
                                changed.size() == 1 ? "file differs" : "files differ",
                                named.replaceAll("\\p{Cntrl}", "?"),
                                changed.size() > MOST_NAMED ? ", …" : ""));
    }

    private static boolean differs(Path top, GitIndex.Entry entry) {
        try {
            BasicFileAttributes now =
                    Files.readAttributes(
                            top.resolve(entry.path()),
                            BasicFileAttributes.class,
                            LinkOption.NOFOLLOW_LINKS);
            Instant modified = now.lastModifiedTime().toInstant();
            long seconds = modified.getEpochSecond();
            int nanos = modified.getNano();
            boolean sameTime =
                    seconds == entry.seconds() && (entry.nanos() == 0 || nanos == entry.nanos());
            return !sameTime || (now.size() & 0xFFFFFFFFL) != entry.size();
        } catch (IOException | InvalidPathException _) {
            return true;
        }
    }
}
