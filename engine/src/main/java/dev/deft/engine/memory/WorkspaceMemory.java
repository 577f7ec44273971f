package dev.deft.engine.memory;

import dev.deft.agent.memory.Embeddings;
import dev.deft.agent.memory.FoundMemory;
import dev.deft.agent.memory.Memory;
import dev.deft.agent.memory.MemoryFile;
import dev.deft.agent.memory.SummaryLine;
import dev.deft.agent.memory.index.MemoryIndex;
import dev.deft.host.Progress;
import dev.deft.os.CallLifetime;
import dev.deft.os.StampedFile;
import dev.deft.os.WorkspaceTree;
import dev.deft.output.SecretMask;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The memory of a workspace, shared by all sessions on it.
public final class WorkspaceMemory implements AutoCloseable {

    /// A summary further down is not found.
    private static final int SUMMARY_BYTES = 4 * 1024;

    private final TreeSource source;
    private final MemoryIndex index;

    private WorkspaceMemory(TreeSource source, MemoryIndex index) {
        this.source = source;
        this.index = index;
    }

    /// Reads nothing yet.
    ///
    /// @param globs of further files to search
    /// @param models opens the embeddings
    /// @param notices gets messages for the user
    public static WorkspaceMemory of(
            WorkspaceTree tree,
            List<String> globs,
            Supplier<Optional<Embeddings>> models,
            Consumer<String> notices) {
        var source = new TreeSource(tree, globs);
        var state = new StatePaths(Path.of(tree.root()));
        return new WorkspaceMemory(source, new MemoryIndex(source, state, models, notices));
    }

    /// The memory files, sorted by path.
    public List<MemoryFile> files() throws IOException {
        List<MemoryFile> files = new ArrayList<>();
        for (StampedFile file : source.memory()) {
            String head = source.head(file.path(), SUMMARY_BYTES).text(StandardCharsets.UTF_8);
            files.add(new MemoryFile(file.path(), SummaryLine.of(head), file.size()));
        }
        return files;
    }

    /// Opens the memory for one call.
    ///
    /// @param mask knows the secrets of the session
    public Memory open(SecretMask mask, Progress progress, CallLifetime lifetime) {
        return new Memory() {
            @Override
            public List<MemoryFile> files() throws IOException {
                lifetime.check();
                return WorkspaceMemory.this.files();
            }

            @Override
            public FoundMemory search(Query query) throws IOException, InterruptedException {
                lifetime.check();
                return index.search(query, MemoryIndex.WAIT, progress::report);
            }

            @Override
            public boolean holdsSecret(String text) {
                return !mask.text(text).equals(text);
            }
        };
    }

    /// Stops the work in the background and saves the index.
    @Override
    public void close() {
        index.close();
    }
}
