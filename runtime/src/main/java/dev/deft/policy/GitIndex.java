package dev.deft.policy;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Which secret-looking files of a workspace git has on record exactly as they are on the disk.
///
/// A command can write to the index, but it cannot know the hash of what it cannot read.
final class GitIndex {

    private static final int MAGIC = 0x44495243;
    private static final int ID_AT = 40;
    private static final int ID_LENGTH = 20;
    private static final int EXTENDED = 0x4000;
    private static final long LARGEST_INDEX = 256L << 20;
    private static final long LARGEST_FILE = 1L << 20;

    private final Path root;
    private FileTime read = FileTime.fromMillis(0);
    private Map<String, byte[]> ids = Map.of();

    GitIndex(Path root) {
        this.root = root;
    }

    /// Whether what is at a path is what the index says.
    synchronized boolean holds(String path) {
        try {
            refresh();
            byte[] id = ids.get(path);
            Path file = root.resolve(path);
            return id != null
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(file) <= LARGEST_FILE
                    && Arrays.equals(id, blob(Files.readAllBytes(file)));
        } catch (IOException _) {
            return false;
        }
    }

    private void refresh() throws IOException {
        Path index = root.resolve(".git/index");
        if (!Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)
                || Files.size(index) > LARGEST_INDEX) {
            ids = Map.of();
            return;
        }
        FileTime now = Files.getLastModifiedTime(index);
        if (!now.equals(read)) {
            ids = parsed(ByteBuffer.wrap(Files.readAllBytes(index)));
            read = now;
        }
    }

    private static Map<String, byte[]> parsed(ByteBuffer index) {
        Map<String, byte[]> ids = new HashMap<>();
        try {
            boolean known = index.getInt() == MAGIC;
            int version = index.getInt();
            int count = index.getInt();
            String path = "";
            for (int i = 0; known && version >= 2 && version <= 4 && i < count; i++) {
                int start = index.position();
                byte[] id = new byte[ID_LENGTH];
                index.position(start + ID_AT).get(id);
                if ((index.getShort() & EXTENDED) != 0) {
                    index.getShort();
                }
                int kept = version == 4 ? path.length() - varint(index) : 0;
                path = path.substring(0, kept) + text(index);
                if (version < 4) {
                    int length = index.position() - 1 - start;
                    index.position(start + (length / 8 + 1) * 8);
                }
                if (SecretFiles.pattern(path).isPresent()) {
                    ids.put(utf8(path), id);
                }
            }
        } catch (BufferUnderflowException
                | IllegalArgumentException
                | StringIndexOutOfBoundsException _) {
            return Map.of();
        }
        return ids;
    }

    /// One character for each byte: lengths are counted in bytes.
    private static String text(ByteBuffer index) {
        var text = new StringBuilder();
        for (byte next = index.get(); next != 0; next = index.get()) {
            text.append((char) (next & 0xff));
        }
        return text.toString();
    }

    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static int varint(ByteBuffer index) {
        int next = index.get();
        int value = next & 0x7f;
        while ((next & 0x80) != 0) {
            next = index.get();
            value = ((value + 1) << 7) | (next & 0x7f);
        }
        return value;
    }

    private static byte[] blob(byte[] content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(("blob " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
            return digest.digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
