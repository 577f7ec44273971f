package dev.deft.testkit;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A listener that keeps the events of runs, for assertions.
///
/// ```java
/// var run = new RunRecording();
/// session.run("fix it", run);
/// assertThat(run).called("edit").with("path", "a.txt").succeeded();
/// ```
///
/// May receive events on one thread while another reads them.
public final class RunRecording implements Consumer<RunEvent> {

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    /// A recording without events.
    public RunRecording() {}

    @Override
    public void accept(RunEvent event) {
        events.add(event);
    }

    /// {@return all events so far, in their order}
    public List<RunEvent> events() {
        return List.copyOf(events);
    }

    /// {@return the calls so far, in the order they began}
    public List<RecordedCall> calls() {
        List<RunEvent> all = events();
        List<RunEvent.ToolResult> results = new ArrayList<>(only(all, RunEvent.ToolResult.class));
        return only(all, RunEvent.ToolCall.class).stream().map(it -> ended(it, results)).toList();
    }

    /// Takes the result out of the list, since later calls may have the same id.
    private static RecordedCall ended(RunEvent.ToolCall call, List<RunEvent.ToolResult> results) {
        Optional<RunEvent.ToolResult> result =
                results.stream().filter(it -> it.id().equals(call.id())).findFirst();
        result.ifPresent(results::remove);
        return new RecordedCall(
                call.id(),
                call.tool(),
                call.arguments(),
                result.map(RunEvent.ToolResult::failed).orElse(false),
                result.map(RunEvent.ToolResult::result));
    }

    /// {@return the text of the model so far}
    public String text() {
        var text = new StringBuilder();
        only(events(), RunEvent.Text.class).forEach(it -> text.append(it.delta()));
        return text.toString();
    }

    /// {@return the tools whose calls needed approval, in order}
    public List<String> asked() {
        return only(events(), RunEvent.ApprovalRequested.class).stream()
                .map(it -> it.request().tool())
                .toList();
    }

    /// {@return the outcome of the last run; empty while it runs}
    public Optional<RunOutcome> outcome() {
        List<RunEvent.Ended> ended = only(events(), RunEvent.Ended.class);
        return ended.isEmpty() ? Optional.empty() : Optional.of(ended.getLast().outcome());
    }

    private static <T extends RunEvent> List<T> only(List<RunEvent> events, Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
