package dev.deft.app.cli;

import dev.deft.app.terminal.LiveLine;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunEventJson;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.wires.Models;
import dev.deft.app.agent.AgentSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// `deft run`: one message to the agent, to its end, from a script or a terminal.
final class RunCommand implements Command {

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
        return "Let the agent do something, and print its answer.";
    }

    @Override
    public List<Option> options() {
        return List.of(
                RunOptions.OUTPUT,
                RunOptions.MODEL,
                RunOptions.AGENT,
                RunOptions.YES_EDITS,
                RunOptions.ALLOW,
                RunOptions.MAX_TURNS,
                RunOptions.BUDGET,
                Options.POLICY,
                Options.SESSION,
                Options.DIALECT,
                Options.COLLECTION);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft run \"why does the build fail?\" --allow \"bash mvn *\"",
                "deft run \"fix the failing test\" --yes-edits --allow \"bash npm test *\"",
                "git diff | deft run \"review this\" --output json",
                "make 2>&1 | tail -50 | deft run - \"why does this fail?\"");
    }

    @Override
    public int run(Arguments arguments, Console console) throws UsageException, IOException {
        var options = new RunOptions(arguments, console);
        RunOptions.Form form = options.form();
        var live = new LiveLine(console.err(), console.errScreen());
        try (var view = new RunView(console.onErr(), live)) {
            RunOptions.Chosen chosen = options.chosen(TerminalPerson.atTerminal(console, live));
            chosen.warnings().forEach(it -> console.err().println("deft: " + it));
            Message.User message = message(arguments, console);
            return run(chosen, message, onlooker(form, view, console), form, console);
        }
    }

    private static int run(
            RunOptions.Chosen chosen,
            Message.User message,
            Consumer<RunEvent> onlooker,
            RunOptions.Form form,
            Console console)
            throws UsageException, IOException {
        try (Model model = Models.of(chosen.model());
                var _ = Interrupt.ofThisThread();
                AgentSession session = open(chosen, model, onlooker)) {
            RunOutcome outcome = session.run(message);
            boolean _ = Thread.interrupted();
            print(outcome, form, console);
            return code(outcome);
        }
    }

    private static AgentSession open(
            RunOptions.Chosen chosen, Model model, Consumer<RunEvent> onlooker)
            throws UsageException, IOException {
        Thread.ofVirtual().name("warm model").start(model::warm);
        try {
            return AgentSession.open(chosen.setup(), model, onlooker);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static Consumer<RunEvent> onlooker(
            RunOptions.Form form, RunView view, Console console) {
        return switch (form) {
            case TEXT, JSON -> view;
            case STREAM_JSON -> event -> console.sayJson(RunEventJson.write(event));
        };
    }

    private static void print(RunOutcome outcome, RunOptions.Form form, Console console) {
        switch (form) {
            case TEXT -> {
                if (!outcome.text().isBlank()) {
                    console.say(console.shown(outcome.text()));
                }
                outcome.error().ifPresent(it -> console.err().println("deft: " + it));
            }
            case JSON -> console.sayJson(RunEventJson.result(outcome));
            case STREAM_JSON -> {}
        }
    }

    private static int code(RunOutcome outcome) {
        return switch (outcome.status()) {
            case DONE -> 0;
            case FAILED, LIMIT -> 1;
            case DENIED -> DENIED;
            case ABORTED -> INTERRUPTED;
        };
    }

    /// The words of the command line, and what comes in through a pipe. A lone `-` is no word: it
    /// says that something will come.
    private static Message.User message(Arguments arguments, Console console)
            throws UsageException, IOException {
        List<String> words = new ArrayList<>(arguments.words());
        boolean awaited = words.removeIf("-"::equals);
        String prompt = String.join(" ", words).strip();
        Optional<String> piped =
                awaited ? PipedInput.await(console) : PipedInput.readIfThere(console);
        List<Part> parts = new ArrayList<>();
        if (!prompt.isEmpty()) {
            parts.add(new Part.Text(prompt));
        }
        piped.ifPresent(it ->
                parts.add(new Part.Text(prompt.isEmpty() ? it : "<stdin>\n" + it + "\n</stdin>")));
        if (parts.isEmpty()) {
            throw new UsageException("what shall it do? deft run \"PROMPT\"");
        }
        return new Message.User(parts);
    }
}
