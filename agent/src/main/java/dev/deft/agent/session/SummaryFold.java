package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.output.SecretMask;
import java.util.Optional;

/// Folds the entries of a log into what a list shows, with bounded memory. Stores that keep their
/// lists up to date add each entry as it is written.
public final class SummaryFold {

    /// How many characters of the arguments of a call are searchable.
    private static final int MAX_ARGUMENTS_LENGTH = 2_000;

    /// How many characters of a session are searchable.
    public static final int MAX_TEXT_LENGTH = 1 << 20;

    private final Transcript.ItemCount items = new Transcript.ItemCount();
    private Optional<String> lastTitle = Optional.empty();
    private Optional<String> firstMessage = Optional.empty();
    private Optional<String> firstCall = Optional.empty();
    private Optional<String> firstResult = Optional.empty();
    private String model = "";
    private Usage usage = Usage.NONE;
    private int messages;
    private Optional<String> parent = Optional.empty();

    /// Adds the next entry of the log.
    ///
    /// @param active whether the entry is on the active branch
    public void add(Entry entry, boolean active) {
        if (entry.body() instanceof Entry.Assistant answer) {
            model = answer.model();
        } else if (entry.body() instanceof Entry.TokenUsage tokens) {
            model = model.isEmpty() ? tokens.model() : model;
            usage = usage.plus(tokens.usage());
        } else if (entry.body() instanceof Entry.Forked) {
            parent = Optional.empty();
        } else {
            parent = SessionParent.of(entry.body()).map(SessionParent::session).or(() -> parent);
        }
        if (active) {
            items.add(entry.body());
            apply(entry.body());
        }
    }

    private void apply(Entry.Body body) {
        if (body instanceof Entry.User user) {
            String message = SessionHistory.text(user.parts());
            firstMessage = firstMessage.or(() -> Optional.of(message));
            messages++;
        } else if (body instanceof Entry.Called call) {
            firstCall =
                    firstCall.or(() -> Optional.of(CallTitle.of(call.tool(), call.arguments())));
        } else if (body instanceof Entry.Result result) {
            firstResult = firstResult.or(() -> Optional.of(result.tool()));
        } else if (body instanceof Entry.Titled title) {
            lastTitle = Optional.of(title.title());
        }
    }

    /// The text of an entry that searches look at; empty for most entries.
    public static String searchable(Entry.Body body) {
        if (body instanceof Entry.User user) {
            return SessionHistory.text(user.parts());
        }
        if (body instanceof Entry.Assistant answer) {
            var text = new StringBuilder(SessionHistory.text(answer.parts()));
            new Message.Assistant(answer.parts())
                    .calls()
                    .forEach(it -> text.append('\n').append(abbreviated(it.arguments())));
            return text.toString();
        }
        return body instanceof Entry.Called call
                ? call.tool() + " " + abbreviated(JsonText.write(call.arguments()))
                : "";
    }

    private static String abbreviated(String arguments) {
        return arguments.length() <= MAX_ARGUMENTS_LENGTH
                ? arguments
                : arguments.substring(0, MAX_ARGUMENTS_LENGTH);
    }

    /// The last title, or else the first user message, or else the first call. Keys are masked.
    public String title() {
        return SecretMask.KEYS_ONLY.text(
                lastTitle
                        .or(() -> firstMessage)
                        .or(() -> firstCall)
                        .or(() -> firstResult)
                        .orElse(""));
    }

    /// User messages, or calls in a session without a model.
    public int turns() {
        return messages > 0 ? messages : items.count();
    }

    public String model() {
        return model;
    }

    public Usage usage() {
        return usage;
    }

    /// A copy of a sub-agent's session belongs to nobody.
    public Optional<String> parent() {
        return parent;
    }
}
