package dev.deft.policy;

import dev.deft.git.GitIndex;
import java.io.IOException;
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
import java.util.Optional;

/// Finds secret-looking files that are the same in the git index and on disk.
///
/// A command can write to the index, but it cannot know the hash of a file it cannot read.
final class TrackedFiles {

    private static final long LARGEST_INDEX = 256L << 20;
    private static final long LARGEST_FILE = 1L << 20;

    private final Path root;
    private FileTime lastRead = FileTime.fromMillis(0);
    private Map<String, byte[]> ids = Map.of();

    TrackedFiles(Path root) {
        this.root = root;
    }

    /// Whether a file has the content recorded in the index.
    synchronized boolean isUnchanged(String path) {
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
        if (!now.equals(lastRead)) {
            ids = secrets(ByteBuffer.wrap(Files.readAllBytes(index)));
            lastRead = now;
        }
    }

    /// The ids of files with names of secrets; no others are needed.
    private static Map<String, byte[]> secrets(ByteBuffer index) {
        Map<String, byte[]> ids = new HashMap<>();
        GitIndex.read(
                        index,
                        it ->
                                SecretFiles.pattern(it.path()).isPresent()
                                        ? Optional.of(it)
                                        : Optional.empty())
                .ifPresent(found -> found.forEach(it -> ids.put(it.path(), it.id())));
        return ids;
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
