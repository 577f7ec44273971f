package dev.deft.engine.prompt;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an agent is told about itself, made of a template and the facts of a run.
///
/// A hole such as `{edit|apply_patch}` is filled with the names that the dialect has for these
/// tools; a line with a hole that nothing fills is left out. A line that begins with `somebody:` or
/// `nobody:` is for runs where somebody, or nobody, can be asked.
public final class AgentPrompt {

    private static final Pattern HOLE = Pattern.compile("\\{([a-z_|]+)}");
    private static final String SOMEBODY = "somebody:";
    private static final String NOBODY = "nobody:";

    private final Function<String, Optional<String>> names;
    private final boolean somebody;

    /// @param names what a tool is called in this run, by its id; nothing where it is not offered
    /// @param somebody whether anybody can be asked
    public AgentPrompt(Function<String, Optional<String>> names, boolean somebody) {
        this.names = names;
        this.somebody = somebody;
    }

    public String of(String template) {
        return template.lines()
                .flatMap(it -> chosen(it).stream())
                .flatMap(it -> filled(it).stream())
                .collect(Collectors.joining("\n"))
                .strip();
    }

    private Optional<String> chosen(String line) {
        if (line.startsWith(SOMEBODY)) {
            return somebody
                    ? Optional.of(line.substring(SOMEBODY.length()).strip())
                    : Optional.empty();
        }
        if (line.startsWith(NOBODY)) {
            return somebody
                    ? Optional.empty()
                    : Optional.of(line.substring(NOBODY.length()).strip());
        }
        return Optional.of(line);
    }

    private Optional<String> filled(String line) {
        Matcher holes = HOLE.matcher(line);
        var text = new StringBuilder();
        while (holes.find()) {
            List<String> offered =
                    Stream.of(holes.group(1).split("\\|", -1))
                            .flatMap(it -> names.apply(it).stream())
                            .map(it -> "`" + it + "`")
                            .toList();
            if (offered.isEmpty()) {
                return Optional.empty();
            }
            holes.appendReplacement(text, Matcher.quoteReplacement(String.join(" or ", offered)));
        }
        return Optional.of(holes.appendTail(text).toString());
    }
}
