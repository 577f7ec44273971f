package dev.deft.script;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/// Generates words with all of the syntax of bash.
final class WordGenerator {

    private static final int MAX_DEPTH = 3;

    private final Random random;
    private final IntFunction<String> commands;

    WordGenerator(Random random, IntFunction<String> commands) {
        this.random = random;
        this.commands = commands;
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String plain() {
        return pick(
                List.of(
                        "a",
                        "b1",
                        "-x",
                        "--long=v",
                        "x/y",
                        "if",
                        "done",
                        "then",
                        "é",
                        "a=b",
                        "x:y",
                        "%",
                        "-",
                        "+",
                        "@",
                        "7",
                        "a.txt",
                        "_",
                        "in",
                        "e\u00a0f",
                        "日本"));
    }

    String word(int depth) {
        var word = new StringBuilder();
        for (int i = random.nextInt(3) == 0 ? 2 : 1; i > 0; i--) {
            word.append(piece(depth));
        }
        return word.toString();
    }

    private String piece(int depth) {
        if (depth < MAX_DEPTH && random.nextInt(5) == 0) {
            return nested(depth + 1);
        }
        return switch (random.nextInt(26)) {
            case 0 -> "'single $(c1 not) `c2`'";
            case 1 -> "\"" + inQuotes(depth) + "\"";
            case 2 -> "a\\ b";
            case 3 -> "\\$\\(c1\\)";
            case 4 ->
                    random.nextInt(8) == 0
                            ? "$'tab\\tq\\'\\x41\\102\\\\'"
                            : "$'tab\\tq\\x41\\102z'";
            case 5 -> "$\"trans\"";
            case 6 -> "$x";
            case 7 -> "\"$x\"";
            case 8 -> "${x}";
            case 9 -> "\"${x:-de fault}\"";
            case 10 -> "{a,b}";
            case 11 -> "{1..3}";
            case 12 -> "*.txt";
            case 13 -> "~";
            case 14 -> "''";
            case 15 -> "a\\\nb";
            case 16 -> "x#y";
            case 17 -> "$?";
            case 18 -> "\"$@\"";
            case 19 -> "$((1+2))";
            case 20 -> "'it'\\''s'";
            case 21 -> "{}";
            case 22 -> "[a-z]?";
            case 23 -> "\"\\$x \\\" \\\\ \\`\"";
            default -> plain();
        };
    }

    private String nested(int depth) {
        String inside = commands.apply(depth);
        return switch (random.nextInt(13)) {
            case 0 -> "$(" + inside + ")";
            case 1 -> "$( " + inside + "\n)";
            case 2 -> "\"$(" + inside + ")\"";
            case 3 -> "`" + escaped(inside) + "`";
            case 4 -> "\"`" + escaped("c3 in ticks") + "`\"";
            case 5 -> "<(" + inside + ")";
            case 6 -> "${y:-$(" + inside + ")}";
            case 7 -> "\"${y:-a $(" + inside + ") b}\"";
            case 8 -> "$(( 1 + $(" + inside + " >&2; printf 2) ))";
            case 9 -> "${x%%$(" + inside + ")}";
            case 10 -> "${x/a/$(" + inside + ")}";
            case 11 -> "pre\"$(" + inside + ")\"'post'";
            default -> "${x:+`" + escaped("c4 ticks") + "`}";
        };
    }

    private static String escaped(String inside) {
        return inside.replace("\\", "\\\\").replace("`", "\\`").replace("$", "\\$");
    }

    /// What may stand between double quotes.
    String inQuotes(int depth) {
        String inside = depth < MAX_DEPTH ? "$(" + commands.apply(depth + 1) + ")" : "$x";
        return pick(List.of("text ", "'q' ", "a;b ", "# no ", "\\$x ", " "))
                + pick(List.of(inside, "$x", "${x}", "", "é"))
                + pick(List.of("", " | c1", "}", ")"));
    }

    /// One word that stands for a script.
    String quoted(String script) {
        return "'" + script.replace("'", "'\\''") + "'";
    }
}
