package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Maps the arguments and results of the tools that run commands.
final class ShellMappings {

    private static final long AEGIS_TIMEOUT_MS = 60_000;
    private static final long INVENTORY_DEFAULT_SECONDS = 1_800;
    private static final long INVENTORY_MIN_SECONDS = 10;
    private static final long INVENTORY_MAX_SECONDS = 86_400;
    private static final long OPENCODE_MAX_MS = 600_000;

    static final Map<String, Mapping> AEGIS =
            Map.of(
                    "bash",
                    new Mapping(
                            it -> it.with("timeout_ms", Json.Num.of(AEGIS_TIMEOUT_MS)),
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("exit_code", "output")
                                            .put("truncated", JsonReshaping.isTruncated(it))
                                            .build()));

    static final Map<String, Mapping> INVENTORY =
            Map.of(
                    "exec", new Mapping(ShellMappings::execArguments, ShellMappings::execResult),
                    "process",
                            new Mapping(
                                    it -> it,
                                    it ->
                                            lines(
                                                    it,
                                                    "process_id",
                                                    "running",
                                                    "exit_code",
                                                    "output")));

    static final Map<String, Mapping> OPENCODE =
            Map.of(
                    "bash",
                    new Mapping(
                            ShellMappings::opencodeArguments,
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("exit_code", "signal", "sandbox")
                                            .build()));

    private ShellMappings() {}

    private static Json.Obj execArguments(Json.Obj arguments) {
        long seconds =
                Math.clamp(
                        JsonReshaping.integerOr(arguments, "timeout", INVENTORY_DEFAULT_SECONDS),
                        INVENTORY_MIN_SECONDS,
                        INVENTORY_MAX_SECONDS);
        return JsonReshaping.from(arguments)
                .keep("command", "workdir", "env", "background")
                .put("timeout_s", Json.Num.of(seconds))
                .build();
    }

    /// A background process is shown as its id and state; any other result is the output itself.
    private static Json execResult(Json.Obj data) {
        if (data.find("process_id").isEmpty()) {
            return data;
        }
        Json.Obj running = data.with("running", new Json.Bool(true));
        return data.text("output").orElse("").isEmpty()
                ? lines(running, "process_id", "running")
                : lines(running, "process_id", "running", "output");
    }

    private static Json.Obj opencodeArguments(Json.Obj arguments) {
        JsonReshaping mapped =
                JsonReshaping.from(arguments).keep("command", "description", "workdir");
        if (arguments.find("timeout").orElse(Json.Null.VALUE) instanceof Json.Num millis) {
            long timeout = Math.clamp((long) Math.ceil(millis.asDouble()), 1, OPENCODE_MAX_MS);
            mapped.put("timeout_ms", Json.Num.of(timeout));
        }
        return mapped.build();
    }

    /// `key: value` lines of the fields that there are.
    static Json lines(Json.Obj data, String... names) {
        return new Json.Str(
                List.of(names).stream()
                        .flatMap(
                                name -> data.find(name).map(it -> name + ": " + plain(it)).stream())
                        .collect(Collectors.joining("\n")));
    }

    private static String plain(Json value) {
        return switch (value) {
            case Json.Str(String text) -> text;
            case Json.Num(String literal) -> literal;
            case Json.Bool(boolean flag) -> String.valueOf(flag);
            case Json.Null _ -> "";
            case Json.Arr(List<Json> items) ->
                    items.stream().map(ShellMappings::plain).collect(Collectors.joining(", "));
            case Json.Obj(Map<String, Json> fields) ->
                    fields.values().stream()
                            .map(ShellMappings::plain)
                            .collect(Collectors.joining(", "));
        };
    }

    @SafeVarargs
    static Map<String, Mapping> joined(Map<String, Mapping>... all) {
        Map<String, Mapping> joined = new HashMap<>();
        for (Map<String, Mapping> each : all) {
            joined.putAll(each);
        }
        return Map.copyOf(joined);
    }
}
