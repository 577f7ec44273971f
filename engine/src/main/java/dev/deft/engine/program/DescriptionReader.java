package dev.deft.engine.program;

import dev.deft.codec.LocatedJson;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.PolicyFile;
import dev.deft.run.NearestNames;
import dev.deft.schema.ForeignSchema;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the description of a tool. Mistakes have their position.
final class DescriptionReader {

    static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);
    static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);
    static final int LONGEST_TEXT = 1_500;

    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9_-]{0,63}");
    private static final List<String> KEYS =
            List.of(
                    "$schema",
                    "description",
                    "parameters",
                    "command",
                    "requires",
                    "timeout_ms",
                    "category",
                    "kind");
    private static final String WORKSPACE = "{workspace}/";

    private final Path root;
    private final ToolDescription.Origin origin;
    private final LocatedJson content;

    private DescriptionReader(Path root, ToolDescription.Origin origin, LocatedJson content) {
        this.root = root;
        this.origin = origin;
        this.content = content;
    }

    /// @throws IOException with one sentence that names the file and the position
    static ToolDescription read(Path root, ToolDescription.Origin origin) throws IOException {
        LocatedJson content;
        try {
            content = LocatedJson.parse(origin.content());
        } catch (JsonSyntaxException e) {
            throw wrong(origin, new Position(e.line(), e.column()), e.problem());
        }
        var reader = new DescriptionReader(root, origin, content);
        if (!(content.value() instanceof Json.Obj)) {
            throw reader.wrong(content, "must be an object, not " + content.value().kind());
        }
        return reader.description();
    }

    private ToolDescription description() throws IOException {
        for (var field : content.fields().entrySet()) {
            if (!KEYS.contains(field.getKey())) {
                throw wrong(
                        origin,
                        field.getValue().position(),
                        "there is no key %s; did you mean %s?"
                                .formatted(
                                        NearestNames.quoted(field.getKey()),
                                        NearestNames.of(field.getKey(), KEYS).getFirst()));
            }
        }
        return new ToolDescription(
                id(),
                text(),
                parameters(),
                command(),
                requires(),
                timeout(),
                word("category")
                        .map(it -> constant(ToolCategory.values(), ToolCategory::wire, it))
                        .orElse(Optional.of(ToolCategory.CUSTOM))
                        .orElseThrow(() -> wrong(at("category"), "is no category of tools")),
                word("kind")
                        .map(it -> constant(ToolKind.values(), ToolKind::wire, it))
                        .orElse(Optional.of(ToolKind.EXECUTE))
                        .orElseThrow(() -> wrong(at("kind"), "is no kind of tools")),
                origin);
    }

    private static <T> Optional<T> constant(
            T[] all, java.util.function.Function<T, String> wire, String word) {
        for (T it : all) {
            if (wire.apply(it).equals(word)) {
                return Optional.of(it);
            }
        }
        return Optional.empty();
    }

    private String id() throws IOException {
        String file = String.valueOf(origin.file().getFileName());
        String id = file.substring(0, file.length() - ProgramTools.EXTENSION.length());
        if (!ID.matcher(id).matches()) {
            throw new IOException(
                    "%s is not used: the name of a tool has 1 to 64 lower-case letters, digits, _ or -, and begins with a letter."
                            .formatted(origin.name()));
        }
        return id;
    }

    private LocatedJson at(String key) {
        return content.find(key).map(Field::value).orElse(content);
    }

    private Optional<String> word(String key) throws IOException {
        Optional<Field> field = content.find(key);
        if (field.isEmpty()) {
            return Optional.empty();
        }
        if (field.get().value().value() instanceof Json.Str(String text)) {
            return Optional.of(text);
        }
        throw wrong(at(key), key + " must be a string");
    }

    private String text() throws IOException {
        String text = word("description").orElse("").strip();
        if (text.isEmpty()) {
            throw wrong(content, "needs a description, which the model reads");
        }
        if (text.length() > LONGEST_TEXT) {
            throw wrong(
                    at("description"),
                    "description has more than %d characters".formatted(LONGEST_TEXT));
        }
        return text.replaceAll("[\\p{Cntrl}\\p{Cf}&&[^\\n\\t]]", " ");
    }

    private Json.Obj parameters() throws IOException {
        Optional<Field> field = content.find("parameters");
        if (field.isEmpty()) {
            return Json.Obj.EMPTY
                    .with("type", "object")
                    .with("additionalProperties", new Json.Bool(false));
        }
        Optional<ForeignSchema.Mistake> mistake = ForeignSchema.mistake(field.get().value());
        if (mistake.isPresent()) {
            throw wrong(origin, mistake.get().position(), "parameters: " + mistake.get().problem());
        }
        return (Json.Obj) field.get().value().value();
    }

    private List<String> command() throws IOException {
        LocatedJson at = at("command");
        if (!(at.value() instanceof Json.Arr) || at.items().isEmpty()) {
            throw wrong(at, "needs a command: an array of a program and its arguments");
        }
        List<String> words = new ArrayList<>();
        for (LocatedJson item : at.items()) {
            if (!(item.value() instanceof Json.Str(String word)) || word.indexOf('\0') >= 0) {
                throw wrong(item, "a word of the command must be a string");
            }
            words.add(resolved(item, word));
        }
        if (words.getFirst().isBlank()) {
            throw wrong(at, "the program of the command is empty");
        }
        return words;
    }

    /// A word that begins with `./` or `../` is a file beside the description.
    private String resolved(LocatedJson at, String word) throws IOException {
        if (!word.startsWith("./") && !word.startsWith("../")) {
            return word;
        }
        Path home = origin.file().resolveSibling("").normalize();
        try {
            Path file = home.resolve(word).normalize();
            if (!file.startsWith(origin.project() ? root : home)) {
                throw wrong(at, NearestNames.quoted(word) + " leads out of the " + place());
            }
            return file.toString();
        } catch (InvalidPathException _) {
            throw wrong(at, NearestNames.quoted(word) + " is no path");
        }
    }

    private String place() {
        return origin.project() ? "workspace" : "directory of the tool";
    }

    private RequirementSet requires() throws IOException {
        Optional<Field> field = content.find("requires");
        if (field.isEmpty()) {
            return RequirementSet.NONE;
        }
        LocatedJson at = field.get().value();
        if (!(at.value() instanceof Json.Obj object)) {
            throw wrong(at, "requires must be an object");
        }
        RequirementSet set;
        try {
            set = PolicyFile.requirements(object);
        } catch (IllegalArgumentException e) {
            throw wrong(at, String.valueOf(e.getMessage()));
        }
        if (!set.shell().isEmpty() || !set.capabilities().isEmpty()) {
            throw wrong(
                    at,
                    "requires has only fs and net here; the program may start others in its"
                            + " sandbox");
        }
        for (String it : set.read()) {
            requirePlace(at, it);
        }
        for (String it : set.write()) {
            requirePlace(at, it);
        }
        for (String it : set.hosts()) {
            if (it.indexOf('*') >= 0) {
                throw wrong(at, "requires.net.hosts names each host; " + it + " is a pattern");
            }
        }
        return set;
    }

    /// What a call touches must be known before it runs, so patterns are trees or files.
    private void requirePlace(LocatedJson at, String pattern) throws IOException {
        String plain =
                pattern.endsWith("/**")
                        ? pattern.substring(0, pattern.length() - "/**".length())
                        : pattern;
        String inside = plain.equals("{workspace}") ? "" : plain;
        boolean known =
                plain.equals("{workspace}")
                        || (inside.startsWith(WORKSPACE) && inside.length() > WORKSPACE.length());
        boolean simple =
                inside.substring(known && !inside.isEmpty() ? WORKSPACE.length() : 0)
                        .chars()
                        .noneMatch(it -> "*?[]{}\\".indexOf(it) >= 0);
        if (!known || !simple || List.of(inside.split("/", -1)).contains("..")) {
            throw wrong(
                    at,
                    "requires.fs: %s must be a file or a tree of the workspace, such as {workspace}/src/**"
                            .formatted(NearestNames.quoted(pattern)));
        }
    }

    private Duration timeout() throws IOException {
        Optional<Field> field = content.find("timeout_ms");
        if (field.isEmpty()) {
            return DEFAULT_TIMEOUT;
        }
        if (field.get().value().value() instanceof Json.Num number
                && number.asLong().isPresent()
                && number.asLong().get() >= 1
                && number.asLong().get() <= LONGEST_TIMEOUT.toMillis()) {
            return Duration.ofMillis(number.asLong().get());
        }
        throw wrong(
                field.get().value(),
                "timeout_ms must be a whole number from 1 to " + LONGEST_TIMEOUT.toMillis());
    }

    private IOException wrong(LocatedJson at, String problem) {
        return wrong(origin, at.position(), problem);
    }

    private static IOException wrong(
            ToolDescription.Origin origin, Position position, String problem) {
        return new IOException(
                "%s, line %d, column %d: %s. The tool is not used."
                        .formatted(origin.name(), position.line(), position.column(), problem));
    }
}
