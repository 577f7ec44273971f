package dev.deft.app.cli.run;

import dev.deft.agent.config.MissingKeyException;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.listing.LocalServers;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.FileErrorText;
import dev.deft.app.cli.command.ModelAdvice;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.PipedInput;
import dev.deft.app.cli.command.TerminalApprover;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.LiveLine;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// `deft run`: runs one turn of the agent, from a script or a terminal.
public final class RunCommand implements Command {

    private static final int FAILED = 1;
    private static final int DENIED = 3;
    private static final int INTERRUPTED = 130;

    @Override
    public String name() {
        return "run";
    }

    @Override
    public String synopsis() {
        return "PROMPT [-] [OPTIONS]";
    }

    @Override
    public String summary() {
        return "Give the agent a task and print its answer.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(
                OutputFormat.OPTION,
                RunOptions.MODEL,
                RunOptions.FALLBACK,
                RunOptions.EFFORT,
                RunOptions.CONTINUE,
                RunOptions.SESSION,
                RunOptions.HEADLESS,
                RunOptions.YES_EDITS,
                Options.ADD_DIR,
                RunOptions.ALLOW,
                RunOptions.MAX_STEPS,
                RunOptions.BUDGET,
                RunOptions.BUDGET_TOKENS,
                RunOptions.BUDGET_CALLS,
                RunOptions.BUDGET_SECONDS,
                RunOptions.POLICY,
                RunOptions.AGENT,
                Options.DIALECT,
                Options.COLLECTION);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft run \"why does the build fail?\" --allow \"bash mvn *\"",
                "deft run \"fix the failing test\" --yes-edits --allow \"bash npm test *\"",
                "deft run -c \"and now the other one\"",
                "git diff | deft run \"review this\" --output json",
                "make 2>&1 | tail -50 | deft run - \"why does this fail?\"");
    }

    @Override
    public void misused(List<String> words, String why, Console console) {
        new RunOutput(OutputFormat.guessed(words), console).fail(why);
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        OutputFormat form =
                OutputFormat.of(arguments.value(OutputFormat.OPTION.name()).orElse("text"));
        var output = new RunOutput(form, console);
        try {
            Result result = run(arguments, form, output, console);
            if (result.restart().isPresent()) {
                console.out().flush();
                result.restart().get().replaceProcess(console.environment());
            }
            return result.code();
        } catch (UsageException e) {
            output.fail(String.valueOf(e.getMessage()));
            throw e;
        } catch (MissingKeyException e) {
            output.fail(FileErrorText.of(e));
            console.note(FileErrorText.of(e));
            if (form == OutputFormat.TEXT) {
                new ModelAdvice(console.environment())
                        .withoutKey(LocalServers.from(console.environment()).find())
                        .forEach(console.err()::println);
            }
            return FAILED;
        } catch (IOException e) {
            output.fail(FileErrorText.of(e));
            throw e;
        }
    }

    /// How a run ended, or that its process must be replaced first.
    private record Result(int code, Optional<Restart> restart) {}

    private static Result run(
            ParsedArguments arguments, OutputFormat form, RunOutput output, Console console)
            throws UsageException, IOException {
        Optional<SlashPrompt> slash =
                SlashPrompt.of(prompt(arguments), Options.root(arguments, console), console);
        var options = new RunOptions(arguments, console, slash);
        options.check();
        if (arguments.words().isEmpty() && console.hasKeyboard()) {
            throw nothingToDo();
        }
        var live = new LiveLine(console.err(), console.errScreen());
        try (var models = new ModelsByName(options::model);
                Engine engine = Options.engine(console, models);
                Workspace workspace = engine.workspace(Options.root(arguments, console));
                var view = new RunView(console.onErr(), live, spoken(form, live, console))) {
            options.requireSound(engine);
            SessionBuilder session = workspace.session();
            Optional<Restart> from = Restart.of(console.environment());
            if (from.isPresent()) {
                session.id(from.get().before().sessionId());
            } else {
                options.session(workspace).ifPresent(it -> session.id(it.value()));
            }
            session.restarts(Restart.left(from)).awaitingSubAgents();
            boolean conversation = form == OutputFormat.TEXT && console.isConversation();
            RunOptions.RunSetup chosen =
                    options.setup(conversation, () -> TerminalApprover.atTerminal(console, live));
            chosen.warnings().forEach(console::note);
            session.agent(chosen.agent()).approver(chosen.approver());
            options.directories(chosen, session);
            Optional<Message.User> message =
                    from.isPresent()
                            ? Optional.empty()
                            : Optional.of(
                                    message(
                                            arguments,
                                            slash.isPresent()
                                                    ? slash.get().parts(workspace, chosen)
                                                    : List.of(),
                                            console));
            return run(
                    ConfiguredModels.of(chosen.model(), chosen.fallbacks()),
                    session,
                    it ->
                            message.isPresent()
                                    ? it.run(message.get(), output.listener(view))
                                    : it.resume(from.orElseThrow().before(), output.listener(view)),
                    outcome -> {
                        if (outcome.status() == RunOutcome.Status.RESTART) {
                            int count = from.map(Restart::count).orElse(0) + 1;
                            return new Result(0, Optional.of(new Restart(count, outcome)));
                        }
                        output.end(outcome, view);
                        return new Result(output.code(code(outcome)), Optional.empty());
                    });
        }
    }

    /// On a terminal the text is shown while it arrives; a file gets the answer only.
    private static Optional<StreamedText> spoken(
            OutputFormat form, LiveLine live, Console console) {
        return form == OutputFormat.TEXT && console.outScreen().isSeen()
                ? Optional.of(new StreamedText(console.out(), console.onOut(), live))
                : Optional.empty();
    }

    private static Result run(
            Model chosen,
            SessionBuilder builder,
            Function<Session, RunOutcome> action,
            Function<RunOutcome, Result> end)
            throws UsageException, IOException {
        try (Model model = chosen;
                var _ = Interrupt.ofThisThread();
                Session session = open(builder, model)) {
            RunOutcome outcome = action.apply(session);
            boolean _ = Thread.interrupted();
            return end.apply(outcome);
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

    private static int code(RunOutcome outcome) {
        return switch (outcome.status()) {
            case DONE -> 0;
            case FAILED, LIMIT, RESTART -> 1;
            case DENIED -> DENIED;
            case ABORTED -> INTERRUPTED;
        };
    }

    private static String prompt(ParsedArguments arguments) {
        return String.join(" ", arguments.words().stream().filter(it -> !it.equals("-")).toList());
    }

    /// The prompt and the piped input. A lone `-` means that input will come.
    ///
    /// @param command what a slash command makes of the prompt; empty without one
    private static Message.User message(
            ParsedArguments arguments, List<Part> command, Console console)
            throws UsageException, IOException {
        boolean awaited = arguments.words().contains("-");
        String prompt = prompt(arguments).strip();
        Optional<String> piped =
                awaited ? PipedInput.await(console) : PipedInput.readIfThere(console);
        List<Part> parts = new ArrayList<>();
        if (!command.isEmpty()) {
            parts.addAll(command);
        } else if (!prompt.isEmpty()) {
            parts.add(new Part.Text(prompt));
        }
        piped.ifPresent(it ->
                parts.add(new Part.Text(prompt.isEmpty() ? it : "<stdin>\n" + it + "\n</stdin>")));
        if (parts.isEmpty()) {
            throw nothingToDo();
        }
        return new Message.User(parts);
    }

    private static UsageException nothingToDo() {
        return new UsageException("there is no prompt; write deft run \"PROMPT\"");
    }
}
