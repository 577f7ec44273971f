package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import java.time.Instant;
import java.util.List;

/// What is never torn apart when a conversation is cut: something said, or an answer together with
/// the results of its calls.
public sealed interface Unit {

    /// When it was written down; a summary says up to which time it stands.
    Instant at();

    List<Message> messages();

    /// How much there is to read.
    int chars();

    /// Somebody spoke to the model.
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

    /// The model answered, and its calls were run.
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

        /// The same with its outputs gone; calls and errors stay, so the story does.
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

        /// The same with its outputs shortened, the longest ones first, so that it is no longer
        /// than this. What cannot be shortened stays.
        Step shortenedTo(int most) {
            int share = share(most - MessageSizes.of(message.parts()));
            return new Step(message, results.stream().map(it -> shortened(it, share)).toList(), at);
        }

        /// How much each output may have where none that is shorter than that gives anything away.
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
            // Half of a character outside the basic plane would be no character.
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
