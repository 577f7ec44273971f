package dev.deft.tools.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.tools.files.text.TextFile;
import java.util.Optional;

/// The text of a file that is about to be changed.
final class ChangedText {

    /// Files beyond this size are changed with other tools; editing takes several times the memory.
    private static final int MOST_BYTES = 64 * 1024 * 1024;

    private ChangedText() {}

    static TextFile of(String path, Optional<Bytes> content) throws HostException {
        if (content.isEmpty()) {
            throw new HostException(
                    ErrorCode.NOT_FOUND, "There is no file %s any more.".formatted(path));
        }
        if (content.get().size() > MOST_BYTES) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "%s has %d bytes; files of more than %d are not edited here. Use `bash` with sed or a script."
                            .formatted(path, content.get().size(), MOST_BYTES));
        }
        return TextFile.decode(content.get())
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.REFUSED,
                                "%s is a binary file; only texts can be edited.".formatted(path)));
    }
}
