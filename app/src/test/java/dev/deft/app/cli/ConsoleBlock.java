package dev.deft.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `console` block of a page: commands as somebody types them, each with what it prints.
///
/// Lines that begin with `$ ` are typed, lines with `> ` go to standard input, lines with `< ` are
/// answers to those. In what is printed, `…` stands for anything.
///
/// @param start where the text of the block begins in its page
/// @param anyOutput whether what is printed depends on the machine, and is not compared
record ConsoleBlock(int start, int end, boolean anyOutput, List<Typed> commands) {

    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^```console( machine)?\\n(.*?)^```$");

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

    /// One command.
    ///
    /// @param input lines that are typed while it runs
    /// @param shown what the page says that it prints
    record Typed(String line, List<String> input, String shown) {

        /// Whether the page tells the truth.
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
                            matcher.group(1) != null,
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
            List<String> shown = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                if (line.startsWith("> ")) {
                    input.add(line.substring(2));
                } else {
                    shown.add(line.startsWith("< ") ? line.substring(2) : line);
                }
            }
            commands.add(new Typed(lines.getFirst(), input, String.join("\n", shown)));
        }
        return commands;
    }
}
