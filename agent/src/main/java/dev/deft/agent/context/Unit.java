package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import java.time.Instant;
import java.util.List;

/// A part of a conversation that is never split: a user message, or a step.
public sealed interface Unit {

    /// When it was recorded; a summary covers units up to a time.
    Instant at();

    List<Message> messages();

    /// Its size in characters.
    int chars();

    /// A user message.
    record UserMessage(Message.User message, Instant at) implements Unit {

        @Override
        public List<Message> messages() {
            return List.of(message);
        }

        @Override
        public int chars() {
            return MessageSizes.of(message.parts());
        }

        String text() {
            return MessageSizes.text(message.parts());
        }
    }

    /// An answer of the model with the results of its calls.
    record Step(Message.Assistant message, List<Message.CallResult> results, Instant at)
            implements Unit {

        public Step {
            results = List.copyOf(results);
        }

        @Override
        public List<Message> messages() {
            return results.isEmpty()
                    ? List.of(message)
                    : List.of(message, new Message.Results(results));
        }

        @Override
        public int chars() {
            int all = MessageSizes.of(message.parts());
            for (Message.CallResult result : results) {
                all += result.text().length() + MessageSizes.of(result.images());
            }
            return all;
        }

        /// The same without outputs; calls and errors stay.
        Step pruned() {
            return new Step(message, results.stream().map(Step::pruned).toList(), at);
        }

        private static Message.CallResult pruned(Message.CallResult result) {
            boolean small = result.text().length() <= CLEARED.length() && result.images().isEmpty();
            return small || result.failed()
                    ? result
                    : new Message.CallResult(result.callId(), CLEARED, List.of(), false);
        }

        private static final String CLEARED =
                "[This output was cleared to save room. Call the tool again if you still need it.]";

        /// The same with shortened outputs, the longest first, so that it fits if possible.
        Step shortenedTo(int most) {
            int share = share(most - MessageSizes.of(message.parts()));
            return new Step(message, results.stream().map(it -> shortened(it, share)).toList(), at);
        }

        /// The most characters of each output; shorter outputs stay whole.
        private int share(int room) {
            int left = room;
            int sharing = results.size();
            List<Integer> sizes = results.stream().map(it -> it.text().length()).sorted().toList();
            for (int size : sizes) {
                int share = Math.max(0, left) / sharing;
                if (size > share) {
                    return share;
                }
                left -= size;
                sharing--;
            }
            return Integer.MAX_VALUE;
        }

        private static Message.CallResult shortened(Message.CallResult result, int most) {
            String text = result.text();
            if (text.length() <= most) {
                return result;
            }
            String notice =
                    "\n[This output of %d characters was cut here: there is no room for more of it. Ask for a smaller part.]"
                            .formatted(text.length());
            int kept = Math.max(0, most - notice.length());
            // Half of a surrogate pair is not a character.
            int end =
                    kept > 0 && Character.isHighSurrogate(text.charAt(kept - 1)) ? kept - 1 : kept;
            return new Message.CallResult(
                    result.callId(),
                    text.substring(0, end) + notice,
                    result.images(),
                    result.failed());
        }

        List<Part.Call> calls() {
            return message.calls();
        }
    }
}
