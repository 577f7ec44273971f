package dev.deft.agent.reflection;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunReview;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import dev.deft.codec.JsonText;
import dev.deft.json.JsonSyntaxException;
import dev.deft.run.ToolRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reflects with the model of the run: a few requests of its own, apart from the conversation.
///
/// What the model says here does not become part of the conversation. The log gets one entry for
/// each reflection and each verdict, and the tokens of every request.
public final class Reflector implements RunReview {

    /// How many answers a reflection has at most.
    public static final int MOST_STEPS = 5;

    private static final int REFLECTION_TOKENS = 2_000;
    private static final int VERDICT_TOKENS = 600;
    private static final int LONGEST_ERROR = 1_000;

    private final Model model;
    private final SessionLog log;
    private final MemoryCalls calls;
    private final PreloadedMemory memory;
    private final boolean judges;
    private final Consumer<RunEvent> events;

    /// @param places what `${workspace}` and the like stand for in descriptions
    /// @param judges whether failed calls are judged too
    public Reflector(
            Model model,
            SessionLog log,
            ToolRunner runner,
            PreloadedMemory memory,
            Map<String, String> places,
            boolean judges,
            Consumer<RunEvent> events) {
        this.model = model;
        this.log = log;
        this.calls = new MemoryCalls(runner, places, events);
        this.memory = memory;
        this.judges = judges;
        this.events = events;
    }

    @Override
    public boolean judges() {
        return judges;
    }

    @Override
    public Judgment judge(String conversation, List<FailedCall> failed)
            throws InterruptedException {
        var failures = new StringBuilder("Failed now:\n");
        for (FailedCall it : failed) {
            failures.append(
                    "- %s %s: %s\n"
                            .formatted(
                                    it.call().tool(),
                                    head(it.call().arguments()),
                                    head(it.result().text())));
        }
        var prompt =
                new Prompt(
                        List.of(Instructions.read("verdict.md")),
                        List.of(Message.User.of(conversation + "\n\n" + failures)),
                        List.of(),
                        VERDICT_TOKENS,
                        Prompt.Sampling.UNSET);
        try {
            Answer answer = model.ask(prompt, AnswerListener.NONE);
            count(answer);
            return new Judgment(verdict(answer.message().text()), answer.usage());
        } catch (IOException e) {
            warn("A failed call could not be judged: " + e.getMessage());
            return new Judgment(Optional.empty(), Usage.NONE);
        }
    }

    /// Models like to wrap JSON in words.
    private static Optional<Entry.Judged> verdict(String answer) {
        int from = answer.indexOf('{');
        int to = answer.lastIndexOf('}');
        if (from < 0 || to < from) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    Entry.Judged.read(JsonText.parseObject(answer.substring(from, to + 1))));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static String head(String text) {
        return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR) + "…";
    }

    @Override
    public Usage reflect(String conversation) {
        if (calls.definitions().isEmpty()) {
            return Usage.NONE;
        }
        var state = new State();
        try {
            state.problem = steps(conversation, state);
        } catch (ModelException e) {
            state.problem = Optional.of(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            state.problem = Optional.of("The memory could not be read: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            state.problem = Optional.of("It was interrupted.");
        }
        try {
            log.addReflection(
                    new Entry.Reflected(state.assessment, state.toolCalls, state.problem));
        } catch (IOException e) {
            warn("The reflection could not be written: " + e.getMessage());
        }
        return state.usage;
    }

    /// Why it ended early; empty if the model came to an end.
    private Optional<String> steps(String conversation, State state)
            throws IOException, InterruptedException {
        List<Message> messages = new ArrayList<>();
        messages.add(Message.User.of(conversation));
        String run = Integer.toString(log.turn());
        for (int step = 1; step <= MOST_STEPS; step++) {
            Answer answer = model.ask(prompt(messages), AnswerListener.NONE);
            state.usage = state.usage.plus(answer.usage());
            count(answer);
            Message.Assistant message = MemoryCalls.renamed(answer.message(), run, step);
            state.assessment = message.text().isBlank() ? state.assessment : message.text().strip();
            if (message.calls().isEmpty()) {
                return Optional.empty();
            }
            messages.add(message);
            messages.add(new Message.Results(results(message.calls(), state)));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return Optional.of("It stopped after %d steps.".formatted(MOST_STEPS));
    }

    private List<Message.CallResult> results(List<Part.Call> wanted, State state) {
        List<Message.CallResult> results = new ArrayList<>();
        for (Part.Call call : wanted) {
            results.add(calls.run(call));
            state.toolCalls++;
        }
        return results;
    }

    private Prompt prompt(List<Message> messages) throws IOException {
        String known = memory.text();
        return new Prompt(
                List.of(
                        Instructions.read("reflection.md"),
                        known.isBlank() ? "Nothing is remembered yet." : known),
                messages,
                calls.definitions(),
                REFLECTION_TOKENS,
                Prompt.Sampling.UNSET);
    }

    private void count(Answer answer) throws IOException {
        log.addUsage(new Entry.TokenUsage(answer.usage(), answer.model()));
        events.accept(new RunEvent.TokenUsage(answer.usage(), answer.model()));
    }

    private void warn(String text) {
        events.accept(new RunEvent.Warning(text));
    }

    /// A reflection as far as it got.
    private static final class State {

        private Usage usage = Usage.NONE;
        private String assessment = "";
        private int toolCalls;
        private Optional<String> problem = Optional.empty();
    }
}
