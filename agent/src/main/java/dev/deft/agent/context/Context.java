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

/// The conversation as the next request will show it, kept within what the model can read.
///
/// Room is made in steps: first the outputs of old calls are cleared, then a summary stands for the
/// older part, and where none can be had the middle is left out. It is only ever cut between units;
/// of a unit that alone is too much, the outputs are shortened. Nothing of this changes the log.
public final class Context {

    /// A summary is worth its price only for more than this many answers, where a window in
    /// characters or turns pushes them out.
    private static final int MOST_ANSWERS_UNSUMMED = 5;

    private static final int KEPT_TURNS = 2;

    /// How often a request that is too long is made shorter before that is given up.
    private static final int MOST_LESSONS = 4;

    private ContextLimits limits;
    private final Summarizer summarizer;
    private final Recorder recorder;
    private final List<ShownUnit> units = new ArrayList<>();
    private final TokenRate rate = new TokenRate();
    private DroppedUnits dropped = DroppedUnits.none();
    private Optional<String> summary = Optional.empty();
    private Optional<String> note = Optional.empty();
    private long used;
    private int adaptations;

    /// @param overhead characters that go with every request: the system prompt and the tools
    public Context(
            ContextLimits limits, Model model, Recorder keeper, int overhead, List<Entry> log) {
        this.limits = limits;
        this.summarizer = new Summarizer(model);
        this.recorder = keeper;
        this.rate.overhead(overhead);
        Conversation transcript = Conversation.of(log);
        transcript.units().forEach(it -> units.add(ShownUnit.whole(it)));
        transcript.summaries().forEach(this::restore);
        used = lastUsed(log);
    }

    private static long lastUsed(List<Entry> log) {
        long used = 0;
        for (Entry entry : log) {
            if (entry.body() instanceof Entry.TokenUsage(Usage usage, String _)
                    && !usage.estimated()) {
                used = usage.context();
            } else if (entry.body() instanceof Entry.Summary) {
                used = 0;
            }
        }
        return used;
    }

    /// A summary stands for what it was made of, and for nothing else.
    private void restore(Entry.Summary it) {
        int end = 0;
        while (end < units.size() && !units.get(end).unit().at().isAfter(it.coversThrough())) {
            end++;
        }
        boolean fits = end > 0 && dropped.plus(first(end)).hash().equals(it.sourceHash());
        // A session does not read again what a summary of its own stands for.
        boolean unread = end == 0 && summary.isEmpty();
        if (fits || unread) {
            drop(end);
            dropped = dropped.replacedBySummary(it.sourceHash());
            dropped = unread ? dropped.withPinned(Pinned.read(it.pinned())) : dropped;
            summary = Optional.of(it.content());
        }
    }

    private List<Unit> first(int count) {
        return units.subList(0, count).stream().map(ShownUnit::unit).toList();
    }

    private void drop(int count) {
        dropped = dropped.plus(first(count));
        units.subList(0, count).clear();
        note = Optional.empty();
    }

    public void addUserMessage(Message.User message, Instant at) {
        units.add(ShownUnit.whole(new Unit.UserMessage(message, at)));
    }

    /// Adds an answer, and how much of the model's room the request and it took.
    public void addStep(
            Message.Assistant message, List<Message.CallResult> results, Instant at, Usage usage) {
        adaptations = 0;
        if (usage.context() > 0 && !usage.estimated()) {
            rate.reported(usage, chars(0));
            used = usage.context();
        }
        units.add(ShownUnit.whole(new Unit.Step(message, results, at)));
    }

    /// What to send.
    public List<Message> messages() {
        List<Message> messages = new ArrayList<>();
        String before = before();
        if (!before.isEmpty()) {
            messages.add(
                    Message.User.of(
                            "[Context summary from earlier in this conversation:\n"
                                    + before
                                    + "\n]"));
        }
        units.forEach(it -> messages.addAll(it.messages()));
        return messages;
    }

    private String before() {
        return (summary.orElse("") + "\n\n" + note.orElse("")).strip();
    }

    /// How many characters go with the next request besides the conversation.
    public void overhead(int chars) {
        rate.overhead(chars);
    }

    /// The limits in force: those it began with, and what providers said since.
    public ContextLimits limits() {
        return limits;
    }

    /// The longest answer the next request may ask for.
    public int maxAnswerTokens() {
        return limits.maxAnswerAfter(tokens());
    }

    /// About how many tokens the next request takes.
    public long tokens() {
        return rate.tokens(chars(0));
    }

    /// Makes room for the next request where it is needed.
    public void fit() throws IOException, InterruptedException {
        if (isFull()) {
            compact(tail(limits.usable() / 4));
            shortenLast(limits.usable() / 4 * 3);
        } else if (isOverWindow()) {
            slideWindow();
        } else if (used >= limits.usable() / 4L * 3) {
            prune(tail(limits.usable() / 4));
        }
    }

    /// Learns that the last request was too long, from what the provider said about it.
    ///
    /// @return whether the next request will be shorter; else there is no sense in another
    public boolean adapt(Overflow said) {
        long before = tokens();
        int answer = maxAnswerTokens();
        said.promptTokens().ifPresent(it -> rate.counted(it, chars(0)));
        if (said.maxAnswer().isPresent()) {
            limits = limits.withMaxAnswer(said.maxAnswer().getAsInt());
        } else if (said.window().isPresent()) {
            limits = limits.withMaxTokens(said.window().getAsInt());
        } else {
            limits = limits.withMaxTokens((int) Math.min(limits.tokens(), before / 2));
        }
        boolean shorterAnswer = maxAnswerTokens() < answer;
        if (!isFull() && !shorterAnswer) {
            // It seems short enough, and it was not: a token is less than was thought.
            rate.counted(limits.tokens(), chars(0));
        }
        return ++adaptations <= MOST_LESSONS && (shorterAnswer || canShrink());
    }

    /// Whether the conversation can be made shorter at all.
    private boolean canShrink() {
        return rate.tokens(0) < limits.usable()
                && units.stream().anyMatch(it -> !it.isUserMessage());
    }

    private boolean isFull() {
        return used >= limits.usable() || tokens() >= limits.usable();
    }

    private int chars(int from) {
        int chars = before().length();
        for (ShownUnit unit : units.subList(from, units.size())) {
            chars += unit.chars();
        }
        return chars;
    }

    /// Where the part begins that stays as it is: the last turns, as far as they fit. The last unit
    /// stays in any case, since the model has not seen the results in it.
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

    private void prune(int until) {
        units.subList(0, until).replaceAll(ShownUnit::pruned);
    }

    private void compact(int cut) throws IOException, InterruptedException {
        try {
            if (cut > 0) {
                summarize(cut);
            }
        } catch (ModelException e) {
            recorder.warn(
                    "The conversation could not be summed up (%s); old outputs were cleared instead."
                            .formatted(e.getMessage()));
            prune(cut);
            if (tokens() >= limits.usable()) {
                recorder.warn("A part of the conversation was left out to make room.");
                dropWithNote(cut);
            }
        }
        used = 0;
    }

    private void summarize(int cut) throws IOException, InterruptedException {
        List<Unit> covered = first(cut);
        DroppedUnits then = dropped.plus(covered);
        Summarizer.Summary summed =
                summarizer.summarize(
                        before(),
                        covered,
                        then.pinned(),
                        rate.charsFor(limits.usable()) / 2,
                        Math.max(1, Math.min(limits.maxAnswer(), limits.usable() / 8)));
        var entry =
                new Entry.Summary(
                        summed.text(), covered.getLast().at(), then.hash(), then.pinned().json());
        recorder.record(entry, summed.answer());
        drop(cut);
        dropped = dropped.replacedBySummary(entry.sourceHash());
        summary = Optional.of(entry.content());
    }

    /// The last resort: what was asked for stays, and what is being done.
    private void dropWithNote(int cut) {
        drop(cut);
        note =
                Optional.of(
                        "A part of the conversation had to be left out here.\n"
                                + dropped.pinned().text());
    }

    /// Of the last unit the outputs may be more than the model can read, all by themselves.
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

    private int turns(int from) {
        return (int)
                units.subList(from, units.size()).stream().filter(ShownUnit::isUserMessage).count();
    }

    /// Cuts well below the window, so that the next turn need not cut again. What is dropped in the
    /// middle of a turn leaves a note behind: without it the model would no longer know what it was
    /// asked.
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
        if (answers > MOST_ANSWERS_UNSUMMED) {
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

    /// Writes down what was done to make room.
    public interface Recorder {

        /// Keeps a summary.
        ///
        /// @param maxAnswerTokens what it took
        void record(Entry.Summary summary, Answer answer) throws IOException;

        void warn(String text);
    }
}
