package dev.deft.tools.lsp;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tools.files.text.TextFile;
import java.io.IOException;
import java.util.Optional;

/// Reads code for a language server. The model does not see it, so the file does not count as read.
final class CodeFile {

    private CodeFile() {}

    /// The text of a file; empty if it is binary.
    ///
    /// @throws HostException if it is larger, or cannot be read
    static Optional<TextFile> read(WorkspaceFiles files, WorkspacePath path, long mostBytes)
            throws IOException {
        try (WorkspaceFiles.OpenFile file = files.open(path)) {
            if (file.size() > mostBytes) {
                throw new HostException(
                        ErrorCode.TOO_LARGE,
                        "%s has %d bytes; language servers get files of at most %d. Use grep and read."
                                .formatted(path.display(), file.size(), mostBytes));
            }
            return TextFile.decode(file.read(0, (int) file.size()));
        }
    }
}
