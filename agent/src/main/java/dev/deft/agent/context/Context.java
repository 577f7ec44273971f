package dev.deft.agent.context;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conversation as the next request will show it, kept within what the model can read.
///
/// Room is made in steps: first the outputs of old calls are cleared, then a summary stands for the
/// older part, and where none can be had the middle is left out. It is only ever cut between units.
/// Nothing of this changes the log.
public final class Context {

    /// A summary is worth its price only for more than this many turns, where a window in
    /// characters or turns pushes them out.
    private static final int MOST_TURNS_UNSUMMED = 5;

    private static final int KEPT_TURNS = 2;

    private final ContextLimits limits;
    private final Summarizer summarizer;
    private final Keeper keeper;
    private final List<Unit> units = new ArrayList<>();
    private final TokenRate rate = new TokenRate();
    private Optional<String> summary = Optional.empty();
    private int start;
    private int pruned;
    private long used;

    /// @param overhead characters that go with every request: the system prompt and the tools
    public Context(
            ContextLimits limits, Model model, Keeper keeper, int overhead, List<Entry> log) {
        this.limits = limits;
        this.summarizer = new Summarizer(model);
        this.keeper = keeper;
        this.rate.overhead(overhead);
        Transcript transcript = Transcript.of(log);
        units.addAll(transcript.units());
        transcript.summaries().forEach(this::stand);
        used = lastUsed(log);
    }

    private static long lastUsed(List<Entry> log) {
        long used = 0;
        for (Entry entry : log) {
            if (entry.body() instanceof Entry.Spent(Usage usage, String _)) {
                used = usage.context();
            } else if (entry.body() instanceof Entry.Summary) {
                used = 0;
            }
        }
        return used;
    }

    /// A summary stands for what it was made of, and for nothing else.
    private void stand(Entry.Summary it) {
        int end = 0;
        while (end < units.size() && !units.get(end).at().isAfter(it.coversThrough())) {
            end++;
        }
        if (end > start && SourceHash.of(units.subList(0, end)).equals(it.sourceHash())) {
            start = end;
            summary = Optional.of(it.content());
        }
    }

    public void said(Message.User message, Instant at) {
        units.add(new Unit.Said(message, at));
    }

    /// Adds an answer, and how much of the model's room the request and it took.
    public void answered(
            Message.Assistant message, List<Message.CallResult> results, Instant at, Usage usage) {
        if (usage.context() > 0) {
            rate.reported(usage, chars(start));
            used = usage.context();
        }
        units.add(new Unit.Answered(message, results, at));
    }

    /// What to send.
    public List<Message> messages() {
        List<Message> messages = new ArrayList<>();
        summary.ifPresent(it ->
                messages.add(
                        Message.User.of(
                                "[Context summary from earlier in this conversation:\n"
                                        + it
                                        + "\n]")));
        for (int i = start; i < units.size(); i++) {
            Unit unit = units.get(i);
            boolean cleared = i < pruned && unit instanceof Unit.Answered;
            messages.addAll(cleared ? ((Unit.Answered) unit).pruned().messages() : unit.messages());
        }
        return messages;
    }

    /// Makes room for the next request where it is needed.
    public void fit() throws IOException, InterruptedException {
        if (isFull()) {
            compact(tail(limits.usable() / 4));
        } else if (isOutsideTheWindow()) {
            slide();
        } else if (used >= limits.usable() / 4L * 3) {
            prune(tail(limits.usable() / 4));
        }
    }

    /// Makes room although it was thought there was enough: the provider says there is not.
    public void shrink() throws IOException, InterruptedException {
        compact(tail(limits.usable() / 4));
    }

    private boolean isFull() {
        return used >= limits.usable() || rate.tokens(chars(start)) >= limits.tokens();
    }

    private int chars(int from) {
        int chars = summary.map(String::length).orElse(0);
        for (int i = from; i < units.size(); i++) {
            Unit unit = units.get(i);
            boolean cleared = i < pruned && unit instanceof Unit.Answered;
            chars += cleared ? ((Unit.Answered) unit).pruned().chars() : unit.chars();
        }
        return chars;
    }

    /// Where the part begins that stays as it is: the last turns, as far as they fit. The last unit
    /// stays in any case, since the model has not seen the results in it.
    private int tail(int tokens) {
        int turns = 0;
        long size = 0;
        int first = units.size();
        while (first > start) {
            Unit next = units.get(first - 1);
            size += next.chars();
            if (first < units.size() && rate.tokensOf(size) > tokens) {
                return first;
            }
            first--;
            turns += next instanceof Unit.Said ? 1 : 0;
            if (turns == KEPT_TURNS) {
                return first;
            }
        }
        return first;
    }

    private void prune(int until) {
        pruned = Math.max(pruned, until);
    }

    private void compact(int cut) throws IOException, InterruptedException {
        if (cut <= start) {
            prune(units.size() - 1);
            used = 0;
            return;
        }
        try {
            sumUp(cut);
        } catch (ModelException e) {
            keeper.warn(
                    "The conversation could not be summed up (%s); old outputs were cleared instead."
                            .formatted(e.getMessage()));
            prune(cut);
            if (rate.tokens(chars(start)) >= limits.usable()) {
                dropMiddle(cut);
            }
        }
        used = 0;
    }

    private void sumUp(int cut) throws IOException, InterruptedException {
        List<Unit> covered = units.subList(0, cut);
        Summarizer.Summed summed =
                summarizer.sum(
                        summary,
                        List.copyOf(units.subList(start, cut)),
                        rate.charsFor(limits.usable()) / 2);
        var entry =
                new Entry.Summary(summed.text(), covered.getLast().at(), SourceHash.of(covered));
        keeper.keep(entry, summed.answer());
        summary = Optional.of(entry.content());
        start = cut;
    }

    /// The last resort: what was asked for stays, and what is being done.
    private void dropMiddle(int cut) {
        String note =
                "A part of the conversation had to be left out here.\n"
                        + Pinned.of(units.subList(0, cut));
        keeper.warn("A part of the conversation was left out to make room.");
        summary = Optional.of(summary.map(it -> it + "\n\n" + note).orElse(note));
        start = cut;
    }

    private boolean isOutsideTheWindow() {
        return (limits.chars().isPresent() && chars(start) > limits.chars().getAsInt())
                || (limits.turns().isPresent()
                        && turns(start, units.size()) > limits.turns().getAsInt());
    }

    private int turns(int from, int to) {
        return (int) units.subList(from, to).stream().filter(Unit.Said.class::isInstance).count();
    }

    /// Cuts well below the window, so that the next turn need not cut again.
    private void slide() throws IOException, InterruptedException {
        int cut = start;
        while (cut < units.size() - 1 && isTooMuch(cut)) {
            cut++;
        }
        if (turns(start, cut) > MOST_TURNS_UNSUMMED) {
            compact(cut);
        } else {
            start = cut;
        }
    }

    private boolean isTooMuch(int from) {
        boolean chars = limits.chars().isPresent() && chars(from) > limits.chars().getAsInt() / 2;
        boolean turns =
                limits.turns().isPresent()
                        && turns(from, units.size()) > Math.max(1, limits.turns().getAsInt() / 2);
        return chars || turns;
    }

    /// Writes down what was done to make room.
    public interface Keeper {

        /// Keeps a summary.
        ///
        /// @param answer what it took
        void keep(Entry.Summary summary, Answer answer) throws IOException;

        void warn(String text);
    }
}
