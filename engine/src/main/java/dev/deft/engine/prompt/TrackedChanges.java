package dev.deft.engine.prompt;

import dev.deft.git.GitIndex;
import dev.deft.kernel.StampReader;
import dev.deft.kernel.Syscalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Finds the tracked files that have changed since the git index recorded them.
///
/// There are thousands, and every start of an agent looks at them all before its first request. So
/// the kernel reads each path where it stands in the index, and only what has changed gets a name.
final class TrackedChanges {

    private static final long LARGEST = 4L * 1024 * 1024;
    private static final int MOST_NAMED = 3;

    /// Room behind the index for a path that does not stand in it as a whole. The kernel takes no
    /// longer one.
    private static final int ROOM = 4_096;

    private final Path top;
    private final ByteBuffer index;
    private final int room;
    private final List<String> changed = new ArrayList<>();

    private TrackedChanges(Path top, ByteBuffer index, int room) {
        this.top = top;
        this.index = index;
        this.room = room;
    }

    /// The number of files that differ and a few of their names; absent if the index cannot be read
    /// or the comparison was interrupted.
    ///
    /// @param file the index
    /// @param top the root of the work tree
    static Optional<String> compare(Path file, Path top) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            if (size > LARGEST) {
                return Optional.empty();
            }
            ByteBuffer index = ByteBuffer.allocateDirect((int) size + ROOM);
            index.limit((int) size);
            while (index.hasRemaining() && channel.read(index) >= 0) {}
            return new TrackedChanges(top, index.flip(), (int) size).told();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private Optional<String> told() throws IOException {
        boolean valid = Syscalls.available() ? byKernel() : GitIndex.scan(index, this::compare);
        return valid && !Thread.currentThread().isInterrupted()
                ? Optional.of(told(changed))
                : Optional.empty();
    }

    private boolean byKernel() throws IOException {
        try (var stamps = new StampReader(top.toString(), index)) {
            return GitIndex.scan(index, new ByKernel(stamps));
        }
    }

    /// Asks the kernel about each entry.
    private final class ByKernel implements Consumer<GitIndex> {

        private final ByteBuffer writable = index.duplicate().clear();
        private final StampReader stamps;

        ByKernel(StampReader stamps) {
            this.stamps = stamps;
        }

        @Override
        public void accept(GitIndex entry) {
            if (entry.isCompared()
                    && !Thread.currentThread().isInterrupted()
                    && !isUnchanged(entry)) {
                changed.add(name(entry));
            }
        }

        private boolean isUnchanged(GitIndex entry) {
            int path = entry.pathStart() >= 0 ? entry.pathStart() : placed(entry.path());
            return path >= 0
                    && stamps.read(path)
                    && matches(entry, stamps.seconds(), stamps.nanos(), stamps.size());
        }

        private int placed(byte[] path) {
            if (path.length >= ROOM) {
                return -1;
            }
            writable.put(room, path).put(room + path.length, (byte) 0);
            return room;
        }
    }

    private void compare(GitIndex entry) {
        if (entry.isCompared() && !Thread.currentThread().isInterrupted() && !isUnchanged(entry)) {
            changed.add(name(entry));
        }
    }

    private boolean isUnchanged(GitIndex entry) {
        try {
            BasicFileAttributes now =
                    Files.readAttributes(
                            top.resolve(name(entry)),
                            BasicFileAttributes.class,
                            LinkOption.NOFOLLOW_LINKS);
            Instant modified = now.lastModifiedTime().toInstant();
            return matches(entry, modified.getEpochSecond(), modified.getNano(), now.size());
        } catch (IOException | InvalidPathException _) {
            return false;
        }
    }

    private static boolean matches(GitIndex entry, long seconds, int nanos, long size) {
        return seconds == entry.seconds()
                && (entry.nanos() == 0 || nanos == entry.nanos())
                && (size & 0xFFFFFFFFL) == entry.size();
    }

    private static String name(GitIndex entry) {
        return new String(entry.path(), StandardCharsets.UTF_8);
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
