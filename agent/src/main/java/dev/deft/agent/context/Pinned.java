package dev.deft.agent.context;

import dev.deft.agent.model.Part;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// What a summary must hold whatever the model wrote: what was asked for, and which files were
/// touched.
final class Pinned {

    private static final int LONGEST = 4_000;
    private static final int MOST_FILES = 100;
    private static final Pattern CHANGES = Pattern.compile("write|edit|patch|delete|move");
    private static final Pattern PATCHED =
            Pattern.compile("(?m)^\\*\\*\\* (?:Add|Update|Delete) File: *(.+?) *$");
    private static final List<String> PATHS =
            List.of("path", "file_path", "filePath", "from", "to", "source", "destination");

    private Pinned() {}

    static String of(List<Unit> units) {
        var text = new StringBuilder();
        List<Unit.Said> said =
                units.stream()
                        .filter(Unit.Said.class::isInstance)
                        .map(Unit.Said.class::cast)
                        .toList();
        if (!said.isEmpty()) {
            text.append("The user's first request, word for word:\n")
                    .append(quoted(said.getFirst().text()));
            if (said.size() > 1) {
                text.append("\nThe user's latest request before this point, word for word:\n")
                        .append(quoted(said.getLast().text()));
            }
        }
        Set<String> files = files(units);
        if (!files.isEmpty()) {
            text.append("\nFiles changed so far: ").append(String.join(", ", files)).append('\n');
        }
        return text.toString().strip();
    }

    private static String quoted(String text) {
        String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + " […]" : text;
        return "> " + cut.replace("\n", "\n> ") + "\n";
    }

    private static Set<String> files(List<Unit> units) {
        Set<String> files = new TreeSet<>();
        for (Unit unit : units) {
            if (unit instanceof Unit.Answered answered) {
                answered.calls().stream()
                        .filter(it -> CHANGES.matcher(it.tool()).find())
                        .forEach(it -> addFiles(it, files));
            }
        }
        return files;
    }

    private static void addFiles(Part.Call call, Set<String> files) {
        Optional<Json.Obj> arguments = arguments(call);
        if (arguments.isEmpty()) {
            return;
        }
        for (String name : PATHS) {
            arguments.get().text(name).filter(_ -> files.size() < MOST_FILES).ifPresent(files::add);
        }
        arguments
                .get()
                .text("patch")
                .ifPresent(patch ->
                        PATCHED.matcher(patch)
                                .results()
                                .limit(MOST_FILES)
                                .forEach(it -> files.add(it.group(1))));
    }

    private static Optional<Json.Obj> arguments(Part.Call call) {
        try {
            return Optional.of(JsonText.parseObject(call.arguments()));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }
}
