package dev.deft.agent.context;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Overflow;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The conversation of the next request, kept within the context window of the model.
///
/// When the window fills up, outputs of old calls are cleared first. Then a summary replaces the
/// older part; if there is none, the middle is dropped. Cuts are between units only; the outputs of
/// a unit that is too long by itself are shortened. The log stays as it is.
public final class Context {

    /// Up to this many steps that leave a window in characters or turns are dropped without a
    /// summary, which would cost more than it is worth.
    private static final int MAX_STEPS_WITHOUT_SUMMARY = 5;

    private static final int KEPT_TURNS = 2;

    /// How often a request that is too long is shortened.
    private static final int MAX_ADAPTATIONS = 4;

    private ContextLimits limits;
    private final Summarizer summarizer;
    private final Recorder recorder;
    private final ShownUnits units = new ShownUnits();
    private final TokenRate rate = new TokenRate();
    private DroppedUnits dropped = DroppedUnits.none();
    private Optional<String> summary = Optional.empty();
    private Optional<String> note = Optional.empty();
    private Earlier earlier = Earlier.NOTHING;
    private long used;
    private int adaptations;

    public Context(ContextLimits limits, Model model, Recorder recorder, List<Entry> log) {
        this(limits, () -> Compaction.builtIn(model), recorder, log);
    }

    /// @param compact who sums up; asked for when it is needed
    public Context(
            ContextLimits limits,
            Supplier<Compaction> compact,
            Recorder recorder,
            List<Entry> log) {
        this.limits = limits;
        this.summarizer = new Summarizer(compact);
        this.recorder = recorder;
        reload(log);
    }

    /// Replaces the conversation by that of a log, for example one that was rewound. What is known
    /// of the model stays.
    public void reload(List<Entry> log) {
        units.clear();
        dropped = DroppedUnits.none();
        summary = Optional.empty();
        note = Optional.empty();
        earlierChanged();
        adaptations = 0;
        Conversation conversation = Conversation.of(log);
        conversation.units().forEach(it -> units.add(ShownUnit.whole(it)));
        conversation.summaries().forEach(this::restore);
        used = lastUsed(log);
    }

    /// The tokens of the last answer; other requests, such as for a verdict, are shorter.
    private static long lastUsed(List<Entry> log) {
        long used = 0;
        boolean answered = false;
        for (Entry entry : log) {
            if (entry.body() instanceof Entry.TokenUsage(Usage usage, String _)
                    && answered
                    && !usage.estimated()) {
                used = usage.context();
            } else if (entry.body() instanceof Entry.Summary) {
                used = 0;
            }
            answered = entry.body() instanceof Entry.Assistant;
        }
        return used;
    }

    /// Replaces units by a summary from the log, if it was made of exactly these units.
    private void restore(Entry.Summary it) {
        int end = 0;
        while (end < units.size() && !units.get(end).unit().at().isAfter(it.coversThrough())) {
            end++;
        }
        boolean fits = end > 0 && dropped.plus(units.first(end)).hash().equals(it.sourceHash());
        // The entries that a summary covers may not have been read at all.
        boolean unread = end == 0 && summary.isEmpty();
        if (fits || unread) {
            drop(end);
            dropped = dropped.replacedBySummary(it.sourceHash());
            dropped = unread ? dropped.withPinned(Pinned.read(it.pinned())) : dropped;
            summary = Optional.of(it.content());
            earlierChanged();
        }
    }

    private void drop(int count) {
        dropped = dropped.plus(units.first(count));
        units.removeFirst(count);
        note = Optional.empty();
        earlierChanged();
    }

    /// What stands for earlier messages is composed again.
    private void earlierChanged() {
        earlier = Earlier.of(summary.orElse(""), note.orElse(""));
    }

    public void addUserMessage(Message.User message, Instant at) {
        units.add(ShownUnit.whole(new Unit.UserMessage(message, at)));
    }

    /// Adds a step, and adjusts the estimates to the tokens that the provider counted.
    public void addStep(
            Message.Assistant message, List<Message.CallResult> results, Instant at, Usage usage) {
        adaptations = 0;
        if (usage.context() > 0 && !usage.estimated()) {
            rate.reported(usage, chars(0));
            used = usage.context();
        }
        units.add(ShownUnit.whole(new Unit.Step(message, results, at)));
    }

    /// The messages to send.
    public List<Message> messages() {
        List<Message> messages = new ArrayList<>(2 * units.size() + 1);
        if (!earlier.text().isEmpty()) {
            messages.add(earlier.message());
        }
        units.addMessagesTo(messages);
        return messages;
    }

    /// The conversation as plain text.
    ///
    /// @param room the most characters
    public String text(int room) {
        return ConversationText.of(earlier.text(), units.first(units.size()), room);
    }

    /// Sets the characters of the system prompt and the tool definitions.
    public void overhead(int chars) {
        rate.overhead(chars);
    }

    /// The current limits: the initial ones, lowered to what providers reported.
    public ContextLimits limits() {
        return limits;
    }

    /// Applies the limits of another model from the next request on.
    public void limits(ContextLimits other) {
        limits = other;
        adaptations = 0;
    }

    /// The most tokens that the next request may ask for.
    public int maxAnswerTokens() {
        return limits.maxAnswerAfter(tokens());
    }

    /// The estimated tokens of the next request.
    public long tokens() {
        return rate.tokens(chars(0));
    }

    /// Shortens the conversation if the next request would be too long.
    public void fit() throws IOException, InterruptedException {
        if (isFull()) {
            compact(tail(limits.usable() / 4));
            shortenLast(limits.usable() / 4 * 3);
        } else if (isOverWindow()) {
            slideWindow();
        } else if (used >= limits.usable() / 4L * 3) {
            units.prune(tail(limits.usable() / 4));
        }
    }

    /// Adapts limits and estimates after the provider rejected a request as too long.
    ///
    /// @return whether the next request will be shorter; otherwise it would be rejected again
    public boolean adapt(Overflow overflow) {
        long before = tokens();
        int answer = maxAnswerTokens();
        overflow.promptTokens().ifPresent(it -> rate.counted(it, chars(0)));
        if (overflow.maxAnswer().isPresent()) {
            limits = limits.withMaxAnswer(overflow.maxAnswer().getAsInt());
        } else if (overflow.window().isPresent()) {
            limits = limits.withMaxTokens(overflow.window().getAsInt());
        } else {
            limits = limits.withMaxTokens((int) Math.min(limits.tokens(), before / 2));
        }
        boolean shorterAnswer = maxAnswerTokens() < answer;
        if (!isFull() && !shorterAnswer) {
            // The estimate was too low: a token has fewer characters than assumed.
            rate.counted(limits.tokens(), chars(0));
        }
        return ++adaptations <= MAX_ADAPTATIONS && (shorterAnswer || canShrink());
    }

    /// Whether the conversation can be shortened.
    private boolean canShrink() {
        return rate.tokens(0) < limits.usable() && units.hasSteps();
    }

    private boolean isFull() {
        return used >= limits.usable() || tokens() >= limits.usable();
    }

    private int chars(int from) {
        return earlier.text().length() + units.chars(from);
    }

    /// The index of the first unit to keep: the last turns, as far as they fit. The last unit is
    /// always kept, since the model has not seen its results.
    private int tail(int tokens) {
        int turns = 0;
        long size = 0;
        int first = units.size();
        while (first > 0) {
            ShownUnit next = units.get(first - 1);
            size += next.chars();
            if (first < units.size() && rate.tokensOf(size) > tokens) {
                return first;
            }
            first--;
            turns += next.isUserMessage() ? 1 : 0;
            if (turns == KEPT_TURNS) {
                return first;
            }
        }
        return first;
    }

    private void compact(int cut) throws IOException, InterruptedException {
        try {
            if (cut > 0) {
                summarize(cut, "");
            }
        } catch (ModelException e) {
            recorder.warn(
                    "The conversation could not be summarized (%s); old outputs were cleared instead."
                            .formatted(e.getMessage()));
            units.prune(cut);
            if (tokens() >= limits.usable()) {
                recorder.warn("A part of the conversation was dropped to make room.");
                dropWithNote(cut);
            }
        }
        used = 0;
    }

    /// Replaces the older part of the conversation by a summary now.
    ///
    /// @param wishes what the user wants the summary to keep; empty for nothing in particular
    /// @return the summary; empty if there is no older part
    /// @throws ModelException if there is no summary; then the conversation is as it was
    public Optional<String> summarizeNow(String wishes) throws IOException, InterruptedException {
        int cut = tail(limits.usable() / 4);
        if (cut == 0) {
            return Optional.empty();
        }
        summarize(cut, wishes);
        used = 0;
        return summary;
    }

    /// What the next request would hold.
    ///
    /// @param overhead the system prompt and the tools; their tokens are their characters
    public ContextUse use(String model, List<ContextUse.Share> overhead) {
        long estimated = used > 0 ? rate.tokensOf(units.charsSinceAnswer()) : tokens();
        return new ContextUse(
                model,
                limits.tokens(),
                limits.usable(),
                used,
                estimated,
                units.measure(earlier.text().length()).shares(overhead, used + estimated));
    }

    private void summarize(int cut, String wishes) throws IOException, InterruptedException {
        List<Unit> covered = units.first(cut);
        DroppedUnits then = dropped.plus(covered);
        Summarizer.Summary summed =
                summarizer.summarize(
                        earlier.text(),
                        covered,
                        then.pinned(),
                        rate.charsFor(limits.usable()) / 2,
                        Math.max(1, Math.min(limits.maxAnswer(), limits.usable() / 8)),
                        wishes);
        var entry =
                new Entry.Summary(
                        summed.text(), covered.getLast().at(), then.hash(), then.pinned().json());
        recorder.record(entry, summed.answer());
        drop(cut);
        dropped = dropped.replacedBySummary(entry.sourceHash());
        summary = Optional.of(entry.content());
        earlierChanged();
    }

    /// Drops units without a summary; a note keeps the user's requests and the changed files.
    private void dropWithNote(int cut) {
        drop(cut);
        note =
                Optional.of(
                        "A part of the conversation was dropped here.\n" + dropped.pinned().text());
        earlierChanged();
    }

    /// Shortens the outputs of the last unit if they alone exceed the window.
    private void shortenLast(int tokens) {
        long over = rate.tokens(chars(0)) - tokens;
        if (over >= 0 && !units.isEmpty()) {
            ShownUnit last = units.removeLast();
            int rest = chars(0);
            units.add(last.shortenedTo(Math.max(0, rate.charsWith(tokens) - rest)));
        }
    }

    private boolean isOverWindow() {
        return (limits.chars().isPresent() && chars(0) > limits.chars().getAsInt())
                || (limits.turns().isPresent() && turns(0) > limits.turns().getAsInt());
    }

    /// Counts turns, also one whose user message is before `from`.
    private int turns(int from) {
        List<ShownUnit> rest = units.from(from);
        long messages = rest.stream().filter(ShownUnit::isUserMessage).count();
        boolean partial = !rest.isEmpty() && !rest.getFirst().isUserMessage();
        return (int) messages + (partial ? 1 : 0);
    }

    /// Cuts well below the window, so that the next turn need not cut again. A cut in the middle of
    /// a turn leaves a note: otherwise the model would not know the request.
    private void slideWindow() throws IOException, InterruptedException {
        int cut = 0;
        int answers = 0;
        while (cut < units.size() - 1 && isOverTarget(cut)) {
            answers += units.get(cut).isUserMessage() ? 0 : 1;
            cut++;
        }
        if (cut == 0) {
            return;
        }
        if (answers > MAX_STEPS_WITHOUT_SUMMARY) {
            compact(cut);
        } else if (units.get(cut).isUserMessage()) {
            drop(cut);
        } else {
            dropWithNote(cut);
        }
    }

    private boolean isOverTarget(int from) {
        boolean chars = limits.chars().isPresent() && chars(from) > limits.chars().getAsInt() / 2;
        boolean turns =
                limits.turns().isPresent()
                        && turns(from) > Math.max(1, limits.turns().getAsInt() / 2);
        return chars || turns;
    }

    /// Records how the conversation was shortened.
    public interface Recorder {

        /// Records a summary.
        ///
        /// @param answer of the model that wrote it
        void record(Entry.Summary summary, Answer answer) throws IOException;

        void warn(String text);
    }
}
