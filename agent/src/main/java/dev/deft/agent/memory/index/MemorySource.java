package dev.deft.agent.memory.index;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The files that are searched.
public interface MemorySource {

    /// All files, sorted by path.
    List<SourceFile> files() throws IOException, InterruptedException;

    /// The content of a file; empty if it is gone or cannot be read.
    Optional<Bytes> load(String path) throws IOException;
}
