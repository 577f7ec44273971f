package dev.deft.agent.context;

import dev.deft.agent.loop.FakeModel;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A context whose entries also go to a log, as in a session.
abstract class ContextFixture {

    static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    /// 1,000 tokens, of which a prompt may use 900.
    static final ContextLimits SMALL = ContextLimits.of(1_000, 100);

    final FakeModel model = new FakeModel();
    final List<String> warnings = new ArrayList<>();
    final List<Entry> log = new ArrayList<>();
    final List<Entry.Summary> summaries = new ArrayList<>();
    Context context = context(SMALL);

    Context context(ContextLimits limits) {
        return new Context(
                limits,
                model,
                new Context.Recorder() {
                    @Override
                    public void record(Entry.Summary summary, Answer answer) {
                        summaries.add(summary);
                        add(summary);
                    }

                    @Override
                    public void warn(String text) {
                        warnings.add(text);
                    }
                },
                List.copyOf(log));
    }

    Entry add(Entry.Body body) {
        int id = log.size() + 1;
        log.add(new Entry(id, id - 1L, START.plusSeconds(id), body));
        return log.getLast();
    }

    void user(String text) {
        Entry entry = add(new Entry.User(List.of(new Part.Text(text)), "user"));
        context.addUserMessage(Message.User.of(text), entry.at());
    }

    /// A step with one call.
    void step(String id, String tool, String arguments, Message.CallResult result) {
        step(id, tool, arguments, result, Usage.NONE);
    }

    void step(String id, String tool, String arguments, Message.CallResult result, Usage usage) {
        List<Part> parts = List.of(new Part.Call(id, tool, arguments));
        Entry entry = add(new Entry.Assistant(parts, Answer.Stop.CALLS, "m"));
        if (!usage.equals(Usage.NONE)) {
            add(new Entry.TokenUsage(usage, "m"));
        }
        add(
                new Entry.Result(
                        id,
                        tool,
                        arguments,
                        result.failed(),
                        result.text(),
                        result.images(),
                        Json.Obj.EMPTY));
        context.addStep(new Message.Assistant(parts), List.of(result), entry.at(), usage);
    }

    void printed(String id, int length) {
        step(id, "bash", "{}", result(id, "x".repeat(length)));
    }

    void says(String text) {
        List<Part> parts = List.of(new Part.Text(text));
        Entry entry = add(new Entry.Assistant(parts, Answer.Stop.DONE, "m"));
        context.addStep(new Message.Assistant(parts), List.of(), entry.at(), Usage.NONE);
    }

    static Message.CallResult result(String id, String text) {
        return new Message.CallResult(id, text, List.of(), false);
    }

    String first() {
        return MessageSizes.text(((Message.User) context.messages().getFirst()).parts());
    }

    List<Message.CallResult> results() {
        return context.messages().stream()
                .filter(Message.Results.class::isInstance)
                .flatMap(it -> ((Message.Results) it).results().stream())
                .toList();
    }
}
