package dev.deft.server.api.session;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.json.Json;
import dev.deft.server.api.session.SessionStats.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes a session's entries a tree of spans: turns have steps, a step has the request to the model
/// and the calls of its answer, a call may have a sub-agent.
final class SessionSpans {

    private static final int LONGEST_NAME = 120;

    private final List<Entry> entries;
    private final Map<String, Child> children = new HashMap<>();
    private final List<Span> spans = new ArrayList<>();
    private final Map<String, Instant> started = new HashMap<>();
    private final Instant begin;
    private Optional<OpenSpan> turn = Optional.empty();
    private Optional<OpenSpan> step = Optional.empty();
    private Instant boundary;

    /// A sub-agent.
    ///
    /// @param callId the call that started it
    record Child(String session, String callId, String agent, Usage usage) {}

    private record OpenSpan(String id, String name, Instant start) {}

    SessionSpans(List<Entry> entries, List<Child> children) {
        this.entries = entries;
        children.forEach(it -> this.children.put(it.callId(), it));
        this.begin = entries.isEmpty() ? Instant.EPOCH : entries.getFirst().at();
        this.boundary = begin;
    }

    List<Span> all() {
        for (int i = 0; i < entries.size(); i++) {
            add(
                    entries.get(i),
                    i + 1 < entries.size() ? Optional.of(entries.get(i + 1)) : Optional.empty());
        }
        endTurn();
        return spans;
    }

    private void add(Entry entry, Optional<Entry> next) {
        switch (entry.body()) {
            case Entry.User user -> {
                if (turn.isEmpty()) {
                    turn =
                            Optional.of(
                                    new OpenSpan(
                                            "turn-" + entry.id(),
                                            shortened(SessionHistory.text(user.parts())),
                                            entry.at()));
                }
                boundary = entry.at();
            }
            case Entry.Assistant answer -> answered(entry, answer, next);
            case Entry.Called call -> started.put(call.callId(), entry.at());
            case Entry.Result result -> ended(entry, result);
            case Entry.Event(Json.Obj event) when isEnd(event) -> {
                boundary = entry.at();
                endTurn();
            }
            default -> {}
        }
    }

    private static boolean isEnd(Json.Obj event) {
        return event.text("type").orElse("").equals("result");
    }

    private static String shortened(String text) {
        String line = text.strip().lines().findFirst().orElse("");
        return line.length() > LONGEST_NAME ? line.substring(0, LONGEST_NAME) : line;
    }

    private void answered(Entry entry, Entry.Assistant answer, Optional<Entry> next) {
        endStep();
        Usage usage =
                next.isPresent()
                                && next.get().body() instanceof Entry.TokenUsage(Usage it, String _)
                        ? it
                        : Usage.NONE;
        var opened = new OpenSpan("step-" + entry.id(), "Step", boundary);
        step = Optional.of(opened);
        spans.add(
                new Span(
                        "model-" + entry.id(),
                        Optional.of(opened.id()),
                        "model",
                        answer.model().isEmpty() ? "model" : answer.model(),
                        since(boundary),
                        between(boundary, entry.at()),
                        Optional.of(usage.context() - usage.output()),
                        Optional.of(usage.output()),
                        Optional.empty()));
        boundary = entry.at();
    }

    private void ended(Entry entry, Entry.Result result) {
        Instant start =
                started.getOrDefault(
                        result.callId(), entry.at().minusMillis(SessionStats.millis(result)));
        String id = "call-" + entry.id();
        spans.add(
                new Span(
                        id,
                        step.or(() -> turn).map(OpenSpan::id),
                        "call",
                        result.tool(),
                        since(start),
                        between(start, entry.at()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        Child child = children.get(result.callId());
        if (child != null) {
            spans.add(
                    new Span(
                            "subagent-" + entry.id(),
                            Optional.of(id),
                            "subagent",
                            child.agent(),
                            since(start),
                            between(start, entry.at()),
                            Optional.of(child.usage().context() - child.usage().output()),
                            Optional.of(child.usage().output()),
                            Optional.of(child.session())));
        }
        boundary = entry.at().isAfter(boundary) ? entry.at() : boundary;
    }

    private void endStep() {
        step.ifPresent(it ->
                spans.add(
                        new Span(
                                it.id(),
                                turn.map(OpenSpan::id),
                                "step",
                                it.name(),
                                since(it.start()),
                                between(it.start(), boundary),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())));
        step = Optional.empty();
    }

    private void endTurn() {
        endStep();
        turn.ifPresent(it ->
                spans.add(
                        new Span(
                                it.id(),
                                Optional.empty(),
                                "turn",
                                it.name(),
                                since(it.start()),
                                between(it.start(), boundary),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())));
        turn = Optional.empty();
    }

    private long since(Instant at) {
        return between(begin, at);
    }

    private static long between(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis());
    }
}
