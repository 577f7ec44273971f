package dev.deft.app.cli.command;

import dev.deft.app.terminal.Screen;
import dev.deft.app.terminal.TerminalStream;
import dev.deft.app.terminal.TextStyle;
import dev.deft.app.terminal.TextTable;
import dev.deft.app.terminal.TextWidth;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// The streams, directory and environment of a command.
///
/// @param outScreen what shows `out`
/// @param errScreen what shows `err`
public record Console(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Screen outScreen,
        Screen errScreen,
        Path directory,
        Map<String, String> environment) {

    private static final int USUAL_COLUMNS = 80;
    private static final int STANDARD_INPUT = 0;
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    public Console {
        // A file or a pipe needs no filter, and a short command should not load its class.
        out = outScreen.isSeen() ? TerminalStream.to(out) : out;
        err = errScreen.isSeen() ? TerminalStream.to(err) : err;
        environment = Map.copyOf(environment);
    }

    /// The console of this process: always UTF-8, with colors only on a terminal that shows them.
    public static Console ofProcess() {
        Map<String, String> environment = System.getenv();
        return new Console(
                System.in,
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8),
                new PrintStream(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Screen.of(STANDARD_OUTPUT, environment),
                Screen.of(STANDARD_ERROR, environment),
                Path.of("").toAbsolutePath(),
                environment);
    }

    /// The same console with other variables.
    public Console with(Map<String, String> other) {
        return new Console(in, out, err, outScreen, errScreen, directory, other);
    }

    /// The same without notes and progress: standard error takes nothing.
    public Console muted() {
        return new Console(
                in,
                out,
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                outScreen,
                Screen.NONE,
                directory,
                environment);
    }

    /// Whether `in` is a keyboard.
    public boolean hasKeyboard() {
        return in.equals(System.in) && Screen.isTerminal(STANDARD_INPUT);
    }

    /// Whether printed output was lost. A closed pipe does not count: its reader has seen enough.
    public boolean hasLostOutput() {
        return out.checkError() && !Screen.isPipe(STANDARD_OUTPUT);
    }

    /// Whether the reader of standard output has gone.
    public boolean hasNoReader() {
        return out.checkError() && Screen.isPipe(STANDARD_OUTPUT);
    }

    /// Whether a user types, reads and can be asked here.
    public boolean isConversation() {
        return hasKeyboard() && outScreen.isSeen() && errScreen.isSeen();
    }

    /// Prints one line to standard output and flushes it.
    public void say(String line) {
        out.println(line);
        out.flush();
    }

    /// Makes foreign text safe for standard output: on a terminal, control and invisible characters
    /// are replaced; a file gets the text unchanged.
    public String shown(String text) {
        return outScreen.isSeen() ? TerminalText.read(text) : text;
    }

    /// Prints JSON on one line of standard output: escaped on a terminal, plain UTF-8 elsewhere.
    public void sayJson(Json json) {
        say(json(JsonText.write(json)));
    }

    /// Prints indented JSON.
    public void sayIndented(Json json) {
        say(json(JsonText.writeIndented(json)));
    }

    /// The same for text that is JSON already.
    public String json(String text) {
        return outScreen.isSeen() ? TerminalText.json(text) : text;
    }

    /// Prints one line to standard error, such as a warning.
    public void note(String line) {
        err.println("deft: " + line);
    }

    /// The width of standard output; unlimited for a file.
    public int columns() {
        return outScreen.isSeen()
                ? TextWidth.ofTerminal(environment).orElse(USUAL_COLUMNS)
                : Integer.MAX_VALUE;
    }

    /// Prints a table, fitted to the screen.
    public void say(TextTable table) {
        table.lines(columns()).forEach(this::say);
    }

    /// Styles for standard error.
    public TextStyle onErr() {
        return new TextStyle(errScreen);
    }

    public String bold(String text) {
        return onOut().bold(text);
    }

    public String dim(String text) {
        return onOut().dim(text);
    }

    public String green(String text) {
        return onOut().green(text);
    }

    public String yellow(String text) {
        return onOut().yellow(text);
    }

    public String red(String text) {
        return onOut().red(text);
    }

    /// Styles for standard output.
    public TextStyle onOut() {
        return new TextStyle(outScreen);
    }
}
