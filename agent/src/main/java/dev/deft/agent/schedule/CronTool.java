package dev.deft.agent.schedule;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.output.TerminalText;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Lists, adds and removes the scheduled jobs of the workspace.
public final class CronTool implements Tool<CronTool.Params> {

    /// The most jobs that a list shows.
    private static final int MAX_LISTED = 100;

    /// How much of a prompt a list shows.
    private static final int PROMPT_SHOWN = 200;

    private final InstantSource clock;

    public CronTool(InstantSource clock) {
        this.clock = clock;
    }

    public record Params(
            @Doc("What to do") Action action,
            @Doc(
                            "For add: minute hour day-of-month month day-of-week, such as `30 9 * * mon-fri`, or a word such as `@daily`")
                    Optional<String> schedule,
            @Doc("For add: what the agent is told each time") Optional<String> prompt,
            @Doc("For remove: the job. For add: a name for it; generated when left out")
                    Optional<String> id,
            @Doc("For add: the time zone of the schedule, such as Europe/Berlin; UTC when left out")
                    Optional<String> zone) {}

    /// The actions.
    public enum Action {
        LIST,
        ADD,
        REMOVE
    }

    /// The jobs that the call listed, added or removed.
    ///
    /// @param id of the job that was added or removed
    /// @param next when the added job runs first
    /// @param count how many jobs there are, for a list
    public record Data(
            Optional<String> id,
            Optional<String> schedule,
            Optional<String> zone,
            Optional<String> next,
            Optional<Boolean> removed,
            Optional<Integer> count,
            Optional<List<Listed>> jobs) {}

    /// A job of a list.
    ///
    /// @param status `own`, or `foreign` or `damaged` for one that does not run
    public record Listed(
            String id, String schedule, String zone, String next, String status, String prompt) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                "cron",
                Params.class,
                ToolCategory.SYSTEM,
                ToolKind.OTHER,
                Map.of(
                        "most", FileScheduleStore.MAX_JOBS,
                        "longest", ScheduledJob.MAX_PROMPT,
                        "listed", MAX_LISTED));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.action().name().toLowerCase(Locale.ROOT)));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        Jobs jobs = host.handle(Jobs.class);
        return switch (params.action()) {
            case LIST -> list(jobs.list());
            case ADD -> add(params, jobs);
            case REMOVE -> remove(params, jobs);
        };
    }

    private ToolResult list(List<StoredJob> all) {
        List<Listed> listed = new ArrayList<>();
        var text = new StringBuilder();
        for (StoredJob job : all.subList(0, Math.min(MAX_LISTED, all.size()))) {
            Listed shown = shown(job);
            listed.add(shown);
            text.append(line(shown)).append('\n');
        }
        if (all.size() > MAX_LISTED) {
            text.append("… and %d more\n".formatted(all.size() - MAX_LISTED));
        }
        String title = all.size() == 1 ? "1 job" : all.size() + " jobs";
        return ToolResult.output(
                new Data(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(all.size()),
                        Optional.of(listed)),
                all.isEmpty() ? "There are no jobs." : text.toString().strip(),
                title);
    }

    private Listed shown(StoredJob stored) {
        String status = stored.status().name().toLowerCase(Locale.ROOT);
        if (stored.job().isEmpty()) {
            return new Listed(CronExpression.shown(stored.id()), "", "", "", status, "");
        }
        ScheduledJob job = stored.job().get();
        return new Listed(
                job.id(),
                job.schedule().expression().toString(),
                job.schedule().zone().getId(),
                stored.trusted().isPresent() ? next(job) : "",
                status,
                TerminalText.line(job.prompt(), PROMPT_SHOWN));
    }

    private static String line(Listed job) {
        String mark =
                job.status().equals("own") ? "next " + job.next() : job.status() + ", does not run";
        return "%s  %s (%s)  %s: %s"
                .formatted(job.id(), job.schedule(), job.zone(), mark, job.prompt());
    }

    private String next(ScheduledJob job) {
        return job.schedule().next(clock.instant()).map(Instant::toString).orElse("");
    }

    private ToolResult add(Params params, Jobs jobs) throws IOException {
        if (params.schedule().isEmpty() || params.prompt().isEmpty()) {
            return invalid("add needs schedule and prompt.");
        }
        ScheduledJob job;
        try {
            job =
                    jobs.add(
                            new Jobs.Request(
                                    params.schedule().get(),
                                    params.zone(),
                                    params.prompt().get(),
                                    params.id()));
        } catch (IllegalArgumentException e) {
            return invalid(String.valueOf(e.getMessage()));
        } catch (JobExistsException e) {
            return ToolResult.failure(ErrorCode.CONFLICT, String.valueOf(e.getMessage()));
        }
        String schedule = job.schedule().expression().toString();
        String zone = job.schedule().zone().getId();
        return ToolResult.output(
                new Data(
                        Optional.of(job.id()),
                        Optional.of(schedule),
                        Optional.of(zone),
                        Optional.of(next(job)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                "Job %s: %s (%s), first at %s. It runs while a Deft process with a scheduler is open on this workspace, such as deft cron run."
                        .formatted(job.id(), schedule, zone, next(job)),
                "Added job " + job.id());
    }

    private static ToolResult invalid(String why) {
        return ToolResult.failure(ErrorCode.INVALID_ARGUMENTS, why);
    }

    private static ToolResult remove(Params params, Jobs jobs) throws IOException {
        if (params.id().isEmpty()) {
            return invalid("remove needs the id of a job; list shows them.");
        }
        String id = params.id().get();
        Optional<StoredJob> removed = jobs.remove(id);
        if (removed.isEmpty()) {
            return ToolResult.failure(
                    ErrorCode.NOT_FOUND,
                    "There is no job \"%s\"; list shows the jobs there are."
                            .formatted(CronExpression.shown(id)));
        }
        return ToolResult.output(
                new Data(
                        Optional.of(id),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(true),
                        Optional.empty(),
                        Optional.empty()),
                "Removed job %s.".formatted(id),
                "Removed job " + id);
    }
}
