package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool.ArgumentMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Maps the arguments and results of the tools over sessions.
final class SessionMappings {

    static final Map<String, Mapping> PEGASUS =
            Map.of(
                    "task_list",
                    new Mapping(SessionMappings::arguments, SessionMappings::tasks),
                    "task_replay",
                    new Mapping(SessionMappings::arguments, SessionMappings::messages),
                    "session_archive_read",
                    new Mapping(ArgumentMapper.SAME, SessionMappings::messages),
                    "spawn_task",
                    new Mapping(ArgumentMapper.SAME, SessionMappings::task));

    private SessionMappings() {}

    private static Json.Obj arguments(Json.Obj arguments) {
        return JsonReshaping.from(arguments)
                .keep("date")
                .rename("taskId", "task_id")
                .rename("dataDir", "data_dir")
                .build();
    }

    private static Json task(Json.Obj data) {
        return JsonReshaping.from(data).rename("task_id", "taskId").keep("status").build();
    }

    private static Json tasks(Json.Obj data) {
        return JsonReshaping.list(
                JsonReshaping.objects(data, "tasks").stream()
                        .map(it ->
                                JsonReshaping.from(it)
                                        .rename("task_id", "taskId")
                                        .keep("description")
                                        .rename("started_at", "startedAt")
                                        .rename("updated_at", "updatedAt")
                                        .keep("messages")
                                        .build())
                        .toList());
    }

    /// A list has no field for what is wrong with the log, so that comes as its first message.
    private static Json messages(Json.Obj data) {
        List<Json.Obj> messages = new ArrayList<>();
        data.text("warning")
                .ifPresent(it ->
                        messages.add(Json.Obj.EMPTY.with("role", "system").with("content", it)));
        JsonReshaping.objects(data, "messages")
                .forEach(it ->
                        messages.add(
                                JsonReshaping.from(it)
                                        .keep("role", "content")
                                        .rename("ts", "timestamp")
                                        .keep("source")
                                        .rename("tool", "toolName")
                                        .build()));
        return JsonReshaping.list(messages);
    }
}
