package dev.deft.tool;

import dev.deft.host.ErrorCode;
import java.util.List;

/// How a call ended, as the tool itself sees it.
public sealed interface ToolResult {

    /// The call did what it was asked to do.
    ///
    /// @param data what programs read, serialized as the envelope's `data`
    /// @param text what the model reads
    /// @param title one line for people, such as `src/Main.java, lines 1-80`
    /// @param attachments pictures and documents that go with the text
    /// @param head whether `data` and `text` show only the beginning, and the sidecar has it all
    record Output(
            Record data, String text, String title, List<Attachment> attachments, boolean head)
            implements ToolResult {

        public Output {
            attachments = List.copyOf(attachments);
        }

        public Output with(List<Attachment> attachments) {
            return new Output(data, text, title, attachments, head);
        }

        /// Says that `data` and `text` are only the head of what went to the sidecar.
        public Output asHead() {
            return new Output(data, text, title, attachments, true);
        }
    }

    /// The call did not do what it was asked to do, and the model is told why and what to try next.
    record Failure(ErrorCode code, String message) implements ToolResult {}

    static Output output(Record data, String text, String title) {
        return new Output(data, text, title, List.of(), false);
    }

    static Failure failure(ErrorCode code, String message) {
        return new Failure(code, message);
    }
}
