package dev.deft.tool;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How a call ended, as the tool itself sees it.
public sealed interface ToolResult {

    /// The call did what it was asked to do.
    ///
    /// @param data what programs read, serialized as the envelope's `data`
    /// @param text what the model reads
    /// @param title one line for people, such as `src/Main.java, lines 1-80`
    /// @param attachments pictures and documents that go with the text
    /// @param head whether `data` and `text` show only the beginning, and the sidecar has it all
    /// @param metadata further fields for the envelope's `metadata`, such as `cpu_ms`
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
        /// @param attachments instead of this one's
        public Output with(List<Attachment> attachments) {
            return new Output(data, text, title, attachments, head, metadata);
        }

        /// {@return this output, known to be only the head of what went to the sidecar}
        public Output asHead() {
            return new Output(data, text, title, attachments, true, metadata);
        }

        /// {@return this output, known to be incomplete, such as that of a search whose time was
        /// up}
        public Output asIncomplete() {
            return with("incomplete", new Json.Bool(true));
        }

        /// {@return this output with a number that is neither for the model nor part of the data}
        ///
        /// @param name of the field in the envelope's `metadata`
        /// @param figure its value
        public Output with(String name, long figure) {
            return with(name, Json.Num.of(figure));
        }

        /// {@return this output with a word that is neither for the model nor part of the data}
        ///
        /// @param name of the field in the envelope's `metadata`
        /// @param word its value
        public Output with(String name, String word) {
            return with(name, new Json.Str(word));
        }

        /// {@return this output with a value that is neither for the model nor part of the data}
        ///
        /// @param name of the field in the envelope's `metadata`
        /// @param value its value
        public Output with(String name, Json value) {
            Map<String, Json> all = new LinkedHashMap<>(metadata);
            all.put(name, value);
            return new Output(data, text, title, attachments, head, all);
        }

        /// {@return this output with a line that the model reads below the text, and programs as
        /// `note`}
        ///
        /// @param line without brackets
        public Output noting(String line) {
            String gap = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
            return new Output(
                            data, text + gap + "[" + line + "]", title, attachments, head, metadata)
                    .with("note", line);
        }
    }

    /// The call did not do what it was asked to do, and the model is told why and what to try next.
    ///
    /// @param code for programs
    /// @param message one or two sentences for the model, without a stack trace or a secret
    record Failure(ErrorCode code, String message) implements ToolResult {}

    /// {@return an output without attachments and metadata}
    ///
    /// @param data what programs read
    /// @param text what the model reads
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
