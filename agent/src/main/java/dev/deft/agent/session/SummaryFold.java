package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import java.util.Optional;

/// Folds the entries of a log into what a list shows, with bounded memory.
final class SummaryFold {

    /// How many characters of the arguments of a call are searchable.
    private static final int MAX_ARGUMENTS_LENGTH = 2_000;

    /// How many characters of a session are searchable.
    static final int MAX_TEXT_LENGTH = 1 << 20;

    private final StringBuilder text = new StringBuilder();
    private final Transcript.ItemCount items = new Transcript.ItemCount();
    private Optional<String> lastTitle = Optional.empty();
    private Optional<String> firstMessage = Optional.empty();
    private Optional<String> firstCall = Optional.empty();
    private Optional<String> firstResult = Optional.empty();
    private String model = "";
    private Usage usage = Usage.NONE;
    private int messages;
    private Optional<String> parent = Optional.empty();

    /// @param active whether the entry is on the active branch
    void add(Entry entry, boolean active) {
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
            addText(message);
        } else if (body instanceof Entry.Assistant answer) {
            addText(SessionHistory.text(answer.parts()));
            new Message.Assistant(answer.parts())
                    .calls()
                    .forEach(it -> addText(abbreviated(it.arguments())));
        } else if (body instanceof Entry.Called call) {
            firstCall =
                    firstCall.or(() -> Optional.of(CallTitle.of(call.tool(), call.arguments())));
            addText(call.tool() + " " + abbreviated(JsonText.write(call.arguments())));
        } else if (body instanceof Entry.Result result) {
            firstResult = firstResult.or(() -> Optional.of(result.tool()));
        } else if (body instanceof Entry.Titled title) {
            lastTitle = Optional.of(title.title());
        }
    }

    private void addText(String added) {
        int room = MAX_TEXT_LENGTH - text.length();
        if (room > 0) {
            text.append('\n').append(added, 0, Math.min(room, added.length()));
        }
    }

    private static String abbreviated(String arguments) {
        return arguments.length() <= MAX_ARGUMENTS_LENGTH
                ? arguments
                : arguments.substring(0, MAX_ARGUMENTS_LENGTH);
    }

    /// The last title, or else the first user message, or else the first call.
    String title() {
        return lastTitle
                .or(() -> firstMessage)
                .or(() -> firstCall)
                .or(() -> firstResult)
                .orElse("");
    }

    /// User messages, or calls in a session without a model.
    int turns() {
        return messages > 0 ? messages : items.count();
    }

    String model() {
        return model;
    }

    Usage usage() {
        return usage;
    }

    /// A copy of a sub-agent's session belongs to nobody.
    Optional<String> parent() {
        return parent;
    }

    String text() {
        return text.toString();
    }
}
