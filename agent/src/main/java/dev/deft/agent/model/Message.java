package dev.deft.agent.model;

import java.util.List;

/// One message of a conversation. Messages never change and may be shared between threads.
public sealed interface Message {

    /// What a person, or a program on their behalf, says.
    ///
    /// @param parts texts, pictures and documents
    record User(List<Part> parts) implements Message {

        /// Copies the parts.
        public User {
            parts = List.copyOf(parts);
        }

        /// {@return a message of one text}
        ///
        /// @param text what is said
        public static User of(String text) {
            return new User(List.of(new Part.Text(text)));
        }
    }

    /// What the model said, thought and asked for.
    ///
    /// @param parts in the order they arrived
    record Assistant(List<Part> parts) implements Message {

        /// Copies the parts.
        public Assistant {
            parts = List.copyOf(parts);
        }

        /// {@return the calls among the parts, in their order}
        public List<Part.Call> calls() {
            return parts.stream()
                    .filter(Part.Call.class::isInstance)
                    .map(Part.Call.class::cast)
                    .toList();
        }

        /// {@return all that was said, without thoughts and calls}
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

    /// What came of the calls of the message before.
    ///
    /// @param results one for each call, in their order
    record Results(List<CallResult> results) implements Message {

        /// Copies the results.
        public Results {
            results = List.copyOf(results);
        }
    }

    /// What the model reads of one call.
    ///
    /// @param callId as the model gave it
    /// @param text what came of the call
    /// @param images pictures and documents that go with the text
    /// @param failed whether the call failed
    record CallResult(String callId, String text, List<Part.Media> images, boolean failed) {

        /// Copies the images.
        public CallResult {
            images = List.copyOf(images);
        }
    }
}
