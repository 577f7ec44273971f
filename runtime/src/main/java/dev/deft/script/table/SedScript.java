package dev.deft.script.table;

import dev.deft.script.command.Word;
import java.util.List;

/// Checks whether a sed script only edits its output: no `w`, no `e`.
final class SedScript {

    private final String text;
    private int at;

    private SedScript(String text) {
        this.text = text;
    }

    static boolean isHarmless(ProgramArguments arguments) {
        List<Word> scripts = arguments.scripts();
        if (scripts.isEmpty()) {
            scripts = arguments.operands().stream().limit(1).toList();
        }
        return scripts.stream()
                .allMatch(it -> it.constant().filter(SedScript::isHarmless).isPresent());
    }

    static boolean isHarmless(String script) {
        try {
            return new SedScript(script).commands();
        } catch (StringIndexOutOfBoundsException _) {
            return false;
        }
    }

    private boolean commands() {
        while (at < text.length()) {
            if (" \t\n;{}".indexOf(text.charAt(at)) >= 0) {
                at++;
                continue;
            }
            addresses();
            if (at >= text.length() || !command()) {
                return false;
            }
        }
        return true;
    }

    private void addresses() {
        while (at < text.length() && "0123456789$,+~/\\!IM \t".indexOf(text.charAt(at)) >= 0) {
            char c = text.charAt(at++);
            if (c == '/') {
                delimited('/');
            } else if (c == '\\') {
                delimited(text.charAt(at++));
            }
        }
    }

    /// Skips the next delimiter that is neither escaped nor in brackets.
    private void delimited(char delimiter) {
        while (text.charAt(at) != delimiter) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.charAt(at) == '[') {
                bracket(delimiter);
            }
            at++;
        }
        at++;
    }

    /// Versions of sed differ about a delimiter in brackets.
    private void bracket(char delimiter) {
        int close = text.indexOf(']', at + 2);
        if (close > 0 && text.substring(at, close).indexOf(delimiter) >= 0) {
            throw new StringIndexOutOfBoundsException(at);
        }
    }

    private boolean command() {
        char c = text.charAt(at++);
        if ("pdqQnNDPhHgGx=lz{}".indexOf(c) >= 0) {
            return ended();
        }
        if (c != 's' && c != 'y') {
            return false;
        }
        char delimiter = text.charAt(at++);
        delimited(delimiter);
        delimited(delimiter);
        while (c == 's' && at < text.length() && "gpIim0123456789M".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return ended();
    }

    private boolean ended() {
        while (at < text.length() && " \t0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at >= text.length() || ";\n}{".indexOf(text.charAt(at)) >= 0;
    }
}
