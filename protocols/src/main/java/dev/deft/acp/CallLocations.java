package dev.deft.acp;

import dev.deft.engine.files.EditorFiles.TextChange;
import dev.deft.json.Json;
import dev.deft.tool.ToolKind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Where in the files a call works, so that the editor can follow it.
final class CallLocations {

    private static final Set<ToolKind> KINDS =
            Set.of(ToolKind.READ, ToolKind.EDIT, ToolKind.DELETE, ToolKind.MOVE, ToolKind.SEARCH);

    private static final List<String> PATHS =
            List.of("path", "file_path", "filePath", "from", "to", "source", "destination");

    private static final List<String> LINES = List.of("offset", "line");

    private CallLocations() {}

    /// The files that the arguments of a call name.
    ///
    /// @param root what relative paths are relative to
    static List<Json> named(Path root, ToolKind kind, Json arguments) {
        if (!KINDS.contains(kind) || !(arguments instanceof Json.Obj fields)) {
            return List.of();
        }
        List<Json> all = new ArrayList<>();
        for (String name : PATHS) {
            fields.text(name)
                    .flatMap(it -> absolute(root, it))
                    .ifPresent(it -> all.add(at(it, line(fields))));
        }
        return all;
    }

    static Optional<Path> absolute(Path root, String path) {
        try {
            return Optional.of(root.resolve(path).normalize());
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static OptionalLong line(Json.Obj fields) {
        for (String name : LINES) {
            if (fields.find(name).orElse(Json.Null.VALUE) instanceof Json.Num number) {
                long line = number.asLong().orElse(0L);
                return line > 0 && line <= Integer.MAX_VALUE
                        ? OptionalLong.of(line)
                        : OptionalLong.empty();
            }
        }
        return OptionalLong.empty();
    }

    /// The first changed line of each file.
    static List<Json> changed(List<TextChange> changes) {
        List<Json> all = new ArrayList<>();
        for (TextChange it : changes) {
            all.add(
                    at(
                            it.file(),
                            OptionalLong.of(
                                    firstDifference(
                                            it.before().orElse(""), it.after().orElse("")))));
        }
        return all;
    }

    private static long firstDifference(String before, String after) {
        long line = 1;
        int shorter = Math.min(before.length(), after.length());
        for (int i = 0; i < shorter && before.charAt(i) == after.charAt(i); i++) {
            line += before.charAt(i) == '\n' ? 1 : 0;
        }
        return line;
    }

    private static Json at(Path file, OptionalLong line) {
        Json.Obj location = Json.Obj.EMPTY.with("path", file.toString());
        return line.isPresent() ? location.with("line", Json.Num.of(line.getAsLong())) : location;
    }
}
