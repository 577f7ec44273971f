package dev.deft.tool;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The result of a call.
public sealed interface ToolResult {

    /// A successful result.
    ///
    /// @param data for programs, serialized as `data` of the envelope
    /// @param text for the model
    /// @param title one line for people, such as `src/Main.java, lines 1-80`
    /// @param attachments images and documents for the model
    /// @param head whether `data` and `text` show only the beginning, and the sidecar has
    ///   everything
    /// @param metadata more fields of `metadata` of the envelope, such as `cpu_ms`
    record Output(
            Record data,
            String text,
            String title,
            List<Attachment> attachments,
            boolean head,
            Map<String, Json> metadata)
            implements ToolResult {

        /// Copies the attachments and the metadata.
        public Output {
            attachments = List.copyOf(attachments);
            metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        }

        /// {@return this output with other attachments}
        ///
        /// @param attachments images and documents for the model
        public Output with(List<Attachment> attachments) {
            return new Output(data, text, title, attachments, head, metadata);
        }

        /// {@return this output, marked as the head of the sidecar}
        public Output asHead() {
            return new Output(data, text, title, attachments, true, metadata);
        }

        /// {@return this output, marked as incomplete, such as that of a search that timed out}
        public Output asIncomplete() {
            return with("incomplete", new Json.Bool(true));
        }

        /// {@return this output with a number in the metadata}
        ///
        /// @param name of the field
        /// @param figure its value
        public Output with(String name, long figure) {
            return with(name, Json.Num.of(figure));
        }

        /// {@return this output with a text in the metadata}
        ///
        /// @param name of the field
        /// @param word its value
        public Output with(String name, String word) {
            return with(name, new Json.Str(word));
        }

        /// {@return this output with a value in the metadata}
        ///
        /// @param name of the field
        /// @param value its value
        public Output with(String name, Json value) {
            Map<String, Json> all = new LinkedHashMap<>(metadata);
            all.put(name, value);
            return new Output(data, text, title, attachments, head, all);
        }

        /// {@return this output with a line after the text, and in `note` of the metadata}
        ///
        /// @param line without brackets
        public Output noting(String line) {
            String gap = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
            return new Output(
                            data, text + gap + "[" + line + "]", title, attachments, head, metadata)
                    .with("note", line);
        }
    }

    /// A failed result. The message says why it failed and what to try next.
    ///
    /// @param code for programs
    /// @param message one or two sentences for the model, without a stack trace or a secret
    record Failure(ErrorCode code, String message) implements ToolResult {}

    /// {@return an output without attachments and metadata}
    ///
    /// @param data for programs
    /// @param text for the model
    /// @param title one line for people
    static Output output(Record data, String text, String title) {
        return new Output(data, text, title, List.of(), false, Map.of());
    }

    /// {@return a failure}
    ///
    /// @param code for programs
    /// @param message one or two sentences for the model
    static Failure failure(ErrorCode code, String message) {
        return new Failure(code, message);
    }
}
