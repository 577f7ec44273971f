package dev.deft.agent.loop;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.OpenCalls;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A run that has a beginning in the log and no end: its program died, or stopped for a restart.
public final class InterruptedRun {

    private InterruptedRun() {}

    /// What the last run of a session did so far, if it has not ended.
    ///
    /// @param branch the active entries of the session
    /// @param price of tokens in dollars; empty if it is not known
    public static Optional<RunOutcome> find(
            String sessionId, List<Entry> branch, Function<Usage, OptionalDouble> price) {
        Optional<Tally> going = Optional.empty();
        for (Entry entry : branch) {
            String event =
                    entry.body() instanceof Entry.Event(var said)
                            ? said.text("type").orElse("")
                            : "";
            switch (event) {
                case "session" -> going = Optional.of(going.orElseGet(() -> new Tally(price)));
                case "result" -> going = Optional.empty();
                default -> going.ifPresent(it -> it.add(entry.body()));
            }
        }
        return going.map(it -> it.outcome(sessionId));
    }

    /// Counts what a run did.
    private static final class Tally {

        private final Function<Usage, OptionalDouble> price;
        private String text = "";
        private int steps;
        private Usage usage = Usage.NONE;
        private double cost;
        private boolean priced = true;

        Tally(Function<Usage, OptionalDouble> price) {
            this.price = price;
        }

        void add(Entry.Body body) {
            if (body instanceof Entry.Assistant answer) {
                steps++;
                String said = new Message.Assistant(answer.parts()).text();
                text = said.isBlank() ? text : said;
            } else if (body instanceof Entry.TokenUsage(Usage spent, String _)) {
                usage = usage.plus(spent);
                OptionalDouble dollars = price.apply(spent);
                priced &= dollars.isPresent();
                cost += dollars.orElse(0);
            }
        }

        RunOutcome outcome(String sessionId) {
            return new RunOutcome(
                    RunOutcome.Status.RESTART,
                    text,
                    sessionId,
                    steps,
                    usage,
                    priced ? OptionalDouble.of(cost) : OptionalDouble.empty(),
                    List.of(),
                    Optional.empty());
        }
    }

    /// The last answer of a conversation, as far as it was carried out.
    ///
    /// @param entry of the answer
    /// @param unstarted its calls that had no effect and have no result, in order
    record LastAnswer(Entry entry, Entry.Assistant answer, List<Part.Call> unstarted) {

        /// Empty if the conversation does not end with an answer.
        static Optional<LastAnswer> of(List<Entry> entries) {
            Optional<LastAnswer> last = Optional.empty();
            var open = new OpenCalls();
            for (Entry entry : entries) {
                open.add(entry.body());
                if (entry.body() instanceof Entry.Assistant answer) {
                    last = Optional.of(new LastAnswer(entry, answer, List.of()));
                } else if (isMessage(entry.body())) {
                    last = Optional.empty();
                }
            }
            Set<String> left =
                    open.list().stream()
                            .filter(it -> !it.started())
                            .map(OpenCalls.OpenCall::callId)
                            .collect(Collectors.toSet());
            return last.map(it -> it.with(left));
        }

        private static boolean isMessage(Entry.Body body) {
            return body instanceof Entry.User
                    || body instanceof Entry.Notice
                    || body instanceof Entry.Judged;
        }

        private LastAnswer with(Set<String> left) {
            return new LastAnswer(
                    entry,
                    answer,
                    message().calls().stream().filter(it -> left.contains(it.callId())).toList());
        }

        Message.Assistant message() {
            return new Message.Assistant(answer.parts());
        }

        Answer asAnswer() {
            return new Answer(message(), answer.stop(), Usage.NONE, answer.model());
        }
    }
}
