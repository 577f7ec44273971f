package dev.deft.server.store.file;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.UserFile;
import dev.deft.server.store.AuditLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The audit log as lines of JSON, in files that only their owner can read. Each file is named
/// after its first line; none is ever removed. Several processes may write.
public final class FileAudit implements AuditLog {

    /// How many lines a file has.
    static final int LINES = 10_000;

    private static final Set<OpenOption> APPEND =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path directory;
    private final UserFile lock;
    private Optional<End> end = Optional.empty();

    /// Where this process left the log.
    private record End(Path file, long size, long id) {}

    /// @param directory of the files, made when needed
    public FileAudit(Path directory) {
        this.directory = directory;
        this.lock = new UserFile(directory.resolve("audit"));
    }

    @Override
    public synchronized void add(Act act) throws IOException {
        end = Optional.of(lock.withLock(() -> added(act, last())));
    }

    private End added(Act act, Optional<End> last) throws IOException {
        long id = last.map(End::id).orElse(0L) + 1;
        Path file =
                last.isEmpty() || (id - 1) % LINES == 0
                        ? directory.resolve("audit-%015d.jsonl".formatted(id))
                        : last.get().file();
        Json.Obj json = json(id, act);
        byte[] line = (JsonText.write(json) + "\n").getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel = FileChannel.open(file, APPEND, PRIVATE)) {
            if (channel.size() > 0 && endsWithinLine(file)) {
                write(channel, new byte[] {'\n'});
            }
            write(channel, line);
            return new End(file, channel.size(), id);
        }
    }

    private static Json.Obj json(long id, Act act) {
        return Json.Obj.EMPTY
                .with("id", Json.Num.of(id))
                .with("at", act.at().toString())
                .with("person", act.person())
                .with("token", act.token())
                .with("act", act.act())
                .with("target", act.target())
                .with("status", Json.Num.of(act.status()))
                .with("detail", act.detail());
    }

    private static void write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            int _ = channel.write(buffer);
        }
    }

    /// Whether a crash cut off the last line.
    private static boolean endsWithinLine(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            int _ = channel.read(last, channel.size() - 1);
            return last.get(0) != '\n';
        }
    }

    /// The end of the log, where nobody else wrote since as this process remembers it.
    private Optional<End> last() throws IOException {
        List<Path> files = files();
        if (files.isEmpty()) {
            return Optional.empty();
        }
        Path file = files.getLast();
        long size = Files.size(file);
        if (end.isPresent() && end.get().file().equals(file) && end.get().size() == size) {
            return end;
        }
        List<Act> acts = acts(file);
        return Optional.of(
                new End(file, size, acts.isEmpty() ? first(file) - 1 : acts.getLast().id()));
    }

    private static long first(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring("audit-".length(), name.length() - ".jsonl".length()));
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(directory, "audit-[0-9]*.jsonl")) {
            found.forEach(files::add);
        } catch (NoSuchFileException _) {
            return List.of();
        }
        Collections.sort(files);
        return files;
    }

    @Override
    public List<Act> latest(long before, int most) throws IOException {
        List<Act> latest = new ArrayList<>();
        for (Path file : files().reversed()) {
            if (latest.size() >= most) {
                break;
            }
            if (before > 0 && first(file) >= before) {
                continue;
            }
            for (Act it : acts(file).reversed()) {
                if ((before <= 0 || it.id() < before) && latest.size() < most) {
                    latest.add(it);
                }
            }
        }
        return latest;
    }

    /// The acts of a file. A line that a crash cut off is left out.
    private static List<Act> acts(Path file) throws IOException {
        List<Act> acts = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            act(line).ifPresent(acts::add);
        }
        return acts;
    }

    private static Optional<Act> act(String line) {
        try {
            Json.Obj json = JsonText.parseObject(line);
            return Optional.of(
                    new Act(
                            number(json, "id"),
                            Instant.parse(json.text("at").orElse("")),
                            json.text("person").orElse(""),
                            json.text("token").orElse(""),
                            json.text("act").orElse(""),
                            json.text("target").orElse(""),
                            (int) number(json, "status"),
                            json.text("detail").orElse("")));
        } catch (JsonSyntaxException | DateTimeException _) {
            return Optional.empty();
        }
    }

    private static long number(Json.Obj json, String name) {
        return json.find(name).orElse(Json.Null.VALUE) instanceof Json.Num number
                ? number.asLong().orElse(0L)
                : 0;
    }
}
