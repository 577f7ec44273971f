package dev.deft.agent.context;

import dev.deft.agent.model.Part;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Facts that every summary contains, whatever the model wrote: the user's requests and the changed
/// files.
///
/// @param first the first request of the user
/// @param latest the last request, if there is more than one
record Pinned(Optional<String> first, Optional<String> latest, SortedSet<String> files) {

    static final Pinned NONE = new Pinned(Optional.empty(), Optional.empty(), new TreeSet<>());

    private static final int LONGEST = 4_000;
    private static final int MOST_FILES = 100;
    private static final Pattern CHANGES = Pattern.compile("write|edit|patch|delete|move");
    private static final Pattern PATCHED =
            Pattern.compile("(?m)^\\*\\*\\* (?:Add|Update|Delete) File: *(.+?) *$");
    private static final List<String> PATHS =
            List.of("path", "file_path", "filePath", "from", "to", "source", "destination");

    Pinned plus(List<Unit> units) {
        Optional<String> original = first;
        Optional<String> last = latest;
        SortedSet<String> touched = new TreeSet<>(files);
        for (Unit unit : units) {
            switch (unit) {
                case Unit.UserMessage it -> {
                    last = original.isPresent() ? Optional.of(cut(it.text())) : last;
                    original = original.or(() -> Optional.of(cut(it.text())));
                }
                case Unit.Step it -> addFiles(it, touched);
            }
        }
        return new Pinned(original, last, touched);
    }

    Json.Obj json() {
        Json.Obj json = Json.Obj.EMPTY.with("files", Json.Arr.ofTexts(List.copyOf(files)));
        json = first.isPresent() ? json.with("first", first.get()) : json;
        return latest.isPresent() ? json.with("latest", latest.get()) : json;
    }

    static Pinned read(Json.Obj json) {
        SortedSet<String> files = new TreeSet<>();
        if (json.find("files").orElse(Json.Obj.EMPTY) instanceof Json.Arr(List<Json> items)) {
            for (Json item : items) {
                if (item instanceof Json.Str(String file)) {
                    add(file, files);
                }
            }
        }
        return new Pinned(json.text("first"), json.text("latest"), files);
    }

    String text() {
        var text = new StringBuilder();
        first.ifPresent(
                it -> text.append("The user's first request, word for word:\n").append(quoted(it)));
        latest.ifPresent(it ->
                text.append("\nThe user's latest request before this point, word for word:\n")
                        .append(quoted(it)));
        if (!files.isEmpty()) {
            text.append("\nFiles changed so far: ").append(String.join(", ", files)).append('\n');
        }
        return text.toString().strip();
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + " […]" : text;
    }

    private static String quoted(String text) {
        return "> " + text.replace("\n", "\n> ") + "\n";
    }

    private static void addFiles(Unit.Step answered, Set<String> files) {
        answered.calls().stream()
                .filter(it -> CHANGES.matcher(it.tool()).find())
                .forEach(it -> addFiles(it, files));
    }

    private static void addFiles(Part.Call call, Set<String> files) {
        Optional<Json.Obj> arguments = arguments(call);
        if (arguments.isEmpty()) {
            return;
        }
        for (String name : PATHS) {
            arguments.get().text(name).ifPresent(it -> add(it, files));
        }
        arguments
                .get()
                .text("patch")
                .ifPresent(patch ->
                        PATCHED.matcher(patch).results().forEach(it -> add(it.group(1), files)));
    }

    private static void add(String file, Set<String> files) {
        if (files.size() < MOST_FILES) {
            files.add(file);
        }
    }

    private static Optional<Json.Obj> arguments(Part.Call call) {
        try {
            return Optional.of(JsonText.parseObject(call.arguments()));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }
}
