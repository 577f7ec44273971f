package dev.deft.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `console` block of a page: commands as a user types them, each with its output.
///
/// Lines that begin with `$ ` are typed, lines with `> ` go to standard input, lines with `< ` are
/// the replies. In the output, `…` stands for any text.
///
/// @param start where the text of the block begins in its page
record ConsoleBlock(int start, int end, Kind kind, List<Typed> commands) {

    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^```console( machine| terminal)?\\n(.*?)^```$");

    /// The last line of an approval, with the answer that the user types.
    private static final Pattern ANSWERED = Pattern.compile("(.*\\[r]eject: )(\\w+)");

    /// How a block is run and compared.
    enum Kind {
        /// Runs in a pipe; the whole output is compared.
        PIPE,

        /// Prints a table whose values depend on the machine; the names of its rows are compared.
        MACHINE,

        /// Runs at a terminal; answers to approvals are typed there.
        TERMINAL
    }

    /// What changes from run to run.
    private static final List<Change> CHANGING =
            List.of(
                    new Change("\"(duration_ms|durationMs|cpu_ms)\":\\d+", "\"$1\":1"),
                    new Change("\"(timestamp|startedAt|completedAt)\":\\d+", "\"$1\":1"),
                    new Change("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(Z|[+-]\\d\\d:\\d\\d)", "TIME"),
                    new Change("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d", "MINUTE"),
                    new Change("ses_[a-z0-9]+_[0-9a-f]{6}", "ses_1"),
                    new Change("\"sandbox\":\"\\w+\"", "\"sandbox\":\"S\""),
                    new Change("\\d+[.]\\d s\\b", "1.0 s"));

    private record Change(String from, String to) {}

    /// A row of a table such as that of `deft doctor`: a status, a name, and what was found.
    private static final Pattern ROW = Pattern.compile("\\w+ +(\\w+(?: \\w+)*)  .*");

    /// One command.
    ///
    /// @param input lines for standard input
    /// @param answers answers to approvals
    /// @param shown the output that the page shows
    record Typed(String line, List<String> input, List<String> answers, String shown) {

        /// Whether the output is the one that the page shows.
        boolean isLike(String printed, Kind kind) {
            return switch (kind) {
                case PIPE -> isLike(printed);
                case MACHINE -> rows(shown).equals(rows(printed)) || isLike(printed);
                case TERMINAL -> withoutAnswers(shown).equals(withoutAnswers(printed));
            };
        }

        boolean isLike(String printed) {
            var pattern = new StringBuilder();
            for (String line : normal(shown).split("\n", -1)) {
                pattern.append(pattern.isEmpty() ? "" : "\n");
                pattern.append(line.equals("…") ? "[\\s\\S]*?" : pieces(line));
            }
            return Pattern.matches(pattern.toString(), normal(printed));
        }

        private static String pieces(String line) {
            List<String> pieces = new ArrayList<>();
            for (String piece : line.split("…", -1)) {
                pieces.add(Pattern.quote(piece));
            }
            return String.join(".*?", pieces);
        }
    }

    /// The names of the rows of a table, in order.
    private static List<String> rows(String table) {
        return table.lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(it -> it.group(1))
                .toList();
    }

    /// A terminal shows the answer behind the prompt, and a test that types ahead does not.
    private static String withoutAnswers(String text) {
        return normal(text).replaceAll("(\\[r]eject: )\\w*\\n?", "$1\n");
    }

    static String normal(String text) {
        String normal = text.stripTrailing();
        for (Change change : CHANGING) {
            normal = normal.replaceAll(change.from(), change.to());
        }
        return normal;
    }

    static List<ConsoleBlock> of(String page) {
        List<ConsoleBlock> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(page);
        while (matcher.find()) {
            blocks.add(
                    new ConsoleBlock(
                            matcher.start(2),
                            matcher.end(2),
                            matcher.group(1) == null
                                    ? Kind.PIPE
                                    : Kind.valueOf(
                                            matcher.group(1).strip().toUpperCase(Locale.ROOT)),
                            commands(matcher.group(2))));
        }
        return blocks;
    }

    private static List<Typed> commands(String text) {
        List<Typed> commands = new ArrayList<>();
        for (String one : text.split("(?m)^\\$ ", -1)) {
            if (one.isEmpty()) {
                continue;
            }
            List<String> lines = one.lines().toList();
            List<String> input = new ArrayList<>();
            List<String> answers = new ArrayList<>();
            List<String> shown = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                if (line.startsWith("> ")) {
                    input.add(line.substring(2));
                } else {
                    Matcher answered = ANSWERED.matcher(line);
                    if (answered.matches()) {
                        answers.add(answered.group(2));
                    }
                    shown.add(line.startsWith("< ") ? line.substring(2) : line);
                }
            }
            commands.add(new Typed(lines.getFirst(), input, answers, String.join("\n", shown)));
        }
        return commands;
    }
}
