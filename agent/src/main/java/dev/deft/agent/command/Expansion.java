package dev.deft.agent.command;

import dev.deft.agent.model.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Fills in one template, from left to right and only once.
final class Expansion {

    /// The most files and programs of one command.
    private static final int MAX_SOURCES = 20;

    private static final Pattern PLACEHOLDER =
            Pattern.compile(
                    "\\$\\$|\\\\[$@!]|\\$ARGUMENTS\\b|\\$[1-9](?![0-9])|!`([^`\\n]*)`"
                            + "|(?<![\\p{L}\\p{N}_@/.])@([\\p{L}\\p{N}_./~-]*[\\p{L}\\p{N}_/-])");

    private final Arguments arguments;
    private final CommandSources sources;
    private final Map<String, List<Part>> files = new LinkedHashMap<>();
    private int used;

    Expansion(Arguments arguments, CommandSources sources) {
        this.arguments = arguments;
        this.sources = sources;
    }

    ExpandedCommand of(String template) throws CommandException, InterruptedException {
        Matcher found = PLACEHOLDER.matcher(template);
        var text = new StringBuilder();
        boolean takesArguments = false;
        int end = 0;
        while (found.find()) {
            text.append(template, end, found.start()).append(value(found));
            takesArguments |= isArgument(found.group()) || Quoting.takesArguments(found.group());
            end = found.end();
        }
        text.append(template.substring(end));
        if (!takesArguments && !arguments.all().isEmpty()) {
            text.append("\n\n").append(arguments.all());
        }
        List<Part> parts = new ArrayList<>(List.of(new Part.Text(text.toString().strip())));
        files.values().forEach(parts::addAll);
        return new ExpandedCommand(parts);
    }

    private static boolean isArgument(String placeholder) {
        return placeholder.startsWith("$") && !placeholder.equals("$$");
    }

    private String value(Matcher found) throws CommandException, InterruptedException {
        String placeholder = found.group();
        if (placeholder.equals("$$")) {
            return "$";
        }
        if (placeholder.startsWith("\\")) {
            return placeholder.substring(1);
        }
        if (placeholder.startsWith("$A")) {
            return arguments.all();
        }
        if (placeholder.startsWith("$")) {
            return arguments.word(placeholder.charAt(1) - '0');
        }
        if (placeholder.startsWith("!")) {
            count();
            return sources.run(Quoting.script(found.group(1), arguments)).stripTrailing();
        }
        file(found.group(2));
        return placeholder;
    }

    /// A word such as `@Override` that names no file stays as it is.
    private void file(String path) throws CommandException, InterruptedException {
        if (files.containsKey(path)) {
            return;
        }
        count();
        Optional<List<Part>> content = sources.read(path);
        if (content.isPresent()) {
            files.put(path, content.get());
        }
    }

    private void count() throws CommandException {
        used++;
        if (used > MAX_SOURCES) {
            throw new CommandException(
                    "The command names more than %d files and programs.".formatted(MAX_SOURCES));
        }
    }
}
