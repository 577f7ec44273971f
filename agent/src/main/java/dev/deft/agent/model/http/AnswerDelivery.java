package dev.deft.agent.model.http;

import dev.deft.agent.model.AnswerListener;
import java.util.ArrayList;
import java.util.List;

/// Delivers an answer that may need several attempts to a listener, each part once.
///
/// While a new attempt repeats text that was delivered, nothing is delivered. Delivery continues
/// where the attempt goes on or differs.
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

    /// Starts a new attempt.
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

    /// The text or reasoning over all attempts.
    private static final class DeliveredText {

        /// The text that was delivered.
        private final StringBuilder delivered = new StringBuilder();

        /// How much of it the current attempt has repeated.
        private int repeated;

        void begin() {
            repeated = 0;
        }

        String fresh(String delta) {
            int same = 0;
            while (same < delta.length()
                    && repeated < delivered.length()
                    && delivered.charAt(repeated) == delta.charAt(same)) {
                same++;
                repeated++;
            }
            if (same == delta.length()) {
                return "";
            }
            delivered.setLength(repeated);
            delivered.append(delta, same, delta.length());
            repeated = delivered.length();
            return delta.substring(same);
        }
    }
}
