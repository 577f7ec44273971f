package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tools of the dialects that run commands.
final class ShellMappings {

    private static final long AEGIS_MS = 60_000;
    private static final long INVENTORY_SECONDS = 1_800;
    private static final long INVENTORY_LEAST_SECONDS = 10;
    private static final long INVENTORY_MOST_SECONDS = 86_400;
    private static final long OPENCODE_MOST_MS = 600_000;

    static final Map<String, Mapping> AEGIS =
            Map.of(
                    "bash",
                    new Mapping(
                            it -> it.with("timeout_ms", Json.Num.of(AEGIS_MS)),
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("exit_code", "output")
                                            .put("truncated", JsonReshaping.isCut(it))
                                            .done()));

    static final Map<String, Mapping> INVENTORY =
            Map.of(
                    "exec", new Mapping(ShellMappings::inSeconds, ShellMappings::executed),
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
                            ShellMappings::inMillis,
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("exit_code", "signal", "sandbox")
                                            .done()));

    private ShellMappings() {}

    private static Json.Obj inSeconds(Json.Obj arguments) {
        long seconds =
                Math.clamp(
                        JsonReshaping.number(arguments, "timeout", INVENTORY_SECONDS),
                        INVENTORY_LEAST_SECONDS,
                        INVENTORY_MOST_SECONDS);
        return JsonReshaping.from(arguments)
                .keep("command", "workdir", "env", "background")
                .put("timeout_s", Json.Num.of(seconds))
                .done();
    }

    /// What is in the background is told by its id; of all else the text is the result.
    private static Json executed(Json.Obj data) {
        if (data.find("process_id").isEmpty()) {
            return data;
        }
        Json.Obj told = data.with("running", new Json.Bool(true));
        return data.text("output").orElse("").isEmpty()
                ? lines(told, "process_id", "running")
                : lines(told, "process_id", "running", "output");
    }

    private static Json.Obj inMillis(Json.Obj arguments) {
        JsonReshaping mapped =
                JsonReshaping.from(arguments).keep("command", "description", "workdir");
        if (arguments.find("timeout").orElse(Json.Null.VALUE) instanceof Json.Num millis) {
            long most = Math.clamp((long) Math.ceil(millis.asDouble()), 1, OPENCODE_MOST_MS);
            mapped.put("timeout_ms", Json.Num.of(most));
        }
        return mapped.done();
    }

    private static Json lines(Json.Obj data, String... names) {
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

    /// Both sets of mappings.
    static Map<String, Mapping> joined(Map<String, Mapping> first, Map<String, Mapping> second) {
        return Stream.of(first, second)
                .flatMap(it -> it.entrySet().stream())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
