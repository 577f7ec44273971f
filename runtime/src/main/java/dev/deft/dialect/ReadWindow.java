package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.Optional;

/// Maps `read` for dialects that count lines from 0.
final class ReadWindow {

    private ReadWindow() {}

    /// The arguments of `read` for an offset counted from 0; the content has line numbers.
    static Json.Obj fromZero(Json.Obj arguments, String pathName) {
        JsonReshaping mapped =
                JsonReshaping.from(arguments)
                        .rename(pathName, "path")
                        .keep("limit", "encoding")
                        .put("numbered", true);
        JsonReshaping.integer(arguments, "offset")
                .ifPresent(it ->
                        mapped.put(
                                "offset", Json.Num.of(Math.clamp(it, 0, Long.MAX_VALUE - 1) + 1)));
        return mapped.build();
    }

    /// The numbered lines, and the next offset counted from 0; empty if the file is no text.
    static Optional<String> text(Json.Obj data) {
        if (!data.text("type").orElse("").equals("text")) {
            return Optional.empty();
        }
        String content = data.text("content").orElse("");
        boolean hasMore = JsonReshaping.isSet(data, "more");
        long end = JsonReshaping.integerOr(data, "end_line", 0);
        return Optional.of(
                hasMore
                        ? "%s\n[lines up to %d of %d; continue with offset=%d]"
                                .formatted(
                                        content,
                                        end,
                                        JsonReshaping.integerOr(data, "total_lines", 0),
                                        end)
                        : content);
    }
}
