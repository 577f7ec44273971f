package dev.deft.app.terminal.editor;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.output.SecretMask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What the user sent before, newest last, in a file that only the user can read.
///
/// Several processes may add to the same file. Where it cannot be written, the history works
/// without it.
public final class InputHistory {

    private static final int MOST_ENTRIES = 1_000;

    /// A longer entry is kept for this session only.
    private static final int LONGEST_ENTRY = 100_000;

    /// A file that is larger was not written by us.
    private static final long LARGEST_FILE = (long) MOST_ENTRIES * LONGEST_ENTRY;

    private static final FileAttribute<?> FILE_MODE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> DIRECTORY_MODE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /// Locks of one process must not overlap.
    private static final Object FILE_LOCK = new Object();

    private final Path file;
    private final Consumer<String> notices;
    private final List<String> entries = new ArrayList<>();
    private boolean broken;

    private InputHistory(Path file, Consumer<String> notices) {
        this.file = file;
        this.notices = notices;
    }

    /// Reads a history. Damaged lines are skipped.
    ///
    /// @param notices gets one message if the file cannot be read or written
    public static InputHistory open(Path file, Consumer<String> notices) {
        var history = new InputHistory(file, notices);
        history.load();
        return history;
    }

    private void load() {
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= LARGEST_FILE) {
                byte[] content = Files.readAllBytes(file);
                entries.addAll(
                        newest(lines(content)).stream()
                                .map(InputHistory::parse)
                                .flatMap(Optional::stream)
                                .toList());
            }
        } catch (IOException e) {
            report(e);
        }
    }

    private static List<String> lines(byte[] content) {
        return new String(content, StandardCharsets.UTF_8)
                .lines()
                .filter(it -> parse(it).isPresent())
                .toList();
    }

    private static <T> List<T> newest(List<T> all) {
        return all.subList(Math.max(0, all.size() - MOST_ENTRIES), all.size());
    }

    private static Optional<String> parse(String line) {
        try {
            return JsonText.parseObject(line).text("text").filter(it -> !it.isBlank());
        } catch (JsonSyntaxException _) {
            // A line that was cut off, or is not ours.
            return Optional.empty();
        }
    }

    /// The texts, newest last.
    public List<String> entries() {
        return List.copyOf(entries);
    }

    /// Adds a text, unless it is the same as the last one.
    public void add(String text) {
        if (text.isBlank() || (!entries.isEmpty() && entries.getLast().equals(text))) {
            return;
        }
        entries.add(text);
        if (entries.size() > MOST_ENTRIES) {
            entries.removeFirst();
        }
        if (text.length() <= LONGEST_ENTRY && !broken) {
            store(text);
        }
    }

    private void store(String text) {
        String masked = SecretMask.KEYS_ONLY.text(text);
        String line = JsonText.write(Json.Obj.of(Map.of("text", masked)));
        synchronized (FILE_LOCK) {
            try {
                append(line);
            } catch (IOException e) {
                report(e);
            }
        }
    }

    private void append(String line) throws IOException {
        Path directory = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, DIRECTORY_MODE);
        }
        try (FileChannel channel =
                        FileChannel.open(
                                file,
                                Set.of(
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.READ,
                                        StandardOpenOption.WRITE),
                                FILE_MODE);
                var _ = channel.lock()) {
            byte[] content = Channels.newInputStream(channel).readAllBytes();
            List<String> lines = lines(content);
            if (lines.size() < MOST_ENTRIES) {
                boolean torn = content.length > 0 && content[content.length - 1] != '\n';
                write(channel, content.length, (torn ? "\n" : "") + line + "\n");
                return;
            }
            List<String> kept = new ArrayList<>(lines);
            kept.add(line);
            channel.truncate(0);
            write(channel, 0, String.join("\n", newest(kept)) + "\n");
        }
    }

    private static void write(FileChannel channel, long position, String text) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        channel.position(position);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private void report(IOException problem) {
        if (!broken) {
            broken = true;
            notices.accept(
                    "The history is not kept beyond this session: %s cannot be used (%s)."
                            .formatted(file, problem.getClass().getSimpleName()));
        }
    }
}
