package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Maps the arguments and results of schedules and messages.
final class ScheduleMappings {

    static final Map<String, Mapping> INVENTORY =
            Map.of(
                    "cron", new Mapping(it -> it, ScheduleMappings::lines),
                    "message",
                            new Mapping(it -> it, it -> ShellMappings.lines(it, "to", "status")));

    static final Map<String, Mapping> PEGASUS =
            Map.of(
                    "reply",
                    new Mapping(
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("text")
                                            .rename("channelId", "channel_id")
                                            .rename("replyTo", "reply_to")
                                            .build(),
                            it ->
                                    JsonReshaping.from(it)
                                            .put("delivered", true)
                                            .rename("channel_id", "channelId")
                                            .rename("reply_to", "replyTo")
                                            .build()));

    private ScheduleMappings() {}

    /// `key: value` lines; the jobs of a list are separated by empty lines.
    private static Json lines(Json.Obj data) {
        if (data.find("jobs").isEmpty()) {
            return ShellMappings.lines(data, "id", "schedule", "next", "removed");
        }
        List<Json.Obj> jobs = JsonReshaping.objects(data, "jobs");
        String blocks =
                jobs.stream()
                        .map(it ->
                                ((Json.Str)
                                                ShellMappings.lines(
                                                        it,
                                                        "id",
                                                        "schedule",
                                                        "next",
                                                        "status",
                                                        "prompt"))
                                        .value())
                        .collect(Collectors.joining("\n\n"));
        String count = "count: " + data.find("count").map(String::valueOf).orElse("0");
        return new Json.Str(jobs.isEmpty() ? count : count + "\n\n" + blocks);
    }
}
