package dev.deft.agent.schedule;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.state.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/// The log of runs: a JSON line when a run starts and one when it ends. Old lines are dropped when
/// the file grows too long.
record RunLog(Path path) {

    /// The size at which the older half is dropped.
    static final int MAX_BYTES = 1024 * 1024;

    private static final Set<OpenOption> APPEND =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    /// Appends lines and waits until they are durable. The caller holds the lock.
    void append(List<JobRun> runs) throws IOException {
        var lines = new StringBuilder();
        runs.forEach(it -> lines.append(JsonText.write(json(it))).append('\n'));
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        Object _ = Uninterrupted.call(() -> appended(bytes));
    }

    private Object appended(byte[] bytes) throws IOException {
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                && Files.size(path) + bytes.length > MAX_BYTES) {
            shorten();
        }
        byte[] whole =
                endsWithinLine()
                        ? ("\n" + new String(bytes, StandardCharsets.UTF_8))
                                .getBytes(StandardCharsets.UTF_8)
                        : bytes;
        try (FileChannel channel =
                FileChannel.open(
                        path,
                        APPEND,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer buffer = ByteBuffer.wrap(whole);
            while (buffer.hasRemaining()) {
                int _ = channel.write(buffer);
            }
            channel.force(true);
        }
        return path;
    }

    /// Whether a crash cut off the last line.
    private boolean endsWithinLine() throws IOException {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) || Files.size(path) == 0) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            int _ = channel.read(last, channel.size() - 1);
            return last.get(0) != '\n';
        }
    }

    private void shorten() throws IOException {
        byte[] all = Files.readAllBytes(path);
        int from = all.length / 2;
        while (from < all.length && all[from - 1] != '\n') {
            from++;
        }
        Path temp = path.resolveSibling(path.getFileName() + ".tmp");
        Files.write(temp, Arrays.copyOfRange(all, from, all.length));
        Files.move(temp, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// The runs in the order they started, each with its last line. Lines that cannot be read, such
    /// as one that a crash cut off, are left out.
    List<JobRun> read() throws IOException {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        String text =
                Uninterrupted.call(
                        () -> new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
        Map<String, JobRun> runs = new LinkedHashMap<>();
        text.lines()
                .map(RunLog::run)
                .flatMap(Optional::stream)
                .forEach(it -> runs.put(it.run(), it));
        return new ArrayList<>(runs.values());
    }

    private static Json.Obj json(JobRun run) {
        return Json.Obj.EMPTY
                .with("run", run.run())
                .with("job", run.job())
                .with("due", run.due().toString())
                .with("at", run.at().toString())
                .with("session", run.session())
                .with("status", run.status().name().toLowerCase(Locale.ROOT))
                .with("text", run.text());
    }

    private static Optional<JobRun> run(String line) {
        try {
            Json.Obj json = JsonText.parseObject(line);
            return Optional.of(
                    new JobRun(
                            json.text("run").orElseThrow(),
                            json.text("job").orElse(""),
                            Instant.parse(json.text("due").orElse("")),
                            Instant.parse(json.text("at").orElse("")),
                            json.text("session").orElse(""),
                            JobRun.Status.valueOf(
                                    json.text("status").orElse("").toUpperCase(Locale.ROOT)),
                            json.text("text").orElse("")));
        } catch (JsonSyntaxException
                | DateTimeException
                | IllegalArgumentException
                | NoSuchElementException _) {
            return Optional.empty();
        }
    }
}
