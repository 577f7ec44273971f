package dev.deft.agent.model;

import java.util.ArrayList;
import java.util.List;

/// One message of a conversation. Messages never change and may be shared between threads.
public sealed interface Message {

    /// A message of the user, or of a program on their behalf.
    ///
    /// @param parts text, images and documents
    record User(List<Part> parts) implements Message {

        /// Copies the parts.
        public User {
            parts = List.copyOf(parts);
        }

        /// {@return a message of one text}
        ///
        /// @param text of the message
        public static User of(String text) {
            return new User(List.of(new Part.Text(text)));
        }
    }

    /// An answer of the model: text, reasoning and calls.
    ///
    /// @param parts in the order they arrived
    record Assistant(List<Part> parts) implements Message {

        /// Copies the parts.
        public Assistant {
            parts = List.copyOf(parts);
        }

        /// {@return the calls among the parts, in their order}
        public List<Part.Call> calls() {
            return only(Part.Call.class);
        }

        /// {@return the pictures among the parts, in their order}
        public List<Part.Media> pictures() {
            return only(Part.Media.class);
        }

        private <P extends Part> List<P> only(Class<P> kind) {
            List<P> found = new ArrayList<>();
            for (Part part : parts) {
                if (kind.isInstance(part)) {
                    found.add(kind.cast(part));
                }
            }
            return List.copyOf(found);
        }

        /// {@return the text, without reasoning and calls}
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

    /// The results of the calls of the previous message.
    ///
    /// @param results one for each call, in their order
    record Results(List<CallResult> results) implements Message {

        /// Copies the results.
        public Results {
            results = List.copyOf(results);
        }
    }

    /// The result of a call, as the model reads it.
    ///
    /// @param callId as the model gave it
    /// @param text of the result
    /// @param images images and documents of the result
    /// @param failed whether the call failed
    record CallResult(String callId, String text, List<Part.Media> images, boolean failed) {

        /// Copies the images.
        public CallResult {
            images = List.copyOf(images);
        }
    }
}
