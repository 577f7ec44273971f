package dev.deft.reference;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Puts results in the place of their names in the arguments of a call.
///
/// A text is replaced if all of it is a name. What a result contains is not looked at again.
public final class ReferenceArguments {

    /// How many bytes of results one call can take.
    public static final long MOST_BYTES = 8L << 20;

    /// Names of parameters that take no result: a path, an address or an id is never that long.
    private static final Set<String> NEVER =
            Set.of(
                    "path",
                    "paths",
                    "file",
                    "files",
                    "filename",
                    "workdir",
                    "directory",
                    "dir",
                    "cwd",
                    "root",
                    "url",
                    "urls",
                    "uri",
                    "host",
                    "method",
                    "name",
                    "id",
                    "tool",
                    "handle",
                    "session",
                    "action",
                    "to");

    private static final List<String> NEVER_ENDING = List.of("_path", "Path", "_id", "Id", "_dir");

    private final NamedResults references;
    private final List<PassedReference> passed = new ArrayList<>();
    private Optional<Failure> problem = Optional.empty();
    private long bytes;

    private ReferenceArguments(NamedResults references) {
        this.references = references;
    }

    /// The arguments with results in the place of names.
    public static Replaced of(Json.Obj arguments, NamedResults references) throws IOException {
        if (!containsPrefix(arguments)) {
            return new Replaced(arguments, List.of(), Optional.empty());
        }
        var replacing = new ReferenceArguments(references);
        Json.Obj all = replacing.object(arguments);
        return new Replaced(all, replacing.passed, replacing.problem);
    }

    /// The arguments of a call after the replacement.
    ///
    /// @param passed the results they have
    /// @param problem why the call cannot be made
    public record Replaced(
            Json.Obj arguments, List<PassedReference> passed, Optional<Failure> problem) {

        /// Copies the list.
        public Replaced {
            passed = List.copyOf(passed);
        }
    }

    /// The arguments with names in the place of results, for the log.
    public static Json.Obj restored(Json.Obj arguments, List<PassedReference> passed) {
        return passed.isEmpty() ? arguments : (Json.Obj) restored((Json) arguments, passed);
    }

    private static Json restored(Json value, List<PassedReference> passed) {
        if (value instanceof Json.Str string) {
            for (PassedReference it : passed) {
                if (it.text().equals(string.value())) {
                    return new Json.Str(it.name());
                }
            }
            return value;
        }
        if (value instanceof Json.Arr array) {
            return new Json.Arr(array.items().stream().map(it -> restored(it, passed)).toList());
        }
        if (value instanceof Json.Obj object) {
            Map<String, Json> fields = new LinkedHashMap<>();
            object.fields().forEach((name, it) -> fields.put(name, restored(it, passed)));
            return new Json.Obj(fields);
        }
        return value;
    }

    private static boolean containsPrefix(Json value) {
        if (value instanceof Json.Str string) {
            return ReferenceName.read(string.value()).isPresent();
        }
        if (value instanceof Json.Arr array) {
            for (Json item : array.items()) {
                if (containsPrefix(item)) {
                    return true;
                }
            }
            return false;
        }
        if (value instanceof Json.Obj object) {
            for (Json field : object.fields().values()) {
                if (containsPrefix(field)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Json.Obj object(Json.Obj object) throws IOException {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (Map.Entry<String, Json> it : object.fields().entrySet()) {
            fields.put(it.getKey(), value(it.getKey(), it.getValue()));
        }
        return new Json.Obj(fields);
    }

    private Json value(String parameter, Json value) throws IOException {
        if (value instanceof Json.Str string) {
            return text(parameter, string);
        }
        if (value instanceof Json.Arr array) {
            List<Json> items = new ArrayList<>();
            for (Json item : array.items()) {
                items.add(value(parameter, item));
            }
            return new Json.Arr(items);
        }
        return value instanceof Json.Obj object ? object(object) : value;
    }

    private Json text(String parameter, Json.Str text) throws IOException {
        if (problem.isPresent() || ReferenceName.read(text.value()).isEmpty()) {
            return text;
        }
        NamedResults.Found found = references.find(text.value());
        if (found instanceof NamedResults.Found.Unusable unusable) {
            problem = Optional.of(unusable.why());
            return text;
        }
        return found instanceof NamedResults.Found.Content content
                ? content(parameter, text, content.passed())
                : text;
    }

    private Json content(String parameter, Json.Str name, PassedReference it) {
        if (isNever(parameter)) {
            problem =
                    Optional.of(
                            failure(
                                    ErrorCode.INVALID_ARGUMENTS,
                                    "%s is a result of %d bytes, and %s takes none: give its value itself."
                                            .formatted(it.name(), it.bytes(), parameter)));
            return name;
        }
        bytes += it.bytes();
        if (bytes > MOST_BYTES) {
            problem = Optional.of(tooLarge(it.name(), bytes));
            return name;
        }
        passed.add(it);
        return new Json.Str(it.text());
    }

    /// A result, or several together, that no call can take.
    public static Failure tooLarge(String name, long bytes) {
        return failure(
                ErrorCode.TOO_LARGE,
                "With %s the arguments have %d bytes of results; a call takes %d at most. Work on its file in parts instead, with read or bash."
                        .formatted(name, bytes, MOST_BYTES));
    }

    private static boolean isNever(String parameter) {
        return NEVER.contains(parameter) || NEVER_ENDING.stream().anyMatch(parameter::endsWith);
    }
}
