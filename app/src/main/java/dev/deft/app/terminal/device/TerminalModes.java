package dev.deft.app.terminal.device;

import dev.deft.kernel.Syscalls;
import dev.deft.kernel.TerminalSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The modes of the terminal behind standard input, set by the system's `stty`.
///
/// A process that runs for some milliseconds is cheaper than linking native functions at the start,
/// and it works the same on all systems.
final class TerminalModes {

    /// Keys come one by one and unchanged, Ctrl-C and Ctrl-Z included. A read without input returns
    /// after 200 ms, so the reader can pause; output is processed as before.
    private static final String RAW =
            "stty -icanon -echo -isig -ixon -iexten -icrnl -inlcr -igncr -istrip -brkint"
                    + " min 0 time 2";

    private static final int STANDARD_INPUT = 0;
    private static final WindowSize USUAL = new WindowSize(80, 24);

    /// Empty for streams that are no terminal of this process.
    private final Optional<String> saved;

    private final Map<String, String> environment;
    private volatile WindowSize size;
    private volatile Optional<Told> told = Optional.empty();

    /// What the terminal itself said.
    ///
    /// @param known the size as the kernel knew it then
    private record Told(WindowSize known, WindowSize real) {}

    /// Whether the kernel can be asked without a process.
    private volatile boolean direct;

    private TerminalModes(
            Optional<String> saved, WindowSize size, Map<String, String> environment) {
        this.saved = saved;
        this.size = size;
        this.environment = Map.copyOf(environment);
    }

    /// Saves the modes and switches to raw mode.
    static TerminalModes open(Map<String, String> environment) throws IOException {
        List<String> answer = run("stty -g && stty size && " + RAW);
        if (answer.isEmpty()) {
            throw new IOException("Standard input is not a terminal, or stty is not installed.");
        }
        WindowSize size = parse(answer.getLast()).orElse(usual(environment));
        return new TerminalModes(Optional.of(answer.getFirst()), size, environment);
    }

    /// For streams that somebody else prepared: there is nothing to set or to ask.
    static TerminalModes fixed(int columns, int rows) {
        return new TerminalModes(Optional.empty(), new WindowSize(columns, rows), Map.of());
    }

    private static WindowSize usual(Map<String, String> environment) {
        return parse(
                        environment.getOrDefault("LINES", "")
                                + " "
                                + environment.getOrDefault("COLUMNS", ""))
                .orElse(USUAL);
    }

    /// Reads rows and columns; empty if the terminal does not know them.
    private static Optional<WindowSize> parse(String text) {
        String[] numbers = text.strip().split(" ", -1);
        try {
            int rows = Integer.parseInt(numbers[0]);
            int columns = Integer.parseInt(numbers[numbers.length - 1]);
            return rows > 0 && columns > 0
                    ? Optional.of(new WindowSize(columns, rows))
                    : Optional.empty();
        } catch (NumberFormatException _) {
            // No size.
            return Optional.empty();
        }
    }

    /// The size now, where the kernel can be asked, else as measured last.
    ///
    /// A drawing for a size that the terminal no longer has leaves lines behind, and the signal for
    /// a new size may come late.
    WindowSize size() {
        if (direct) {
            TerminalSize.of(STANDARD_INPUT)
                    .ifPresent(it -> size = new WindowSize(it.columns(), it.rows()));
        }
        WindowSize known = size;
        return told.filter(it -> it.known().equals(known)).map(Told::real).orElse(known);
    }

    /// Takes the size that the terminal itself says it has. It holds until the kernel knows better.
    void told(WindowSize real) {
        told = Optional.of(new Told(size, real));
    }

    /// Whether this is a terminal of this process.
    boolean isReal() {
        return saved.isPresent();
    }

    /// Links the kernel's functions. It takes some tens of milliseconds, so it is not part of
    /// opening.
    void prepare() {
        direct = saved.isPresent() && Syscalls.available();
    }

    /// Asks the terminal for its size. The last caller gets the newest answer.
    synchronized void measure() {
        if (direct || saved.isEmpty()) {
            return;
        }
        try {
            run("stty size").stream()
                    .findFirst()
                    .flatMap(TerminalModes::parse)
                    .ifPresent(it -> size = it);
        } catch (IOException _) {
            // The last known size is as good as any.
            size = parse(size.rows() + " " + size.columns()).orElse(usual(environment));
        }
    }

    void raw() throws IOException {
        if (saved.isPresent()) {
            var _ = run(RAW);
        }
    }

    void restore() throws IOException {
        if (saved.isPresent()) {
            var _ = run("stty " + saved.get());
        }
    }

    /// Runs a script with our terminal as its input.
    static List<String> run(String script) throws IOException {
        Process process =
                new ProcessBuilder("/bin/sh", "-c", script)
                        .redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        byte[] answer = process.getInputStream().readAllBytes();
        return new String(answer, StandardCharsets.US_ASCII).lines().toList();
    }
}
