package dev.deft.agent.memory;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The text of a memory file.
///
/// @param lineEnd what its lines end with
record MemoryText(String text, String lineEnd) {

    /// The largest memory file that is read or written.
    static final int MAX_BYTES = 1 << 20;

    static MemoryText of(String text) {
        return new MemoryText(text, text.contains("\r\n") ? "\r\n" : "\n");
    }

    /// Decodes a file that is shown: malformed bytes become replacement characters.
    static MemoryText shown(String path, Bytes content) throws HostException {
        String text = content.text(StandardCharsets.UTF_8);
        if (text.indexOf('\0') >= 0) {
            throw new HostException(
                    ErrorCode.REFUSED, "%s is a binary file, not a note.".formatted(path));
        }
        return of(text);
    }

    /// Decodes a file that is changed.
    ///
    /// @throws HostException if it does not exist, is too large, or is no UTF-8 text
    static MemoryText changed(String path, WorkspaceFiles.Current current) throws HostException {
        if (!current.exists()) {
            throw new HostException(
                    ErrorCode.NOT_FOUND,
                    "There is no memory file %s. `memory_list` shows those there are, `memory_write` creates one."
                            .formatted(path));
        }
        Optional<Bytes> content = current.content().filter(it -> it.size() <= MAX_BYTES);
        if (content.isEmpty()) {
            throw tooLarge(path);
        }
        try {
            return of(
                    StandardCharsets.UTF_8.newDecoder().decode(content.get().buffer()).toString());
        } catch (CharacterCodingException _) {
            throw new HostException(
                    ErrorCode.REFUSED,
                    "%s is no UTF-8 text, so it was left alone. Convert it first.".formatted(path));
        }
    }

    static HostException tooLarge(String path) {
        return new HostException(
                ErrorCode.TOO_LARGE,
                "%s would be larger than the %d bytes a memory file may have. Split it into several files."
                        .formatted(path, MAX_BYTES));
    }

    /// Gives a text from the model the line ends of this one.
    String inOwnStyle(String given) {
        return given.replace("\r\n", "\n").replace("\n", lineEnd);
    }
}
