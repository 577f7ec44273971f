package dev.deft.engine.files;

import dev.deft.host.FileInfo;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers.Source;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.lsp.SourceReader;
import dev.deft.tools.files.text.TextFile;
import java.io.IOException;
import java.util.Optional;

/// Reads files again that a language server has open because a call could read them.
///
/// @param opener gives the files of the workspace
public record SourceFiles(Opener opener) implements SourceReader {

    private static final long MOST_BYTES = 4L << 20;

    /// Opens the files of the workspace.
    @FunctionalInterface
    public interface Opener {

        WorkspaceFiles open() throws IOException;
    }

    @Override
    public Optional<Source> read(String path) throws IOException {
        try {
            WorkspaceFiles files = opener.open();
            WorkspacePath file = files.resolve(path);
            FileInfo info = files.info(file);
            return info.exists()
                    ? TextFile.decode(files.load(file, MOST_BYTES))
                            .map(it -> new Source(file, it.text(), info.modified()))
                    : Optional.empty();
        } catch (HostException _) {
            return Optional.empty();
        }
    }
}
