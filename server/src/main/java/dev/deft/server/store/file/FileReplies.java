package dev.deft.server.store.file;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.UserFile;
import dev.deft.server.http.Problem;
import dev.deft.server.store.StoredReplies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/// Responses by idempotency key, a file for each, for one server.
///
/// A key that was claimed and never settled belongs to a server that ended meanwhile. Whether the
/// request acted is not known, so it is not carried out again.
public final class FileReplies implements StoredReplies {

    private static final String FILES = "[0-9a-f]*.json";
    private static final Duration KEPT = Duration.ofHours(24);

    private static final Reply UNKNOWN =
            new Reply(
                    500,
                    Problem.MEDIA_TYPE,
                    "",
                    JsonText.write(
                            Problem.of(
                                            500,
                                            "internal",
                                            "The server ended while it carried this request out; look whether it was done.")
                                    .json()));

    private final Path directory;
    private final InstantSource clock;
    private final Set<String> running = new HashSet<>();

    /// What a file holds.
    ///
    /// @param reply empty while the request is carried out
    private record Kept(String fingerprint, Optional<Reply> reply) {}

    /// @param directory in which there is one for the files, made when needed
    public FileReplies(Path directory, InstantSource clock) {
        this.directory = directory.resolve("replies");
        this.clock = clock;
    }

    @Override
    public synchronized Claim claim(String key, String fingerprint) throws IOException {
        Optional<Kept> kept = kept(key);
        if (kept.isEmpty()) {
            write(key, new Kept(fingerprint, Optional.empty()));
            running.add(key);
            return new Claim.Won();
        }
        if (!kept.get().fingerprint().equals(fingerprint)) {
            return new Claim.Mismatch();
        }
        if (kept.get().reply().isPresent()) {
            return new Claim.Done(kept.get().reply().get());
        }
        return running.contains(key) ? new Claim.Busy() : new Claim.Done(UNKNOWN);
    }

    @Override
    public synchronized void settle(String key, Reply reply) throws IOException {
        String fingerprint = kept(key).map(Kept::fingerprint).orElse("");
        write(key, new Kept(fingerprint, Optional.of(reply)));
        running.remove(key);
    }

    @Override
    public synchronized void release(String key) throws IOException {
        running.remove(key);
        Files.deleteIfExists(file(key).path());
    }

    @Override
    public Optional<Reply> find(String key) throws IOException {
        return kept(key).flatMap(Kept::reply);
    }

    @Override
    public void sweep() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, FILES)) {
            for (Path it : files) {
                if (isOld(it)) {
                    Files.deleteIfExists(it);
                }
            }
        } catch (NoSuchFileException _) {
            // There was no key yet.
        }
    }

    private boolean isOld(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file)
                    .toInstant()
                    .isBefore(clock.instant().minus(KEPT));
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private Optional<Kept> kept(String key) throws IOException {
        UserFile file = file(key);
        Optional<String> text = file.read();
        if (text.isEmpty() || isOld(file.path())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Records.read(Kept.class, JsonText.parseObject(text.get())));
        } catch (JsonSyntaxException e) {
            throw new IOException("%s is damaged; remove it.".formatted(file.path()), e);
        }
    }

    private void write(String key, Kept kept) throws IOException {
        Json.Obj json = Records.write(kept);
        file(key).replace(JsonText.write(json).getBytes(StandardCharsets.UTF_8));
    }

    /// Keys have any characters; names of files do not.
    private UserFile file(String key) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(key.getBytes(StandardCharsets.UTF_8));
            return new UserFile(directory.resolve(HexFormat.of().formatHex(hash) + ".json"));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
