package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.Map;

/// Maps the arguments and results of the tools that read the web.
final class WebMappings {

    private static final long AEGIS_TIMEOUT_MS = 30_000;
    private static final long AEGIS_BODY_BYTES = 1024 * 1024;
    private static final long OPENCODE_BODY_BYTES = 5 * 1024 * 1024;
    private static final double MILLISECONDS = 1_000;

    static final Map<String, Mapping> AEGIS =
            Map.of(
                    "web_fetch",
                    new Mapping(
                            it ->
                                    it.with("timeout_ms", Json.Num.of(AEGIS_TIMEOUT_MS))
                                            .with("body_bytes", Json.Num.of(AEGIS_BODY_BYTES))
                                            .with("raw", new Json.Bool(true)),
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("url", "status", "content_type", "text", "raw")
                                            .put("truncated", JsonReshaping.isTruncated(it))
                                            .build()));

    static final Map<String, Mapping> OPENCODE =
            Map.of(
                    "webfetch",
                    new Mapping(
                            WebMappings::opencodeArguments,
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("url", "status", "content_type")
                                            .build()));

    static final Map<String, Mapping> PEGASUS =
            Map.of(
                    "web_search",
                    new Mapping(
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("query")
                                            .rename("limit", "max_results")
                                            .build(),
                            it -> JsonReshaping.from(it).keep("results").build()));

    private WebMappings() {}

    /// A timeout in seconds, which may have a fraction.
    private static Json.Obj opencodeArguments(Json.Obj arguments) {
        JsonReshaping mapped =
                JsonReshaping.from(arguments)
                        .keep("url", "format")
                        .put("body_bytes", Json.Num.of(OPENCODE_BODY_BYTES));
        if (arguments.find("timeout").orElse(Json.Null.VALUE) instanceof Json.Num seconds) {
            mapped.put("timeout_ms", Json.Num.of(Math.round(seconds.asDouble() * MILLISECONDS)));
        }
        return mapped.build();
    }
}
