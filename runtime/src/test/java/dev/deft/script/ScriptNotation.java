package dev.deft.script;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes an analysed script as text: a line for each command and each doubt.
///
/// `‹$x›` is an expansion that is known only at run time. A word followed by `×` expands to any
/// number of words with its prefix, one followed by `…` to any words. `[A=1]` is an assignment,
/// `[export A=1]` one that programs inherit, `{write a}` a redirection.
final class ScriptNotation {

    private ScriptNotation() {}

    static String lines(Script script) {
        return Stream.of(
                        script.commands().stream().map(it -> "> " + command(it)),
                        script.doubts().stream().map(it -> "? " + escaped(it)),
                        script.incomplete() ? Stream.of("! incomplete") : Stream.<String>empty())
                .flatMap(it -> it)
                .map(it -> it + "\n")
                .collect(Collectors.joining());
    }

    private static String command(SimpleCommand command) {
        return Stream.of(
                        command.kind() == SimpleCommand.Kind.PLAIN
                                ? Stream.<String>empty()
                                : Stream.of(lower(command.kind()) + ":"),
                        command.assignments().stream().map(ScriptNotation::assignment),
                        command.words().stream().map(ScriptNotation::word),
                        command.redirections().stream()
                                .map(it -> "{" + lower(it.kind()) + " " + word(it.target()) + "}"))
                .flatMap(it -> it)
                .collect(Collectors.joining(" "));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String assignment(Assignment it) {
        return "[%s%s=%s]".formatted(it.exported() ? "export " : "", it.name(), word(it.value()));
    }

    private static String word(Word word) {
        String text =
                word.parts().stream()
                        .map(it ->
                                switch (it) {
                                    case Word.Part.Text(String known) -> known;
                                    case Word.Part.Unknown(String source) -> "‹" + source + "›";
                                })
                        .collect(Collectors.joining());
        boolean plain = !text.isEmpty() && text.chars().noneMatch(Character::isWhitespace);
        return (plain ? text : "\"" + escaped(text) + "\"")
                + switch (word.count()) {
                    case ONE -> "";
                    case EACH -> "×";
                    case ANY -> "…";
                };
    }

    private static String escaped(String text) {
        var escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            escaped.append(
                    switch (c) {
                        case '\n' -> "\\n";
                        case '\t' -> "\\t";
                        default -> c < ' ' ? "\\x%02x".formatted((int) c) : String.valueOf(c);
                    });
        }
        return escaped.toString();
    }
}
