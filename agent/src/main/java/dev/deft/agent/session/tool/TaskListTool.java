package dev.deft.agent.session.tool;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lists the tasks of a day: the sessions that began on it.
public final class TaskListTool implements Tool<TaskListTool.Params> {

    private static final int MAX_TASKS = 200;
    private static final int MAX_DESCRIPTION = 200;

    private final InstantSource clock;

    /// @param clock says what today is
    public TaskListTool(InstantSource clock) {
        this.clock = clock;
    }

    public record Params(
            @Doc("Day such as 2026-01-31, in UTC; today when left out") Optional<String> date,
            @Doc("Directory of logs below .deft; that of this workspace when left out")
                    @Bounds(min = 1, max = 1_000)
                    Optional<String> dataDir) {}

    /// The tasks of a day, the last one first.
    ///
    /// @param total of all tasks of that day
    public record Data(String date, List<Task> tasks, int total) {

        public Data {
            tasks = List.copyOf(tasks);
        }
    }

    /// One task.
    ///
    /// @param description its title
    /// @param messages what the user and the model said, and calls that no model made
    public record Task(
            String taskId, String description, String startedAt, String updatedAt, int messages) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "task_list",
                        Params.class,
                        ToolCategory.DATA,
                        ToolKind.READ,
                        Map.of("most", MAX_TASKS))
                .requiring(SessionAccess.REQUIRED);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.dataDir().orElse("")));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        LocalDate day;
        try {
            day =
                    params.date().isPresent()
                            ? LocalDate.parse(params.date().get().strip())
                            : LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        } catch (DateTimeException _) {
            return ToolResult.failure(
                    ErrorCode.INVALID_ARGUMENTS,
                    "date is \"%s\"; expected a day such as 2026-01-31."
                            .formatted(params.date().orElse("")));
        }
        SessionLogs logs = host.handle(WorkspaceSessions.class).logs(params.dataDir());
        List<SessionLogs.StoredLog> found =
                logs.list().stream()
                        .filter(it -> LocalDate.ofInstant(it.began(), ZoneOffset.UTC).equals(day))
                        .toList();
        List<Task> tasks = new ArrayList<>();
        for (SessionLogs.StoredLog log : found.subList(0, Math.min(MAX_TASKS, found.size()))) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            tasks.add(task(logs, log));
        }
        return ToolResult.output(
                new Data(day.toString(), tasks, found.size()),
                text(tasks, found.size(), day),
                "%d tasks on %s".formatted(found.size(), day));
    }

    private static Task task(SessionLogs logs, SessionLogs.StoredLog log) throws IOException {
        var title = new TitleReader();
        var _ = logs.read(log.id(), title::add);
        int messages = MessageReader.read(logs, log.id(), 1, MessageReader.Results.HIDDEN).count();
        return new Task(
                log.id().value(),
                title.text(MAX_DESCRIPTION),
                log.began().toString(),
                log.modified().toString(),
                messages);
    }

    private static String text(List<Task> tasks, int total, LocalDate day) {
        if (tasks.isEmpty()) {
            return "No task began on %s.".formatted(day);
        }
        var text = new KeyValueText();
        for (Task task : tasks) {
            text.separate().add("task_id", task.taskId());
            text.add("description", task.description());
            text.add("started_at", task.startedAt());
            text.add("updated_at", task.updatedAt());
            text.add("messages", task.messages());
        }
        if (tasks.size() < total) {
            text.separate().add("total", total);
        }
        return text.toString();
    }
}
