package dev.deft.app.cli.call;

import dev.deft.agent.session.CallTitle;
import dev.deft.agent.session.CommandOutcome;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.OpenSession;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.PipedInput;
import dev.deft.app.cli.command.TerminalApprover;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.LiveLine;
import dev.deft.engine.Session;
import dev.deft.json.Json;
import dev.deft.policy.Policy;
import dev.deft.run.Approver;
import dev.deft.run.CallEvent;
import dev.deft.run.Explanation;
import dev.deft.run.ToolCall;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `deft call`: runs one tool call, or a batch of them, without a model.
public final class CallCommand implements Command {

    private static final CommandOption BATCH =
            CommandOption.flag(
                    "--batch", "calls as JSON lines on stdin: {\"id\",\"tool\",\"args\"}");
    private static final CommandOption DECIDE =
            CommandOption.flag("--decide", "say whether it would be allowed; run nothing");

    @Override
    public String name() {
        return "call";
    }

    @Override
    public String synopsis() {
        return "TOOL [JSON | -] [OPTIONS]";
    }

    @Override
    public String summary() {
        return "Call one tool, without a model, and print the result as JSON.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(
                BATCH,
                DECIDE,
                Options.POLICY,
                Options.DIALECT,
                Options.COLLECTION,
                Options.SESSION,
                Options.ADD_DIR);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft call current_time '{\"timezone\":\"Europe/Berlin\"}'",
                "echo '{\"text\":\"[1, 2]\"}' | deft call json_parse -",
                "deft call --batch < calls.jsonl");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        return arguments.has(BATCH.name()) ? batch(arguments, console) : single(arguments, console);
    }

    private static int batch(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        if (!arguments.words().isEmpty()) {
            throw new UsageException(
                    "--batch takes its calls from stdin, not from the command line");
        }
        var lines = new BatchLines(console.in());
        try (OpenSession opened =
                Options.session(arguments, console, it -> batchPerson(it, lines, console))) {
            Answer answer =
                    arguments.has(DECIDE.name())
                            ? decider(opened.session())
                            : call -> answer(opened.session(), call);
            new Batch(lines, console, answer).run();
            return 0;
        }
    }

    private static Approver batchPerson(Policy policy, BatchLines lines, Console console) {
        return policy.headless().orElse(true)
                ? Approver.HEADLESS
                : new BatchApprover(lines, console);
    }

    private static int single(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        String tool =
                arguments
                        .word(0)
                        .orElseThrow(
                                () -> new UsageException("name a tool; deft tools lists them"));
        if (arguments.words().size() > 2) {
            throw new UsageException("too many arguments after %s; quote the JSON".formatted(tool));
        }
        Json given = json(arguments.word(1), console);
        return console.errScreen().moves()
                ? watched(arguments, tool, given, console)
                : unwatched(arguments, tool, given, console);
    }

    /// At a terminal, a long call shows its progress.
    private static int watched(ParsedArguments arguments, String tool, Json given, Console console)
            throws UsageException, IOException {
        try (var live = new LiveLine(console.err(), console.errScreen());
                OpenSession opened =
                        Options.session(arguments, console, it -> person(it, console, () -> live));
                var _ = opened.session().events().subscribe(it -> show(it, live))) {
            live.show(CallTitle.of(tool, given));
            Answered answered =
                    answered(arguments, opened.session(), ToolCall.of("call_1", tool, given));
            try (var _ = live.pause()) {
                return print(answered, console);
            }
        }
    }

    private static void show(CallEvent event, LiveLine live) {
        if (event instanceof CallEvent.Progressed said) {
            live.show(
                    said.tool() + "  " + said.title().orElse(CommandOutcome.lastLine(said.text())));
        }
    }

    private static int unwatched(
            ParsedArguments arguments, String tool, Json given, Console console)
            throws UsageException, IOException {
        Supplier<LiveLine> none = () -> new LiveLine(console.err(), console.errScreen());
        try (OpenSession opened =
                Options.session(arguments, console, it -> person(it, console, none))) {
            return print(
                    answered(arguments, opened.session(), ToolCall.of("call_1", tool, given)),
                    console);
        }
    }

    private static Answered answered(ParsedArguments arguments, Session session, ToolCall call) {
        return arguments.has(DECIDE.name())
                ? decided(decider(session).to(call))
                : answered(session, call);
    }

    private static int print(Answered answered, Console console) {
        console.sayJson(answered.json());
        return answered.failed() ? 1 : 0;
    }

    private static Approver person(Policy policy, Console console, Supplier<LiveLine> live) {
        return policy.headless().orElse(true)
                ? Approver.HEADLESS
                : TerminalApprover.atTerminal(console, live.get());
    }

    private static Json json(Optional<String> word, Console console)
            throws UsageException, IOException {
        if (word.isEmpty()) {
            return Json.Obj.EMPTY;
        }
        String text =
                word.get().equals("-")
                        ? PipedInput.decoded(console.in().readAllBytes(), console)
                        : word.get();
        return Options.json("the argument", text);
    }

    private static Answer decider(Session session) {
        boolean headless = session.policy().headless().orElse(false);
        return call -> Explanation.of(session.explain(call), headless).envelope(call);
    }

    private static Json answer(Session session, ToolCall call) {
        return answered(session, call).json();
    }

    private static Answered answered(Session session, ToolCall call) {
        Session.Answered answered = session.answer(call);
        return new Answered(answered.shown(), answered.envelope().failed());
    }

    private static Answered decided(Json envelope) {
        boolean failed =
                envelope instanceof Json.Obj object
                        && object.text("type").orElse("").equals("error");
        return new Answered(envelope, failed);
    }

    private record Answered(Json json, boolean failed) {}

    /// Runs one call and returns its answer.
    @FunctionalInterface
    interface Answer {

        Json to(ToolCall call);
    }
}
