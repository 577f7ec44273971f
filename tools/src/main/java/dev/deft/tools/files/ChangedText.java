package dev.deft.tools.files;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tools.files.text.TextFile;

/// Decodes the text of a file that is about to be changed.
public final class ChangedText {

    private ChangedText() {}

    /// {@return the text of a file before its change}
    ///
    /// @throws HostException if the file does not exist, is too large to edit, or is not text
    public static TextFile of(String path, WorkspaceFiles.Current current) throws HostException {
        if (!current.exists()) {
            throw new HostException(
                    ErrorCode.NOT_FOUND, "There is no file %s any more.".formatted(path));
        }
        if (current.content().isEmpty()) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "%s has %d bytes, which is too much to edit here; nothing was changed. Use `bash` with sed or a script."
                            .formatted(path, current.size().orElseThrow()));
        }
        return TextFile.decode(current.content().get())
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.REFUSED,
                                "%s is a binary file; only texts can be edited.".formatted(path)));
    }
}
