package dev.deft.testkit;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A model that answers from a script and records every prompt it gets.
///
/// ```java
/// var model = new ScriptedModel()
///         .calls("edit", Map.of("path", "a.txt", "old_text", "1", "new_text", "2"))
///         .says("Changed.");
/// ```
///
/// Each request takes the next answer. A request past the end of the script fails the test with an
/// [AssertionError] that shows what the model was sent. May be used from several threads; answers
/// are then taken in the order of the requests.
public final class ScriptedModel implements Model {

    private static final String NAME = "test/scripted";
    private static final Usage TEXT_USAGE = new Usage(100, 10, 0, 0);

    private final List<Prompt> prompts = new ArrayList<>();
    private final Deque<ScriptedStep> steps = new ArrayDeque<>();
    private Optional<ScriptedStep> last = Optional.empty();
    private int scripted;
    private int callIds;

    /// A model without a script.
    public ScriptedModel() {}

    /// One answer, made when it is asked for.
    @FunctionalInterface
    public interface ScriptedStep {

        /// Answers one request, on the thread that asks.
        ///
        /// @param prompt the request
        /// @param listener gets the text, if a test needs streaming
        /// @return the complete answer
        /// @throws ModelException to fail as a provider does
        /// @throws InterruptedException when the run was cancelled
        Answer answer(Prompt prompt, AnswerListener listener)
                throws ModelException, InterruptedException;
    }

    /// Answers with a text, after which the agent stops. It counts as 100 input and 10 output
    /// tokens.
    ///
    /// @param text of the model
    /// @return this model
    public ScriptedModel says(String text) {
        return then(speaking(text));
    }

    /// Answers with the call of one tool.
    ///
    /// @param tool its name, as the model sees it
    /// @param arguments texts, numbers, booleans, lists and maps of these
    /// @return this model
    /// @throws IllegalArgumentException when an argument is none of these
    public ScriptedModel calls(String tool, Map<String, ?> arguments) {
        String id = "call_" + nextId();
        return calls(call(id, tool, Json.Obj.of(arguments).toString()));
    }

    /// Answers with several calls at once.
    ///
    /// @param calls made with [#call]
    /// @return this model
    public ScriptedModel calls(Part.Call... calls) {
        Answer answer = calling(Usage.NONE, calls);
        return then((_, _) -> answer);
    }

    /// Fails as a provider does that cannot be reached.
    ///
    /// @param message one sentence for people
    /// @return this model
    public ScriptedModel fails(String message) {
        return fails(ModelException.Kind.UNREACHABLE, message);
    }

    /// Fails as a provider does.
    ///
    /// @param kind what went wrong
    /// @param message one sentence for people
    /// @return this model
    public ScriptedModel fails(ModelException.Kind kind, String message) {
        return then((_, _) -> {
            throw new ModelException(kind, message);
        });
    }

    /// Answers with code of the test, which may look at the prompt.
    ///
    /// @param step makes the answer
    /// @return this model
    public synchronized ScriptedModel then(ScriptedStep step) {
        steps.add(step);
        scripted++;
        return this;
    }

    /// Answers every request past the end of the script with a text, instead of failing the test.
    ///
    /// @param text what the model says
    /// @return this model
    public synchronized ScriptedModel thenAlwaysSays(String text) {
        last = Optional.of(speaking(text));
        return this;
    }

    /// {@return a call for [#calls]}
    ///
    /// @param id what the result refers to
    /// @param tool its name, as the model sees it
    /// @param arguments JSON text, which a test may break
    public static Part.Call call(String id, String tool, String arguments) {
        return new Part.Call(id, tool, arguments);
    }

    /// {@return an answer of one text}
    ///
    /// @param text what the model says
    public static Answer saying(String text) {
        return new Answer(
                new Message.Assistant(List.of(new Part.Text(text))),
                Answer.Stop.DONE,
                TEXT_USAGE,
                "scripted");
    }

    /// {@return an answer of calls}
    ///
    /// @param usage the tokens of the request
    /// @param calls made with [#call]
    public static Answer calling(Usage usage, Part.Call... calls) {
        return new Answer(
                new Message.Assistant(List.of(calls)), Answer.Stop.CALLS, usage, "scripted");
    }

    /// {@return all prompts so far, in the order they came}
    public synchronized List<Prompt> prompts() {
        return List.copyOf(prompts);
    }

    /// {@return the results in the last prompt; empty if it has none}
    public synchronized List<Message.CallResult> lastResults() {
        return !prompts.isEmpty()
                        && prompts.getLast().messages().getLast()
                                instanceof Message.Results(List<Message.CallResult> results)
                ? results
                : List.of();
    }

    /// {@return how many answers of the script are unused}
    public synchronized int remaining() {
        return steps.size();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        return next(prompt).answer(prompt, listener);
    }

    private synchronized ScriptedStep next(Prompt prompt) {
        prompts.add(prompt);
        if (!steps.isEmpty()) {
            return steps.removeFirst();
        }
        return last.orElseThrow(() ->
                new AssertionError(
                        "The script has %d answers, and the model was asked %d times. The last message it got: %s"
                                .formatted(scripted, prompts.size(), lastRequest(prompt))));
    }

    private static String lastRequest(Prompt prompt) {
        return prompt.messages().isEmpty() ? "none" : prompt.messages().getLast().toString();
    }

    private static ScriptedStep speaking(String text) {
        return (_, listener) -> {
            listener.text(text);
            return saying(text);
        };
    }

    private synchronized int nextId() {
        return ++callIds;
    }

    @Override
    public void close() {}
}
