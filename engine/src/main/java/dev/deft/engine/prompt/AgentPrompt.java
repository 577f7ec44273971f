package dev.deft.engine.prompt;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes the system prompt from a template.
///
/// A placeholder such as `{edit|apply_patch}` becomes the names of these tools in the dialect; a
/// line with a placeholder for tools that are not offered is omitted. A line that begins with
/// `interactive:` or `headless:` is for runs where somebody, or nobody, can be asked.
public final class AgentPrompt {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_|]+)}");
    private static final String INTERACTIVE = "interactive:";
    private static final String HEADLESS = "headless:";

    private final Function<String, Optional<String>> names;
    private final boolean interactive;

    /// @param names the name of a tool in this run, by its id; absent if it is not offered
    /// @param interactive whether somebody can be asked
    public AgentPrompt(Function<String, Optional<String>> names, boolean interactive) {
        this.names = names;
        this.interactive = interactive;
    }

    public String of(String template) {
        return template.lines()
                .flatMap(it -> chosen(it).stream())
                .flatMap(it -> filled(it).stream())
                .collect(Collectors.joining("\n"))
                .strip();
    }

    private Optional<String> chosen(String line) {
        if (line.startsWith(INTERACTIVE)) {
            return interactive
                    ? Optional.of(line.substring(INTERACTIVE.length()).strip())
                    : Optional.empty();
        }
        if (line.startsWith(HEADLESS)) {
            return interactive
                    ? Optional.empty()
                    : Optional.of(line.substring(HEADLESS.length()).strip());
        }
        return Optional.of(line);
    }

    private Optional<String> filled(String line) {
        Matcher placeholders = PLACEHOLDER.matcher(line);
        var text = new StringBuilder();
        while (placeholders.find()) {
            List<String> offered =
                    Stream.of(placeholders.group(1).split("\\|", -1))
                            .flatMap(it -> names.apply(it).stream())
                            .map(it -> "`" + it + "`")
                            .toList();
            if (offered.isEmpty()) {
                return Optional.empty();
            }
            placeholders.appendReplacement(
                    text, Matcher.quoteReplacement(String.join(" or ", offered)));
        }
        return Optional.of(placeholders.appendTail(text).toString());
    }
}
