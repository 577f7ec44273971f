package dev.deft.lsp;

import dev.deft.host.LanguageServers.Source;
import java.io.IOException;
import java.util.Optional;

/// Reads the files that servers have open.
@FunctionalInterface
public interface SourceReader {

    /// {@return a file as it is now; empty if it is gone or no text}
    Optional<Source> read(String path) throws IOException;
}
