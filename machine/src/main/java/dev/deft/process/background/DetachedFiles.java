package dev.deft.process.background;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.json.JsonSyntaxException;
import dev.deft.kernel.Fifo;
import dev.deft.process.tree.ProcessIdentity;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/// The directory of a detached process: its output, its input pipe, its state, and the facts needed
/// to find it again.
public record DetachedFiles(Path directory) {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

    /// What it takes to find a detached process again.
    ///
    /// @param sandbox the tier of its sandbox
    /// @param world the boot and process namespace its process id belongs to
    /// @param process the id of its first process
    /// @param started its start time in clock ticks
    /// @param mark the tag variable of its descendants; empty in a namespace of its own
    /// @param tag the process tag of its descendants; 0 for none
    public record ProcessInfo(
            String command,
            String sandbox,
            String world,
            int process,
            long started,
            String mark,
            long tag) {

        public ProcessIdentity first() {
            return new ProcessIdentity(process, started);
        }

        /// Whether its process id is still valid.
        boolean isCurrent() {
            return world.equals(currentWorld());
        }

        /// Process ids are valid only until the next boot and only in one process namespace.
        public static String currentWorld() {
            try {
                return Files.readString(BOOT_ID).strip() + " " + Files.readSymbolicLink(NAMESPACE);
            } catch (IOException _) {
                return "";
            }
        }
    }

    /// Creates the files of a new process, and removes those of one that was never started.
    DetachedFiles create() throws IOException {
        for (Path file : List.of(output(), state(), input(), shownFile())) {
            Files.deleteIfExists(file);
        }
        Files.createFile(output());
        Files.createFile(state());
        Fifo.create(input());
        return this;
    }

    /// Standard output and standard error in the order they were written.
    Path output() {
        return directory.resolve("output");
    }

    /// A named pipe: its standard input.
    Path input() {
        return directory.resolve("input");
    }

    /// The state lines of its first process: `ready`, then `ended` with the exit code.
    Path state() {
        return directory.resolve("state");
    }

    private Path shownFile() {
        return directory.resolve("told");
    }

    private Path infoFile() {
        return directory.resolve("process.json");
    }

    String stateText() {
        return text(state()).orElse("");
    }

    /// How many bytes of the output have been shown.
    long shownBytes() {
        try {
            return Long.parseLong(text(shownFile()).orElse("0").strip());
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    void saveShownBytes(long bytes) throws IOException {
        writeAtomically(shownFile(), String.valueOf(bytes));
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// The output from a position to its end.
    byte[] outputFrom(long from) throws IOException {
        try (var file = new RandomAccessFile(output().toFile(), "r")) {
            file.seek(from);
            byte[] bytes = new byte[(int) Math.max(0, file.length() - from)];
            file.readFully(bytes);
            return bytes;
        }
    }

    public void write(ProcessInfo info) throws IOException {
        writeAtomically(infoFile(), JsonText.write(Records.write(info)) + "\n");
    }

    /// The facts about the process; empty if it was never started.
    Optional<ProcessInfo> read() throws IOException {
        try {
            String text = Files.readString(infoFile(), StandardCharsets.UTF_8);
            return Optional.of(Records.read(ProcessInfo.class, JsonText.parseObject(text)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (JsonSyntaxException e) {
            throw new IOException(infoFile() + " is damaged: " + e.getMessage(), e);
        }
    }

    private static void writeAtomically(Path file, String text) throws IOException {
        Path tempFile = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(tempFile, text);
        Files.move(
                tempFile,
                file,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }
}
