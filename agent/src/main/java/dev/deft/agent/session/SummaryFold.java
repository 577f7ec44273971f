package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import java.util.Optional;

/// What a list needs of a log, learned entry by entry, so that a long log takes no more room than a
/// short one.
final class SummaryFold {

    /// Enough of the arguments of a call to find it by: a whole file is not searched for.
    private static final int MOST_OF_A_CALL = 2_000;

    /// In characters. What comes later in a session is not found by its words.
    static final int MOST_WORDS = 1 << 20;

    private final StringBuilder words = new StringBuilder();
    private final Transcript.ItemCount items = new Transcript.ItemCount();
    private Optional<String> titled = Optional.empty();
    private Optional<String> said = Optional.empty();
    private Optional<String> called = Optional.empty();
    private Optional<String> ended = Optional.empty();
    private String model = "";
    private Usage usage = Usage.NONE;
    private int messages;

    /// @param counts whether the entry is on the branch that the session goes on from
    void add(Entry entry, boolean counts) {
        if (entry.body() instanceof Entry.Assistant answer) {
            model = answer.model();
        } else if (entry.body() instanceof Entry.TokenUsage spent) {
            model = model.isEmpty() ? spent.model() : model;
            usage = usage.plus(spent.usage());
        }
        if (counts) {
            items.add(entry.body());
            learn(entry.body());
        }
    }

    private void learn(Entry.Body body) {
        if (body instanceof Entry.User user) {
            String text = SessionHistory.text(user.parts());
            said = said.or(() -> Optional.of(text));
            messages++;
            find(text);
        } else if (body instanceof Entry.Assistant answer) {
            find(SessionHistory.text(answer.parts()));
            new Message.Assistant(answer.parts())
                    .calls()
                    .forEach(it -> find(beginning(it.arguments())));
        } else if (body instanceof Entry.Called call) {
            called = called.or(() -> Optional.of(CallTitle.of(call.tool(), call.arguments())));
            find(call.tool() + " " + beginning(JsonText.write(call.arguments())));
        } else if (body instanceof Entry.Result result) {
            ended = ended.or(() -> Optional.of(result.tool()));
        } else if (body instanceof Entry.Titled title) {
            titled = Optional.of(title.title());
        }
    }

    private void find(String text) {
        int room = MOST_WORDS - words.length();
        if (room > 0) {
            words.append('\n').append(text, 0, Math.min(room, text.length()));
        }
    }

    private static String beginning(String arguments) {
        return arguments.length() <= MOST_OF_A_CALL
                ? arguments
                : arguments.substring(0, MOST_OF_A_CALL);
    }

    /// Its last title, or else the first words somebody said in it, or else the first call.
    String title() {
        return titled.or(() -> said).or(() -> called).or(() -> ended).orElse("");
    }

    /// Messages of a person, or calls where there is no model.
    int turns() {
        return messages > 0 ? messages : items.count();
    }

    String model() {
        return model;
    }

    Usage usage() {
        return usage;
    }

    String words() {
        return words.toString();
    }
}
