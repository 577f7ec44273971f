package dev.deft.bench.terminal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a terminal answers to the questions in a program's output, as xterm does.
final class TerminalReplies {

    private static final String ESCAPE = "\u001b";

    /// Device attributes, status, cursor position, modes, size, and the colors of text and
    /// background. Questions that xterm does not know get no answer.
    private static final Pattern QUESTION =
            Pattern.compile(
                    ESCAPE
                            + "(?:\\[(0?c|>0?c|5n|6n|\\?(\\d+)\\$p|18t|14t)|\\](1[01]);\\?(?:\u0007|"
                            + ESCAPE
                            + "\\\\))");

    /// No question is longer.
    private static final int LONGEST = 16;

    private final int rows;
    private final int columns;
    private String rest = "";

    TerminalReplies(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
    }

    /// The answers to a part of the output, which may end within a question.
    String to(String output) {
        String all = rest + output;
        var answers = new StringBuilder();
        Matcher questions = QUESTION.matcher(all);
        int done = 0;
        while (questions.find()) {
            answers.append(answer(questions));
            done = questions.end();
        }
        int begun = all.lastIndexOf(ESCAPE);
        rest = begun >= done && all.length() - begun < LONGEST ? all.substring(begun) : "";
        return answers.toString();
    }

    private String answer(Matcher question) {
        if (question.group(3) != null) {
            String color = question.group(3).equals("10") ? "d7d7/dcdc/e2e2" : "1c1c/2121/2828";
            return ESCAPE + "]" + question.group(3) + ";rgb:" + color + ESCAPE + "\\";
        }
        if (question.group(2) != null) {
            return ESCAPE + "[?" + question.group(2) + ";2$y";
        }
        return ESCAPE
                + switch (question.group(1)) {
                    case "c", "0c" -> "[?64;1;22c";
                    case ">c", ">0c" -> "[>41;380;0c";
                    case "5n" -> "[0n";
                    case "6n" -> "[" + rows + ";1R";
                    case "18t" -> "[8;" + rows + ";" + columns + "t";
                    case "14t" -> "[4;" + rows * 19 + ";" + columns * 8 + "t";
                    default -> throw new IllegalStateException(question.group());
                };
    }
}
