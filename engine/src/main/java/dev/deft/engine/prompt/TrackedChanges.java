package dev.deft.engine.prompt;

import dev.deft.git.GitIndex;
import dev.deft.kernel.StampReader;
import dev.deft.kernel.Syscalls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The tracked files as recorded in the git index, to find those that have changed since.
///
/// There are thousands, and every start of an agent looks at them all before its first request. So
/// they are kept as bytes and numbers, and only what has changed gets a name.
final class TrackedChanges {

    private static final long LARGEST = 4L * 1024 * 1024;
    private static final int MOST_NAMED = 3;

    /// The stamp of an entry: where its path begins, seconds, nanoseconds and size.
    private static final int NUMBERS = 4;

    /// The paths as UTF-8, each with a zero behind it.
    private final ByteArrayOutputStream paths = new ByteArrayOutputStream();

    private long[] stamps = new long[NUMBERS * 1_024];
    private int length;

    private TrackedChanges() {}

    static Optional<TrackedChanges> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            var changes = new TrackedChanges();
            return GitIndex.scan(ByteBuffer.wrap(Files.readAllBytes(file)), changes::add)
                    ? Optional.of(changes)
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private void add(GitIndex entry) {
        if (!entry.isCompared()) {
            return;
        }
        if (length == stamps.length) {
            stamps = Arrays.copyOf(stamps, 2 * length);
        }
        stamps[length] = paths.size();
        stamps[length + 1] = entry.seconds();
        stamps[length + 2] = entry.nanos();
        stamps[length + 3] = entry.size();
        length += NUMBERS;
        byte[] path = entry.path();
        paths.write(path, 0, path.length);
        paths.write(0);
    }

    /// The number of files that differ and a few of their names; absent if it was interrupted.
    Optional<String> compare(Path top) {
        byte[] names = paths.toByteArray();
        Optional<List<String>> compared =
                Syscalls.available() ? byKernel(top, names) : byJava(top, names);
        return compared.map(TrackedChanges::told);
    }

    private Optional<List<String>> byKernel(Path top, byte[] names) {
        List<String> changed = new ArrayList<>();
        try (var stamp = new StampReader(top.toString(), names)) {
            for (int at = 0; at < length; at += NUMBERS) {
                if (Thread.currentThread().isInterrupted()) {
                    return Optional.empty();
                }
                int path = (int) stamps[at];
                if (!stamp.read(path)
                        || differs(at, stamp.seconds(), stamp.nanos(), stamp.size())) {
                    changed.add(name(names, path));
                }
            }
            return Optional.of(changed);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private Optional<List<String>> byJava(Path top, byte[] names) {
        List<String> changed = new ArrayList<>();
        for (int at = 0; at < length; at += NUMBERS) {
            if (Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            String name = name(names, (int) stamps[at]);
            if (differs(top, name, at)) {
                changed.add(name);
            }
        }
        return Optional.of(changed);
    }

    private boolean differs(Path top, String name, int at) {
        try {
            BasicFileAttributes now =
                    Files.readAttributes(
                            top.resolve(name),
                            BasicFileAttributes.class,
                            LinkOption.NOFOLLOW_LINKS);
            Instant modified = now.lastModifiedTime().toInstant();
            return differs(at, modified.getEpochSecond(), modified.getNano(), now.size());
        } catch (IOException | InvalidPathException _) {
            return true;
        }
    }

    private boolean differs(int at, long seconds, int nanos, long size) {
        boolean sameTime =
                seconds == stamps[at + 1] && (stamps[at + 2] == 0 || nanos == stamps[at + 2]);
        return !sameTime || (size & 0xFFFFFFFFL) != stamps[at + 3];
    }

    private static String name(byte[] names, int from) {
        int end = from;
        while (names[end] != 0) {
            end++;
        }
        return new String(names, from, end - from, StandardCharsets.UTF_8);
    }

    private static String told(List<String> changed) {
        if (changed.isEmpty()) {
            return "no tracked file differs from the index";
        }
        String named = String.join(", ", changed.subList(0, Math.min(MOST_NAMED, changed.size())));
        return "%d tracked %s from the index (%s%s)"
                .formatted(
                        changed.size(),
                        changed.size() == 1 ? "file differs" : "files differ",
                        named.replaceAll("\\p{Cntrl}", "?"),
                        changed.size() > MOST_NAMED ? ", …" : "");
    }
}
