package dev.deft.app.cli.cron;

import dev.deft.agent.model.Model;
import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.SchedulerEvent;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.ConfiguredModels;
import dev.deft.app.cli.run.Interrupt;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.dialect.Dialects;
import dev.deft.engine.ConfiguredAgent;
import dev.deft.engine.Schedules;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/// `deft cron run`: stays and runs the jobs when they are due, a line for each run.
final class CronRuns {

    private static final int INTERRUPTED = 130;

    private final Console console;
    private final boolean json;

    private CronRuns(Console console, boolean json) {
        this.console = console;
        this.json = json;
    }

    static int run(ParsedArguments arguments, Workspace workspace, Console console)
            throws UsageException, IOException {
        arguments.allowWords(1);
        Schedules schedules = workspace.schedules();
        Instant end = end(arguments, schedules);
        Optional<String> chosen = arguments.value(RunOptions.MODEL.name());
        ConfiguredAgent usual = configured(workspace.root(), console, Dialects.DEFAULT, chosen);
        usual.warnings().forEach(console::note);
        var view = new CronRuns(console, arguments.has(Options.JSON.name()));
        try (Model model = ConfiguredModels.of(usual.model(), usual.fallbacks());
                var _ = Interrupt.ofThisThread()) {
            schedules.run(
                    end,
                    (session, job) -> prepared(session, job, model, workspace, console, chosen),
                    view::show);
            return 0;
        } catch (InterruptedException _) {
            return INTERRUPTED;
        }
    }

    private static SessionBuilder prepared(
            SessionBuilder session,
            ScheduledJob job,
            Model model,
            Workspace workspace,
            Console console,
            Optional<String> chosen)
            throws IOException {
        return session.agent(
                        configured(workspace.root(), console, job.agent().dialect(), chosen)
                                .agent())
                .model(model);
    }

    private static ConfiguredAgent configured(
            Path root, Console console, String dialect, Optional<String> model) throws IOException {
        return ConfiguredAgent.read(
                root,
                console.environment(),
                new ConfiguredAgent.Overrides(dialect, Optional.empty(), Optional.empty(), model));
    }

    private static Instant end(ParsedArguments arguments, Schedules schedules)
            throws UsageException, IOException {
        Optional<String> until = arguments.value(CronCommand.UNTIL.name());
        boolean once = arguments.has(CronCommand.ONCE.name());
        if (until.isPresent() && once) {
            throw new UsageException("--until and --once exclude each other");
        }
        if (until.isPresent()) {
            return CronTimes.instant(CronCommand.UNTIL.name(), until.get(), ZoneOffset.UTC);
        }
        return once ? nextDue(schedules) : Instant.MAX;
    }

    private static Instant nextDue(Schedules schedules) throws UsageException, IOException {
        Instant now = Instant.now();
        return schedules.list().stream()
                .flatMap(it -> it.trusted().stream())
                .flatMap(it -> it.schedule().next(now).stream())
                .min(Instant::compareTo)
                .orElseThrow(() ->
                        new UsageException("there is no job to wait for; see deft cron list"));
    }

    /// Events come from several threads.
    private synchronized void show(SchedulerEvent event) {
        if (json) {
            console.sayJson(json(event));
            return;
        }
        switch (event) {
            case SchedulerEvent.Waiting(Optional<Instant> next, int jobs) ->
                    console.note(
                            next.isPresent()
                                    ? "waiting for %s (%s)".formatted(next.get(), count(jobs))
                                    : "no job is due; waiting for one to be added");
            case SchedulerEvent.Started(ScheduledJob _, JobRun run) -> line(run);
            case SchedulerEvent.Finished(ScheduledJob _, JobRun run) -> line(run);
            case SchedulerEvent.Skipped(ScheduledJob _, JobRun run) -> line(run);
            case SchedulerEvent.Notice(String text) -> console.note(text);
        }
    }

    private static String count(int jobs) {
        return jobs == 1 ? "1 job" : jobs + " jobs";
    }

    private void line(JobRun run) {
        console.say(
                "%s  %s  %s%s%s"
                        .formatted(
                                run.due(),
                                run.job(),
                                CronViews.status(run),
                                run.session().isEmpty() ? "" : "  " + run.session(),
                                run.text().isEmpty() ? "" : "  " + TerminalText.read(run.text())));
    }

    private static Json.Obj json(SchedulerEvent event) {
        return switch (event) {
            case SchedulerEvent.Waiting(Optional<Instant> next, int jobs) -> {
                Json.Obj waiting = typed("waiting").with("jobs", Json.Num.of(jobs));
                yield next.map(it -> waiting.with("next", it.toString())).orElse(waiting);
            }
            case SchedulerEvent.Started(ScheduledJob _, JobRun run) ->
                    typed("started").withAll(CronViews.json(run));
            case SchedulerEvent.Finished(ScheduledJob _, JobRun run) ->
                    typed("finished").withAll(CronViews.json(run));
            case SchedulerEvent.Skipped(ScheduledJob _, JobRun run) ->
                    typed("skipped").withAll(CronViews.json(run));
            case SchedulerEvent.Notice(String text) -> typed("notice").with("text", text);
        };
    }

    private static Json.Obj typed(String type) {
        return Json.Obj.EMPTY.with("type", type);
    }
}
