package dev.deft.app.cli.cron;

import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.app.terminal.TextTable.Column;
import dev.deft.engine.Schedules;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.policy.PolicyFile;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Prints jobs and runs.
final class CronViews {

    private static final int USUAL_RUNS = 20;
    private static final int PROMPT_SHOWN = 60;
    private static final int LONGEST_ID = 64;
    private static final int LEAST_TEXT = 20;

    private CronViews() {}

    static String plain(String text) {
        return TerminalText.line(text, LONGEST_ID);
    }

    static int list(ParsedArguments arguments, Schedules schedules, Console console)
            throws UsageException, IOException {
        arguments.allowWords(1);
        List<StoredJob> jobs = schedules.list();
        Instant now = Instant.now();
        if (arguments.has(Options.JSON.name())) {
            List<Json> all = new ArrayList<>();
            jobs.forEach(it -> all.add(json(it, now)));
            console.sayJson(new Json.Arr(all));
            return 0;
        }
        if (jobs.isEmpty()) {
            console.say("There are no jobs; add one with deft cron add SCHEDULE PROMPT.");
            return 0;
        }
        var table = table(console);
        for (StoredJob job : jobs) {
            table.add(row(job, now));
        }
        console.say(table);
        warn(jobs, console);
        return 0;
    }

    private static TextTable table(Console console) {
        return new TextTable(
                Column.fixed(console::bold),
                Column.fixed(UnaryOperator.identity()),
                Column.fixed(UnaryOperator.identity()),
                Column.optional(console::dim),
                Column.flexible(UnaryOperator.identity(), LEAST_TEXT));
    }

    private static String[] row(StoredJob stored, Instant now) {
        if (stored.job().isEmpty()) {
            return new String[] {plain(stored.id()), "damaged", "", "", plain(stored.problem())};
        }
        ScheduledJob job = stored.job().get();
        return new String[] {
            job.id(),
            stored.trusted().isPresent() ? next(job, now) : "not yours",
            job.schedule().expression().toString(),
            job.schedule().zone().getId(),
            TerminalText.line(job.prompt(), PROMPT_SHOWN)
        };
    }

    private static String next(ScheduledJob job, Instant now) {
        return job.schedule().next(now).map(Instant::toString).orElse("");
    }

    private static void warn(List<StoredJob> jobs, Console console) {
        long foreign = jobs.stream().filter(it -> it.status() == StoredJob.Status.FOREIGN).count();
        if (foreign > 0) {
            console.note(
                    "%d of the jobs came with the workspace, or were changed by somebody else; they do not run. Look at one with deft cron adopt ID, then adopt or remove it."
                            .formatted(foreign));
        }
    }

    private static Json json(StoredJob stored, Instant now) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("id", stored.id())
                        .with("status", stored.status().name().toLowerCase(Locale.ROOT));
        if (stored.job().isEmpty()) {
            return json.with("problem", stored.problem());
        }
        ScheduledJob job = stored.job().get();
        Json.Obj known =
                json.with("schedule", job.schedule().expression().toString())
                        .with("zone", job.schedule().zone().getId())
                        .with("prompt", job.prompt())
                        .with("dialect", job.agent().dialect())
                        .with("made_at", job.madeAt().toString());
        Json.Obj made = job.session().map(it -> known.with("session", it)).orElse(known);
        return stored.trusted().isPresent() ? made.with("next", next(job, now)) : made;
    }

    static void added(ScheduledJob job, boolean json, Console console) {
        String next = next(job, Instant.now());
        if (json) {
            console.sayJson(
                    Json.Obj.EMPTY
                            .with("id", job.id())
                            .with("schedule", job.schedule().expression().toString())
                            .with("zone", job.schedule().zone().getId())
                            .with("next", next));
            return;
        }
        console.say(
                "added %s; it runs next at %s, while deft cron run is open"
                        .formatted(job.id(), next));
    }

    /// Everything about a job, to decide on.
    static void whole(ScheduledJob job, Console console) {
        console.say("id        " + job.id());
        console.say("schedule  " + job.schedule());
        console.say("dialect   " + TerminalText.decide(job.agent().dialect()));
        console.say(
                "rules     "
                        + TerminalText.decide(
                                String.valueOf(PolicyFile.write(job.agent().policy()))));
        console.say("prompt");
        console.say(TerminalText.decideLines(job.prompt()).indent(2).stripTrailing());
    }

    static int log(ParsedArguments arguments, Schedules schedules, Console console)
            throws UsageException, IOException {
        arguments.allowWords(2);
        int count = CronTimes.count(arguments, USUAL_RUNS);
        List<JobRun> runs =
                schedules.runs(Integer.MAX_VALUE).stream()
                        .filter(it -> arguments.word(1).map(it.job()::equals).orElse(true))
                        .limit(count)
                        .toList();
        if (arguments.has(Options.JSON.name())) {
            console.sayJson(new Json.Arr(runs.stream().<Json>map(CronViews::json).toList()));
            return 0;
        }
        if (runs.isEmpty()) {
            console.say("There are no runs yet.");
            return 0;
        }
        var table = table(console);
        for (JobRun run : runs) {
            table.add(
                    run.due().toString(),
                    plain(run.job()),
                    status(run),
                    plain(run.session()),
                    TerminalText.line(run.text(), PROMPT_SHOWN));
        }
        console.say(table);
        return 0;
    }

    static String status(JobRun run) {
        return run.status() == JobRun.Status.STARTED
                ? "running"
                : run.status().name().toLowerCase(Locale.ROOT);
    }

    static Json.Obj json(JobRun run) {
        return Json.Obj.EMPTY
                .with("run", run.run())
                .with("job", run.job())
                .with("due", run.due().toString())
                .with("at", run.at().toString())
                .with("status", status(run))
                .with("session", run.session())
                .with("text", run.text());
    }
}
