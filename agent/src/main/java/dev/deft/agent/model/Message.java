package dev.deft.agent.model;

import java.util.List;

/// One message of a conversation.
public sealed interface Message {

    /// What a person, or a program on their behalf, says.
    record User(List<Part> parts) implements Message {

        public User {
            parts = List.copyOf(parts);
        }

        public static User of(String text) {
            return new User(List.of(new Part.Text(text)));
        }
    }

    /// What the model said, thought and asked for.
    record Assistant(List<Part> parts) implements Message {

        public Assistant {
            parts = List.copyOf(parts);
        }

        public List<Part.Call> calls() {
            return parts.stream()
                    .filter(Part.Call.class::isInstance)
                    .map(Part.Call.class::cast)
                    .toList();
        }

        public String text() {
            var text = new StringBuilder();
            for (Part part : parts) {
                if (part instanceof Part.Text(String piece)) {
                    text.append(piece);
                }
            }
            return text.toString();
        }
    }

    /// What came of the calls of the message before, one result each and in their order.
    record Results(List<CallResult> results) implements Message {

        public Results {
            results = List.copyOf(results);
        }
    }

    /// What the model reads of one call.
    ///
    /// @param images pictures and documents that go with the text
    record CallResult(String callId, String text, List<Part.Media> images, boolean failed) {

        public CallResult {
            images = List.copyOf(images);
        }
    }
}
