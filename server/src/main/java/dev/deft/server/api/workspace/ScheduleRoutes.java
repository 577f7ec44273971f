package dev.deft.server.api.workspace;

import dev.deft.agent.schedule.JobExistsException;
import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.Jobs;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Schedules;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The scheduled jobs of a workspace and their runs.
public final class ScheduleRoutes {

    private static final String SCHEDULES = "/v1/workspaces/{workspace}/schedules";
    private static final int MOST_RUNS = 1_000;

    private final OpenWorkspaces workspaces;
    private final Pipeline pipeline;
    private final InstantSource clock;

    ScheduleRoutes(OpenWorkspaces workspaces, Pipeline pipeline, InstantSource clock) {
        this.workspaces = workspaces;
        this.pipeline = pipeline;
        this.clock = clock;
    }

    /// A job.
    public record ScheduleView(
            String id,
            @Doc("`own`; `foreign` if it came with the workspace and does not run; `damaged`")
                    String status,
            @Doc("The cron expression, such as `30 9 * * mon-fri`") Optional<String> schedule,
            @Doc("Its time zone, such as `Europe/Berlin`") Optional<String> zone,
            @Doc("When it runs next; absent if it does not run") Optional<String> next,
            @Doc("What the agent is told") Optional<String> prompt,
            @Doc("The session that made it; absent if a person did") Optional<String> session,
            Optional<String> madeAt,
            @Doc("Why it is damaged") Optional<String> problem) {}

    /// A job to add.
    public record ScheduleOrder(
            @Doc("Letters, digits, - and _; generated if it is left out") Optional<String> id,
            @Doc("Such as `30 9 * * mon-fri` or `@daily`") @Bounds(min = 1, max = 200) String cron,
            @Doc("Such as `Europe/Berlin`; UTC if it is left out") Optional<String> zone,
            @Doc("What the agent is told") @Bounds(min = 1, max = ScheduledJob.MAX_PROMPT)
                    String prompt,
            @Doc("The agent whose rights its runs have; the configured one if it is left out")
                    Optional<String> agent) {}

    /// A run of a job.
    public record ScheduleRunView(
            @Doc("Identifies the run") String run,
            @Doc("The id of the job") String job,
            @Doc("When it was due") String due,
            @Doc("When this was recorded") String at,
            @Doc("The session in which it ran; may be empty") String session,
            @Doc("`running`, `done`, `failed`, `skipped` or `interrupted`") String status,
            @Doc("One line for people") String text) {

        public static ScheduleRunView of(JobRun it) {
            return new ScheduleRunView(
                    it.run(),
                    it.job(),
                    it.due().toString(),
                    it.at().toString(),
                    it.session(),
                    it.status() == JobRun.Status.STARTED
                            ? "running"
                            : it.status().name().toLowerCase(Locale.ROOT),
                    it.text());
        }
    }

    List<Route> routes() {
        return List.of(
                Route.get(SCHEDULES)
                        .named("schedules", "listSchedules", "The scheduled jobs.")
                        .needs(AccessScope.LOOK)
                        .paged()
                        .answersPage(ScheduleView.class)
                        .by(this::list),
                Route.post(SCHEDULES)
                        .named("schedules", "addSchedule", "Adds a job.")
                        .needs(AccessScope.ADMINISTER)
                        .body(ScheduleOrder.class)
                        .answers(201, ScheduleView.class)
                        .by(this::add),
                Route.get(SCHEDULES + "/runs")
                        .named("schedules", "listScheduleRuns", "The latest runs, the last first.")
                        .needs(AccessScope.LOOK)
                        .query("job", "string", "Only the runs of one job.")
                        .paged()
                        .answersPage(ScheduleRunView.class)
                        .by(this::runs),
                Route.delete(SCHEDULES + "/{schedule}")
                        .named("schedules", "removeSchedule", "Removes a job.")
                        .needs(AccessScope.ADMINISTER)
                        .answers(204, "", "It is gone.")
                        .by(this::remove),
                Route.post(SCHEDULES + "/{schedule}/adopt")
                        .named(
                                "schedules",
                                "adoptSchedule",
                                "Makes a job that came with the workspace one's own.")
                        .needs(AccessScope.ADMINISTER)
                        .answers(200, ScheduleView.class)
                        .by(this::adopt));
    }

    private Schedules schedules(ApiRequest request) throws IOException {
        return workspaces.open(workspaces.of(request)).schedules();
    }

    private ApiResponse list(ApiRequest request) throws IOException {
        List<ScheduleView> all = schedules(request).list().stream().map(this::view).toList();
        return ResultPage.response(ResultPage.of(all, request, ScheduleView::id), request);
    }

    private ScheduleView view(StoredJob stored) {
        String status = stored.status().name().toLowerCase(Locale.ROOT);
        return stored.job()
                .map(it -> view(it, status, stored.trusted().isPresent()))
                .orElseGet(() ->
                        new ScheduleView(
                                stored.id(),
                                status,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(stored.problem())));
    }

    private ScheduleView view(ScheduledJob job, String status, boolean runs) {
        return new ScheduleView(
                job.id(),
                status,
                Optional.of(job.schedule().expression().toString()),
                Optional.of(job.schedule().zone().getId()),
                runs
                        ? job.schedule().next(clock.instant()).map(Instant::toString)
                        : Optional.empty(),
                Optional.of(job.prompt()),
                job.session(),
                Optional.of(job.madeAt().toString()),
                Optional.empty());
    }

    private ScheduleView own(ScheduledJob job) {
        return view(job, "own", true);
    }

    private ApiResponse add(ApiRequest request) throws IOException {
        ScheduleOrder order = request.body(ScheduleOrder.class);
        ServedWorkspace workspace = workspaces.of(request);
        AgentSpec agent = pipeline.agent(workspace, order.agent());
        try {
            ScheduledJob job =
                    schedules(request)
                            .add(
                                    new Jobs.Request(
                                            order.cron(), order.zone(), order.prompt(), order.id()),
                                    agent);
            return ApiResponse.record(201, own(job))
                    .with("Location", request.path() + "/" + job.id());
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(Pipeline.sentence(e)).exception();
        } catch (JobExistsException e) {
            throw Problem.conflict(String.valueOf(e.getMessage())).exception();
        }
    }

    private ApiResponse remove(ApiRequest request) throws IOException {
        if (schedules(request).remove(request.variable("schedule")).isEmpty()) {
            throw unknown();
        }
        return ApiResponse.empty(204);
    }

    private static ProblemException unknown() {
        return Problem.notFound("There is no job of this id; GET the schedules to see them.")
                .exception();
    }

    private ApiResponse adopt(ApiRequest request) throws IOException {
        AgentSpec agent = pipeline.agent(workspaces.of(request), Optional.empty());
        Optional<ScheduledJob> job = schedules(request).adopt(request.variable("schedule"), agent);
        return ApiResponse.record(200, own(job.orElseThrow(ScheduleRoutes::unknown)));
    }

    private ApiResponse runs(ApiRequest request) throws IOException {
        Optional<String> job = request.parameter("job");
        List<ScheduleRunView> all =
                schedules(request).runs(MOST_RUNS).stream()
                        .filter(it -> job.isEmpty() || job.get().equals(it.job()))
                        .map(ScheduleRunView::of)
                        .toList();
        return ResultPage.response(
                ResultPage.of(all, request, it -> it.run() + " " + it.status()), request);
    }
}
