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
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// What a command talks to.
///
/// @param outScreen what becomes of `out`
/// @param errScreen what becomes of `err`
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
        // A file or a pipe needs no door, and a short command no further class.
        out = outScreen.isSeen() ? TerminalStream.to(out) : out;
        err = errScreen.isSeen() ? TerminalStream.to(err) : err;
        environment = Map.copyOf(environment);
    }

    /// The console of this process; always UTF-8, in color only on a terminal that wants it.
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

    /// Whether somebody sits at the keyboard that `in` reads.
    public boolean hasKeyboard() {
        return in.equals(System.in) && Screen.isTerminal(STANDARD_INPUT);
    }

    /// Whether something that was printed got lost. A reader that went away has seen enough, and a
    /// pipe fails for no other reason.
    public boolean hasLostOutput() {
        return out.checkError() && !Screen.isPipe(STANDARD_OUTPUT);
    }

    /// Whether whoever read standard output has gone away.
    public boolean hasNoReader() {
        return out.checkError() && Screen.isPipe(STANDARD_OUTPUT);
    }

    /// Whether somebody sits there who types, reads and can be asked.
    public boolean isConversation() {
        return hasKeyboard() && outScreen.isSeen() && errScreen.isSeen();
    }

    /// One line on standard output, there at once.
    public void say(String line) {
        out.println(line);
        out.flush();
    }

    /// A text that others wrote, fit for standard output: nothing in it may move the cursor of a
    /// terminal or hide there, and a file gets all of it.
    public String shown(String text) {
        return outScreen.isSeen() ? TerminalText.read(text) : text;
    }

    /// JSON on one line of standard output: escaped where people look at it, plain UTF-8 elsewhere.
    public void sayJson(Json json) {
        say(json(JsonText.write(json)));
    }

    /// The same, laid out over many lines.
    public void sayIndented(Json json) {
        say(json(JsonText.writeIndented(json)));
    }

    /// Text that is JSON already.
    public String json(String text) {
        return outScreen.isSeen() ? TerminalText.json(text) : text;
    }

    /// One line for people beside the output, such as a warning.
    public void note(String line) {
        err.println("deft: " + line);
    }

    /// How wide lines on standard output may be; a file takes any.
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
