package dev.deft.app.cli.run;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.TerminalApprover;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.LiveLine;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// One process of `deft run`: opens the session that the options describe, and runs it on the
/// message of the command line or on those of a stream.
final class HeadlessRun {

    private static final int DENIED = 3;
    private static final int INTERRUPTED = 130;

    private final ParsedArguments arguments;
    private final OutputFormat form;
    private final RunOutput output;
    private final Console console;
    private final Console notes;

    HeadlessRun(ParsedArguments arguments, OutputFormat form, RunOutput output, Console console) {
        this.arguments = arguments;
        this.form = form;
        this.output = output;
        this.console = console;
        this.notes = arguments.has(RunOutput.QUIET.name()) ? console.muted() : console;
    }

    /// How a run ended, or that its process must be replaced first.
    record Result(int code, Optional<Restart> restart) {}

    Result run() throws UsageException, IOException {
        InputFormat input =
                InputFormat.of(arguments.value(InputFormat.OPTION.name()).orElse("text"));
        return switch (input) {
            case TEXT -> message();
            case STREAM_JSON -> stream();
        };
    }

    /// Runs one turn.
    private Result message() throws UsageException, IOException {
        RunMessage message = RunMessage.of(arguments, console);
        Optional<SlashPrompt> slash =
                SlashPrompt.of(message.prompt(), Options.root(arguments, notes), notes);
        var options = new RunOptions(arguments, notes, slash);
        options.check();
        message.requirePrompt(console);
        Optional<Restart> from = Restart.of(console.environment());
        return open(
                options,
                from,
                (workspace, setup) -> {
                    Optional<Message.User> sent =
                            from.isPresent()
                                    ? Optional.empty()
                                    : Optional.of(
                                            message.read(
                                                    slash.isPresent()
                                                            ? slash.get().parts(workspace, setup)
                                                            : List.of(),
                                                    notes));
                    return (session, view) -> ended(turn(session, view, sent, from), view, from);
                });
    }

    private RunOutcome turn(
            Session session, RunView view, Optional<Message.User> sent, Optional<Restart> from) {
        RunOutcome outcome =
                sent.isPresent()
                        ? session.run(sent.get(), output.listener(view))
                        : session.resume(from.orElseThrow().before(), output.listener(view));
        boolean _ = Thread.interrupted();
        return outcome;
    }

    private Result ended(RunOutcome outcome, RunView view, Optional<Restart> from) {
        if (outcome.status() == RunOutcome.Status.RESTART) {
            int count = from.map(Restart::count).orElse(0) + 1;
            return new Result(0, Optional.of(new Restart(count, outcome)));
        }
        if (arguments.has(PromptOptions.SCHEMA.name())) {
            output.endStructured(outcome, view);
        } else {
            output.end(outcome, view);
        }
        return new Result(output.code(code(outcome)), Optional.empty());
    }

    /// Runs a turn for each message of standard input.
    private Result stream() throws UsageException, IOException {
        if (form != OutputFormat.STREAM_JSON) {
            throw new UsageException("--input-format stream-json needs --output stream-json");
        }
        if (!arguments.words().isEmpty() || arguments.has(RunMessage.IMAGE.name())) {
            throw new UsageException(
                    "--input-format stream-json takes its messages from standard input, not from"
                            + " the command line");
        }
        // Only the policy decides whether a program is asked, as in a batch of calls; others than
        // we want -p with a stream.
        var options = new RunOptions(arguments.without(RunOptions.HEADLESS.name()), notes);
        options.check();
        var messages = new StreamMessages(console.in(), output);
        return open(
                options,
                Optional.empty(),
                messages.approver(),
                (workspace, setup) ->
                        (session, _) ->
                                new Result(
                                        output.code(
                                                new StreamRun(
                                                                session,
                                                                messages,
                                                                output,
                                                                it -> parts(it, workspace, setup))
                                                        .run()),
                                        Optional.empty()));
    }

    /// The parts of a message of the stream, in which a slash command is filled in.
    private List<Part> parts(List<Part> given, Workspace workspace, RunOptions.RunSetup setup)
            throws UsageException, IOException {
        if (!(given.getFirst() instanceof Part.Text(String text))) {
            return given;
        }
        Optional<SlashPrompt> slash =
                SlashPrompt.of(text.strip(), Options.root(arguments, notes), notes);
        return slash.isPresent() ? slash.get().parts(workspace, setup) : given;
    }

    /// What is done once the agent is known, before its session is opened.
    @FunctionalInterface
    private interface Preparation {

        Work of(Workspace workspace, RunOptions.RunSetup setup) throws UsageException, IOException;
    }

    /// What is done with the session.
    @FunctionalInterface
    private interface Work {

        Result in(Session session, RunView view) throws UsageException, IOException;
    }

    private Result open(RunOptions options, Optional<Restart> from, Preparation preparation)
            throws UsageException, IOException {
        return open(options, from, Optional.empty(), preparation);
    }

    /// @param person who is asked, instead of the user at the terminal
    private Result open(
            RunOptions options,
            Optional<Restart> from,
            Optional<Approver> person,
            Preparation preparation)
            throws UsageException, IOException {
        var live = new LiveLine(notes.err(), notes.errScreen());
        try (var models = new ModelsByName(options::model);
                Engine engine = Options.engine(notes, models);
                Workspace workspace = engine.workspace(Options.root(arguments, console));
                var view = new RunView(notes.onErr(), live, spoken(live))) {
            options.requireSound(engine);
            SessionBuilder session = workspace.session();
            if (from.isPresent()) {
                session.id(from.get().before().sessionId());
            } else {
                options.session(workspace).ifPresent(it -> session.id(it.value()));
            }
            // A new process could not read on in the stream of this one.
            session.restarts(person.isPresent() ? 0 : Restart.left(from)).awaitingSubAgents();
            boolean conversation = form == OutputFormat.TEXT && console.isConversation();
            Supplier<Approver> asked =
                    () -> person.orElseGet(() -> TerminalApprover.atTerminal(console, live));
            RunOptions.RunSetup setup = options.setup(conversation, asked);
            setup.warnings().forEach(notes::note);
            session.agent(setup.agent()).approver(setup.approver());
            options.directories(setup, session);
            Work work = preparation.of(workspace, setup);
            return run(ConfiguredModels.of(setup.model(), setup.fallbacks()), session, work, view);
        }
    }

    /// On a terminal the text is shown while it arrives; a file gets the answer only.
    private Optional<StreamedText> spoken(LiveLine live) {
        boolean alone =
                arguments.has(RunOutput.QUIET.name()) || arguments.has(PromptOptions.SCHEMA.name());
        return form == OutputFormat.TEXT && console.outScreen().isSeen() && !alone
                ? Optional.of(new StreamedText(console.out(), console.onOut(), live))
                : Optional.empty();
    }

    private static Result run(Model chosen, SessionBuilder builder, Work work, RunView view)
            throws UsageException, IOException {
        try (Model model = chosen;
                var _ = Interrupt.ofThisThread();
                Session session = open(builder, model)) {
            return work.in(session, view);
        }
    }

    private static Session open(SessionBuilder builder, Model model)
            throws UsageException, IOException {
        Thread.ofVirtual().name("warm model").start(model::warm);
        try {
            return builder.model(model).open();
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /// The exit code of a run.
    static int code(RunOutcome outcome) {
        return switch (outcome.status()) {
            case DONE -> 0;
            case FAILED, LIMIT, RESTART -> 1;
            case DENIED -> DENIED;
            case ABORTED -> INTERRUPTED;
        };
    }
}
