package dev.deft.engine.memory;

import dev.deft.agent.memory.MemoryPaths;
import dev.deft.agent.memory.index.MemoryIndex;
import dev.deft.agent.memory.index.MemorySource;
import dev.deft.agent.memory.index.SourceFile;
import dev.deft.host.Bytes;
import dev.deft.host.FileQuery;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.os.PathScope;
import dev.deft.os.StampedFile;
import dev.deft.os.WorkspaceTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The memory files of a workspace, and the further files that its configuration names.
final class TreeSource implements MemorySource {

    /// How many files are listed and searched.
    static final int MAX_FILES = 10_000;

    private final WorkspaceTree tree;
    private final List<String> globs;

    /// @param globs of further files
    TreeSource(WorkspaceTree tree, List<String> globs) {
        this.tree = tree;
        this.globs = List.copyOf(globs);
    }

    /// The memory files, without the further ones.
    Collection<StampedFile> memory() throws IOException {
        return memoryByPath().values();
    }

    private Map<String, StampedFile> memoryByPath() throws IOException {
        Map<String, StampedFile> files = new TreeMap<>();
        tree.file(MemoryPaths.MAIN).ifPresent(it -> files.put(it.path(), it));
        for (StampedFile file : tree.filesBelow(MemoryPaths.DIRECTORY, MAX_FILES)) {
            if (MemoryPaths.isMemory(file.path())) {
                files.put(file.path(), file);
            }
        }
        return files;
    }

    @Override
    public List<SourceFile> files() throws IOException, InterruptedException {
        Map<String, StampedFile> files = memoryByPath();
        for (String path : further()) {
            if (files.size() < MAX_FILES && !files.containsKey(path)) {
                tree.file(path).ifPresent(it -> files.put(path, it));
            }
        }
        return files.values().stream()
                .map(it -> new SourceFile(it.path(), it.size(), it.stamp()))
                .toList();
    }

    /// Files that git ignores are not found by a glob.
    private List<String> further() throws IOException, InterruptedException {
        List<String> paths = new ArrayList<>();
        WorkspaceFiles files = tree.filesAsTheyAre(PathScope.EVERYTHING);
        for (String glob : globs) {
            var query = new FileQuery(files.resolve("."), glob, FileQuery.Order.BY_PATH);
            files.find(query).files().stream()
                    .filter(it -> !it.startsWith(".deft/"))
                    .forEach(paths::add);
        }
        return paths;
    }

    @Override
    public Optional<Bytes> load(String path) throws IOException {
        return load(path, MemoryIndex.MAX_FILE_BYTES);
    }

    private Optional<Bytes> load(String path, int most) throws IOException {
        WorkspaceFiles files = tree.filesAsTheyAre(PathScope.EVERYTHING);
        try {
            return Optional.of(files.load(files.resolve(path), most));
        } catch (HostException _) {
            // Deleted, replaced or locked meanwhile: it is not there to be found.
            return Optional.empty();
        }
    }

    /// The first bytes of a file.
    Bytes head(String path, int length) throws IOException {
        WorkspaceFiles files = tree.filesAsTheyAre(PathScope.EVERYTHING);
        try (WorkspaceFiles.OpenFile file = files.open(files.resolve(path))) {
            return file.read(0, length);
        } catch (HostException _) {
            return Bytes.EMPTY;
        }
    }
}
