package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.Optional;

/// Windows of `read` for dialects whose lines are counted from 0.
final class ReadWindow {

    private ReadWindow() {}

    /// The arguments of `read` for an offset from 0, with line numbers in the content.
    static Json.Obj fromZero(Json.Obj arguments, String pathName) {
        JsonReshaping mapped =
                JsonReshaping.from(arguments)
                        .rename(pathName, "path")
                        .keep("limit", "encoding")
                        .put("numbered", true);
        JsonReshaping.whole(arguments, "offset")
                .ifPresent(it ->
                        mapped.put(
                                "offset", Json.Num.of(Math.clamp(it, 0, Long.MAX_VALUE - 1) + 1)));
        return mapped.done();
    }

    /// The numbered lines and where to go on, counted from 0; nothing when the file is no text.
    static Optional<String> text(Json.Obj data) {
        if (!data.text("type").orElse("").equals("text")) {
            return Optional.empty();
        }
        String content = data.text("content").orElse("");
        boolean more = JsonReshaping.isSet(data, "more");
        long end = JsonReshaping.number(data, "end_line", 0);
        return Optional.of(
                more
                        ? "%s\n[lines up to %d of %d; go on with offset=%d]"
                                .formatted(
                                        content,
                                        end,
                                        JsonReshaping.number(data, "total_lines", 0),
                                        end)
                        : content);
    }
}
