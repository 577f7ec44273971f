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

/// The directory of a lasting process: what it prints, what is typed into it, and what there is to
/// know about it when nobody remembers.
public record DetachedFiles(Path directory) {

    private static final Path WORLD = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

    /// What it takes to find a lasting process again.
    ///
    /// @param sandbox the fence it runs behind
    /// @param world since when and where numbers of processes mean what they meant
    /// @param process its first process, which started at so many clock ticks
    /// @param mark what everything it starts carries in its environment; empty in a namespace
    /// @param brand what everything it starts carries besides; 0 for none
    public record Note(
            String command,
            String sandbox,
            String world,
            int process,
            long started,
            String mark,
            long brand) {

        public ProcessIdentity first() {
            return new ProcessIdentity(process, started);
        }

        /// Whether its numbers still mean what they meant.
        boolean ofThisWorld() {
            return world.equals(thisWorld());
        }

        /// A number of a process means nothing after a restart, and nothing in another container.
        public static String thisWorld() {
            try {
                return Files.readString(WORLD).strip() + " " + Files.readSymbolicLink(NAMESPACE);
            } catch (IOException _) {
                return "";
            }
        }
    }

    /// Makes the files of a new one. What is there is of one that was never started.
    DetachedFiles made() throws IOException {
        for (Path left : List.of(output(), state(), input(), told())) {
            Files.deleteIfExists(left);
        }
        Files.createFile(output());
        Files.createFile(state());
        Fifo.make(input());
        return this;
    }

    /// Both streams, in the order they were written.
    Path output() {
        return directory.resolve("output");
    }

    /// A pipe that is its standard input.
    Path input() {
        return directory.resolve("input");
    }

    /// What its first process tells: a line when it is ready, and one when it has ended.
    Path state() {
        return directory.resolve("state");
    }

    private Path told() {
        return directory.resolve("told");
    }

    private Path note() {
        return directory.resolve("process.json");
    }

    /// What its first process has told.
    String said() {
        return text(state()).orElse("");
    }

    /// How much of the output was told before.
    long toldBefore() {
        try {
            return Long.parseLong(text(told()).orElse("0").strip());
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    void tell(long bytes) throws IOException {
        put(told(), String.valueOf(bytes));
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Some of the output, up to its end.
    byte[] printed(long from) throws IOException {
        try (var file = new RandomAccessFile(output().toFile(), "r")) {
            file.seek(from);
            byte[] bytes = new byte[(int) Math.max(0, file.length() - from)];
            file.readFully(bytes);
            return bytes;
        }
    }

    public void write(Note note) throws IOException {
        put(note(), JsonText.write(Records.write(note)) + "\n");
    }

    /// What is known about it; nothing when it was never started.
    Optional<Note> read() throws IOException {
        try {
            String text = Files.readString(note(), StandardCharsets.UTF_8);
            return Optional.of(Records.read(Note.class, JsonText.parseObject(text)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (JsonSyntaxException e) {
            throw new IOException(note() + " was altered: " + e.getMessage(), e);
        }
    }

    private static void put(Path file, String text) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(draft, text);
        Files.move(
                draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
