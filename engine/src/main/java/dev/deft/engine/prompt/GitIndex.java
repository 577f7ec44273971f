package dev.deft.engine.prompt;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
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

/// The files git knows, as it last saw them: enough to tell whether some have changed since.
///
/// Versions 2 and 3 of the format, without what may follow the entries.
record GitIndex(List<Entry> entries) {

    private static final int SIGNATURE = 0x44495243;
    private static final long LARGEST = 4L * 1024 * 1024;
    private static final int MOST_NAMED = 3;

    /// Of an entry: the parts before its name, and where in them something stands.
    private static final int FIXED = 62;

    private static final int MTIME = 8;
    private static final int MODE = 24;
    private static final int SIZE = 36;
    private static final int FLAGS = 60;

    private static final int ASSUMED_UNCHANGED = 0x8000;
    private static final int EXTENDED = 0x4000;
    private static final int STAGE = 0x3000;
    private static final int LEFT_OUT = 0x4000;
    private static final int TYPE = 0xF000;
    private static final int SUBMODULE = 0xE000;

    /// A file as git last saw it.
    private record Entry(String path, long seconds, int nanos, long size) {}

    static Optional<GitIndex> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            return parsed(ByteBuffer.wrap(Files.readAllBytes(file)));
        } catch (IOException | BufferUnderflowException | IndexOutOfBoundsException _) {
            return Optional.empty();
        }
    }

    private static Optional<GitIndex> parsed(ByteBuffer bytes) {
        boolean known = bytes.getInt() == SIGNATURE;
        int version = bytes.getInt();
        int count = bytes.getInt();
        if (!known || version < 2 || version > 3) {
            return Optional.empty();
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entry(bytes).ifPresent(entries::add);
        }
        return Optional.of(new GitIndex(entries));
    }

    private static Optional<Entry> entry(ByteBuffer bytes) {
        int start = bytes.position();
        int flags = bytes.getShort(start + FLAGS) & 0xFFFF;
        boolean extended = (flags & EXTENDED) != 0;
        int name = start + FIXED + (extended ? 2 : 0);
        int end = name;
        while (bytes.get(end) != 0) {
            end++;
        }
        boolean leftOut = extended && (bytes.getShort(start + FIXED) & LEFT_OUT) != 0;
        boolean plain =
                (flags & (ASSUMED_UNCHANGED | STAGE)) == 0
                        && !leftOut
                        && (bytes.getInt(start + MODE) & TYPE) != SUBMODULE;
        // An entry is padded with at least one zero to a multiple of eight.
        bytes.position(start + (end - start + 8) / 8 * 8);
        return plain
                ? Optional.of(
                        new Entry(
                                text(bytes, name, end),
                                bytes.getInt(start + MTIME) & 0xFFFFFFFFL,
                                bytes.getInt(start + MTIME + 4),
                                bytes.getInt(start + SIZE) & 0xFFFFFFFFL))
                : Optional.empty();
    }

    /// How many files differ, and a few of their names; nothing where it was interrupted.
    Optional<String> compare(Path top) {
        List<String> changed = new ArrayList<>();
        for (Entry entry : entries) {
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

    private static String text(ByteBuffer bytes, int from, int end) {
        byte[] text = new byte[end - from];
        bytes.get(from, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static boolean differs(Path top, Entry entry) {
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
