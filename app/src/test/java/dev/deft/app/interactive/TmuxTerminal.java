package dev.deft.app.interactive;

import dev.deft.app.cli.DeftProcess;
import dev.deft.app.picture.TerminalPicture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The program at a real terminal: a pane of a tmux server that belongs to this test alone. Keys
/// can be pressed, texts pasted, the window resized, and the screen looked at.
final class TmuxTerminal implements AutoCloseable {

    private static final long LONGEST_WAIT_SECONDS = 60;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(800);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /// Records the state of the terminal around the program, and keeps the pane open after it.
    private static final String WRAPPER =
            """
            stty -g >NOTES/before
            sh -c 'echo $$ >"$0/pid"; exec "$@"' NOTES LINE
            echo $? >NOTES/code.new
            stty -g >NOTES/after
            mv NOTES/code.new NOTES/code
            exec sleep 1000
            """;

    private final TmuxControl tmux;
    private final Path notes;

    private TmuxTerminal(TmuxControl tmux, Path notes) {
        this.tmux = tmux;
        this.notes = notes;
    }

    /// What to start, and at which terminal.
    ///
    /// @param variables beside those of [DeftProcess#builder]
    record Start(Path directory, Map<String, String> variables, int columns, int rows) {

        Start {
            variables = Map.copyOf(variables);
        }

        static Start in(Path directory) {
            return new Start(directory, Map.of(), 80, 24);
        }

        Start size(int columns, int rows) {
            return new Start(directory, variables, columns, rows);
        }

        Start with(Map<String, String> more) {
            Map<String, String> all = new LinkedHashMap<>(variables);
            all.putAll(more);
            return new Start(directory, all, columns, rows);
        }

        Start with(String name, String value) {
            return with(Map.of(name, value));
        }

        /// Runs the program with these words.
        TmuxTerminal deft(String... words) throws IOException, InterruptedException {
            ProcessBuilder deft = DeftProcess.builder(directory, variables, words);
            deft.environment().putIfAbsent("TERM", "xterm-256color");
            deft.environment().putIfAbsent("SHELL", "/bin/sh");
            List<String> line = new ArrayList<>(List.of("env", "-i"));
            deft.environment().forEach((name, value) -> line.add(name + "=" + value));
            line.addAll(deft.command());
            return run(line);
        }

        /// Runs another program, to compare with.
        TmuxTerminal run(List<String> line) throws IOException, InterruptedException {
            Path notes = Files.createTempDirectory("deft-tmux-");
            String socket =
                    "deft-%d-%d"
                            .formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet());
            TmuxControl tmux = TmuxControl.start(socket);
            for (String option :
                    List.of(
                            "set-option -g status off",
                            "set-option -g history-limit 20000",
                            "set-option -g automatic-rename off",
                            "set-option -g allow-rename on",
                            "set-option -g focus-events on",
                            "set-option -s set-clipboard on",
                            "resize-window -x %d -y %d".formatted(columns, rows))) {
                tmux.command(option);
            }
            String words = line.stream().map(TmuxControl::quoted).collect(Collectors.joining(" "));
            Path wrapper = notes.resolve("wrapper");
            Files.writeString(
                    wrapper,
                    WRAPPER.replace("NOTES", TmuxControl.quoted(notes.toString()))
                            .replace("LINE", words));
            tmux.command(
                    "respawn-pane -k -c %s sh %s"
                            .formatted(
                                    TmuxControl.quoted(directory.toString()),
                                    TmuxControl.quoted(wrapper.toString())));
            return new TmuxTerminal(tmux, notes);
        }
    }

    /// Types characters, whatever they are.
    TmuxTerminal type(String text) throws IOException, InterruptedException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0) {
            tmux.command("send-keys -H " + HexFormat.ofDelimiter(" ").formatHex(bytes));
        }
        return this;
    }

    /// Presses keys by the names that tmux has for them, such as `Enter`, `Escape`, `C-c`, `M-b`.
    TmuxTerminal press(String... keys) throws IOException, InterruptedException {
        for (String key : keys) {
            tmux.command("send-keys " + TmuxControl.quoted(key));
        }
        return this;
    }

    /// Pastes as a terminal does: in brackets if the program wants them.
    TmuxTerminal paste(String text) throws IOException, InterruptedException {
        Path file = Files.createTempFile(notes, "paste", ".txt");
        Files.writeString(file, text);
        tmux.command("load-buffer -b paste " + TmuxControl.quoted(file.toString()));
        tmux.command("paste-buffer -d -p -b paste");
        return this;
    }

    TmuxTerminal resize(int columns, int rows) throws IOException, InterruptedException {
        tmux.command("resize-window -x %d -y %d".formatted(columns, rows));
        return this;
    }

    /// The lines of the screen without styles, and without blanks at the ends of lines.
    List<String> screen() throws IOException, InterruptedException {
        return tmux.command("capture-pane -p");
    }

    /// The lines of the screen with their styles.
    List<String> styled() throws IOException, InterruptedException {
        return tmux.command("capture-pane -e -p");
    }

    /// All that scrolled out of the screen, and the screen. Lines that the terminal wrapped are
    /// whole again.
    List<String> everything() throws IOException, InterruptedException {
        return tmux.command("capture-pane -p -J -S -");
    }

    int columns() throws IOException, InterruptedException {
        return Integer.parseInt(tmux.command("display-message -p '#{pane_width}'").getFirst());
    }

    /// The cursor, if it is visible.
    Optional<TerminalPicture.Place> cursor() throws IOException, InterruptedException {
        String[] numbers =
                tmux.command("display-message -p '#{cursor_flag} #{cursor_x} #{cursor_y}'")
                        .getFirst()
                        .split(" ", -1);
        return numbers[0].equals("1")
                ? Optional.of(
                        new TerminalPicture.Place(
                                Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2])))
                : Optional.empty();
    }

    /// Where the cursor is, the title, the modes: what a hostile text would like to change.
    TerminalState state() throws IOException, InterruptedException {
        return new TerminalState(
                tmux.command(
                                "display-message -p '"
                                        + String.join("|", TerminalState.VARIABLES)
                                        + "'")
                        .getFirst(),
                tmux.command("list-buffers -F '#{buffer_sample}'"));
    }

    /// A part of the state once it is as wanted, or after a moment: while the program draws, some
    /// modes are others.
    TerminalState state(UnaryOperator<TerminalState> part, TerminalState wanted)
            throws IOException, InterruptedException {
        TerminalState state = part.apply(state());
        for (int i = 0; i < 50 && !state.equals(wanted); i++) {
            tmux.awaitNews(tmux.news(), 20);
            state = part.apply(state());
        }
        return state;
    }

    /// What the program wrote to the terminal so far, with all escape sequences.
    String printed() {
        return new String(tmux.printed(), StandardCharsets.UTF_8);
    }

    /// Starts [#printed] over.
    void forgetPrinted() {
        tmux.forgetPrinted();
    }

    /// Waits until the screen shows a text.
    List<String> await(String text) throws IOException, InterruptedException {
        return await("the text: " + text, it -> it.stream().anyMatch(line -> line.contains(text)));
    }

    /// Waits until the screen no longer shows a text.
    List<String> awaitGone(String text) throws IOException, InterruptedException {
        return await(
                "no more of: " + text, it -> it.stream().noneMatch(line -> line.contains(text)));
    }

    /// Waits until the screen is as wanted.
    List<String> await(String what, Predicate<List<String>> wanted)
            throws IOException, InterruptedException {
        List<String> screen = look(wanted, LONGEST_WAIT_SECONDS);
        if (wanted.test(screen)) {
            return screen;
        }
        throw new AssertionError(
                "%s before the screen had %s%n%s"
                        .formatted(
                                ended() ? "it ended" : "time ran out",
                                what,
                                String.join("\n", screen)));
    }

    /// The first screen that is as wanted, or the last one when time is up or the program ended.
    List<String> look(Predicate<List<String>> wanted, long mostSeconds)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(mostSeconds);
        while (true) {
            long before = tmux.news();
            boolean over = ended() || System.nanoTime() > deadline;
            List<String> screen = screen();
            if (over || wanted.test(screen)) {
                return screen;
            }
            tmux.awaitNews(before, 100);
        }
    }

    /// Answers a dialog. A dialog takes keys only after a pause in typing, so an answer that was
    /// too early is given again, after a pause.
    ///
    /// @param shown what is gone from the screen once it is answered
    void answer(String key, String shown) throws IOException, InterruptedException {
        for (int i = 0; i < 20; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            press(key);
            List<String> screen =
                    look(it -> it.stream().noneMatch(line -> line.contains(shown)), 2);
            if (screen.stream().noneMatch(it -> it.contains(shown))) {
                return;
            }
        }
        throw new AssertionError("not answered:\n" + String.join("\n", screen()));
    }

    private static void awaitEnd(ProcessHandle program) {
        try {
            program.onExit().get(10, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException _) {
            program.destroyForcibly();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    boolean ended() {
        return Files.exists(notes.resolve("code"));
    }

    /// Waits for the end of the program.
    ///
    /// @return its exit code
    int end() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
        while (!ended()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it did not end\n" + String.join("\n", screen()));
            }
            tmux.awaitNews(tmux.news(), 20);
        }
        return Integer.parseInt(Files.readString(notes.resolve("code")).strip());
    }

    /// The state of the line discipline before the program, as `stty` writes it.
    String lineBefore() throws IOException {
        return Files.readString(notes.resolve("before"));
    }

    /// The same after its end.
    String lineAfter() throws IOException {
        return Files.readString(notes.resolve("after"));
    }

    /// The program.
    ProcessHandle program() throws IOException {
        long pid = Long.parseLong(Files.readString(notes.resolve("pid")).strip());
        return ProcessHandle.of(pid).orElseThrow(() -> new AssertionError("it is gone"));
    }

    /// Takes the terminal away, as closing its window does.
    void hangUp() throws IOException {
        tmux.close();
    }

    /// Returns when the program is gone, so that its directory can be removed.
    @Override
    public void close() throws IOException {
        Optional<ProcessHandle> program =
                Files.exists(notes.resolve("pid"))
                        ? ProcessHandle.of(
                                Long.parseLong(Files.readString(notes.resolve("pid")).strip()))
                        : Optional.empty();
        tmux.close();
        program.ifPresent(TmuxTerminal::awaitEnd);
        try (Stream<Path> all = Files.walk(notes)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
