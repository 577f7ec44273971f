package dev.deft.app.cli.cron;

import dev.deft.agent.schedule.Jobs;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.AllowOptions;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Schedules;
import dev.deft.engine.Workspace;
import dev.deft.engine.choice.CallAgent;
import dev.deft.policy.Policy;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// `deft cron`: lists, changes and runs the scheduled jobs of a workspace.
public final class CronCommand implements Command {

    static final CommandOption ZONE =
            CommandOption.taking(
                    "--zone", "ZONE", "add, next: the time zone of the schedule (default: UTC)");
    static final CommandOption FROM =
            CommandOption.taking("--from", "INSTANT", "next: start after this (default: now)");
    static final CommandOption COUNT =
            CommandOption.taking("--count", "N", "next, log: how many (default: 5, 20)");
    static final CommandOption UNTIL = CommandOption.taking("--until", "INSTANT", "run: stop then");
    static final CommandOption ONCE =
            CommandOption.flag("--once", "run: stop after the jobs that are due next");
    private static final CommandOption ID =
            CommandOption.taking("--id", "NAME", "add: the id of the job (default: generated)");
    private static final CommandOption YES =
            CommandOption.flag("--yes", "adopt: accept it; without this option it is only shown");

    private static final String ACTIONS = "list, add, remove, adopt, next, run, log";

    @Override
    public String name() {
        return "cron";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          list                    (the default) list the jobs
          add SCHEDULE PROMPT     add a job; --allow, --yes-edits and --policy say what it may do
          remove ID               remove a job
          adopt ID                make a job that came with the workspace your own
          next SCHEDULE           print when a schedule fires
          run                     stay, and run the jobs when they are due
          log [ID]                show past runs, the last one first

        A schedule is "MINUTE HOUR DAY MONTH WEEKDAY", such as "30 9 * * mon-fri", or @hourly, @daily,
        @midnight, @weekly, @monthly, @yearly, @annually.\
        """;
    }

    @Override
    public List<String> words() {
        return List.of(ACTIONS.split(", ", -1));
    }

    @Override
    public String summary() {
        return "List, add, remove and run scheduled jobs.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(
                ZONE,
                ID,
                FROM,
                COUNT,
                UNTIL,
                ONCE,
                YES,
                AllowOptions.ALLOW,
                AllowOptions.YES_EDITS,
                RunOptions.POLICY,
                RunOptions.MODEL,
                Options.DIALECT,
                Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft cron add \"30 9 * * mon-fri\" \"summarize what changed since yesterday\""
                        + " --zone Europe/Berlin",
                "deft cron add @daily \"update CHANGES.md\" --yes-edits --id changes",
                "deft cron next \"0 2 29 feb *\" --count 3",
                "deft cron run",
                "deft cron log");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        String action = arguments.word(0).orElse("list");
        if (!words().contains(action)) {
            throw new UsageException(
                    "unknown action \"%s\"; use one of %s".formatted(action, ACTIONS));
        }
        if (action.equals("next")) {
            return CronTimes.print(arguments, console);
        }
        try (Engine engine = engine(action, console);
                Workspace workspace = engine.workspace(Options.root(arguments, console))) {
            Schedules schedules = workspace.schedules();
            return switch (action) {
                case "add" -> add(arguments, engine, workspace, console);
                case "remove" -> remove(arguments, schedules, console);
                case "adopt" -> adopt(arguments, engine, workspace, console);
                case "run" -> CronRuns.run(arguments, workspace, console);
                case "log" -> CronViews.log(arguments, schedules, console);
                default -> CronViews.list(arguments, schedules, console);
            };
        }
    }

    private static Engine engine(String action, Console console)
            throws UsageException, IOException {
        return action.equals("run") ? Options.engine(console) : Options.withoutPlugins(console);
    }

    private static int add(
            ParsedArguments arguments, Engine engine, Workspace workspace, Console console)
            throws UsageException, IOException {
        arguments.allowWords(3);
        if (arguments.word(2).isEmpty()) {
            throw new UsageException(
                    "add needs a schedule and a prompt: deft cron add \"30 9 * * mon-fri\""
                            + " \"PROMPT\"");
        }
        ScheduledJob job;
        try {
            job =
                    workspace
                            .schedules()
                            .add(
                                    new Jobs.Request(
                                            arguments.word(1).orElse(""),
                                            arguments.value(ZONE.name()),
                                            arguments.word(2).get(),
                                            arguments.value(ID.name())),
                                    agent(arguments, engine, workspace, console));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        CronViews.added(job, arguments.has(Options.JSON.name()), console);
        return 0;
    }

    /// The agent that the configuration describes, with the rules of the command line. It needs no
    /// model.
    private static AgentSpec agent(
            ParsedArguments arguments, Engine engine, Workspace workspace, Console console)
            throws UsageException, IOException {
        String dialect = arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT);
        if (!Dialects.NAMES.contains(dialect)) {
            throw new UsageException(
                    "there is no dialect \"%s\"; the dialects are %s"
                            .formatted(dialect, String.join(", ", Dialects.NAMES)));
        }
        Optional<Policy> given =
                arguments.has(RunOptions.POLICY.name())
                        ? Optional.of(Options.policy(arguments, console))
                        : Optional.empty();
        if (given.isPresent()) {
            Options.requireSound(arguments, given.get(), engine);
        }
        return CallAgent.rights(workspace.root(), console.environment(), given, dialect)
                .rules(AllowOptions.rules(arguments));
    }

    private static int remove(ParsedArguments arguments, Schedules schedules, Console console)
            throws UsageException, IOException {
        String id = id(arguments, "remove");
        if (schedules.remove(id).isEmpty()) {
            return unknown(id, schedules, console);
        }
        console.say("removed " + console.shown(id));
        return 0;
    }

    private static String id(ParsedArguments arguments, String action) throws UsageException {
        arguments.allowWords(2);
        return arguments
                .word(1)
                .orElseThrow(() ->
                        new UsageException(
                                "%s needs the id of a job; deft cron list shows them"
                                        .formatted(action)));
    }

    private static int unknown(String id, Schedules schedules, Console console) throws IOException {
        List<String> known = schedules.list().stream().map(StoredJob::id).toList();
        console.note(
                "there is no job \"%s\"%s"
                        .formatted(
                                CronViews.plain(id),
                                known.isEmpty()
                                        ? "; there are none"
                                        : "; deft cron list shows the jobs there are"));
        return 1;
    }

    private static int adopt(
            ParsedArguments arguments, Engine engine, Workspace workspace, Console console)
            throws UsageException, IOException {
        String id = id(arguments, "adopt");
        Schedules schedules = workspace.schedules();
        Optional<StoredJob> found =
                schedules.list().stream().filter(it -> it.id().equals(id)).findFirst();
        if (found.isEmpty()) {
            return unknown(id, schedules, console);
        }
        if (found.get().job().isEmpty()) {
            console.note("the job is damaged: " + CronViews.plain(found.get().problem()));
            return 1;
        }
        ScheduledJob job = found.get().job().get();
        if (!arguments.has(YES.name())) {
            CronViews.whole(job, console);
            console.say("Add --yes to make this job yours; it will have your rights, not its own.");
            return 0;
        }
        AgentSpec agent = agent(arguments, engine, workspace, console);
        schedules
                .adopt(id, agent)
                .ifPresent(it ->
                        console.say(
                                "adopted %s; it runs next at %s"
                                        .formatted(
                                                it.id(),
                                                it.schedule()
                                                        .next(Instant.now())
                                                        .map(Instant::toString)
                                                        .orElse("no time"))));
        return 0;
    }
}
