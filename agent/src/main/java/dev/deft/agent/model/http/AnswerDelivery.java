package dev.deft.agent.model.http;

import dev.deft.agent.model.AnswerListener;
import java.util.ArrayList;
import java.util.List;

/// Tells a listener about an answer that may need several attempts, and nothing twice.
///
/// As long as a new attempt repeats what was told before, the listener hears nothing. Where it goes
/// on, or says something else, the listener hears from there.
final class AnswerDelivery {

    private final AnswerListener listener;
    private final DeliveredText text;
    private final DeliveredText reasoning;
    private final List<String> calls = new ArrayList<>();

    AnswerDelivery(AnswerListener listener) {
        this.listener = listener;
        this.text = new DeliveredText();
        this.reasoning = new DeliveredText();
    }

    /// Hears a new attempt, from its beginning.
    AnswerListener attempt() {
        text.begin();
        reasoning.begin();
        return new Attempt();
    }

    private final class Attempt implements AnswerListener {

        private int begun;

        @Override
        public void text(String delta) {
            String fresh = text.fresh(delta);
            if (!fresh.isEmpty()) {
                listener.text(fresh);
            }
        }

        @Override
        public void reasoning(String delta) {
            String fresh = reasoning.fresh(delta);
            if (!fresh.isEmpty()) {
                listener.reasoning(fresh);
            }
        }

        @Override
        public void calling(String tool) {
            int index = begun++;
            if (index == calls.size()) {
                calls.add(tool);
            } else if (!calls.get(index).equals(tool)) {
                calls.set(index, tool);
            } else {
                return;
            }
            listener.calling(tool);
        }
    }

    /// One line of words over all attempts.
    private static final class DeliveredText {

        /// What the listener would see of the answer as it was told last.
        private final StringBuilder told = new StringBuilder();

        /// How much of it the present attempt has repeated.
        private int repeated;

        void begin() {
            repeated = 0;
        }

        String fresh(String delta) {
            int same = 0;
            while (same < delta.length()
                    && repeated < told.length()
                    && told.charAt(repeated) == delta.charAt(same)) {
                same++;
                repeated++;
            }
            if (same == delta.length()) {
                return "";
            }
            told.setLength(repeated);
            told.append(delta, same, delta.length());
            repeated = told.length();
            return delta.substring(same);
        }
    }
}
