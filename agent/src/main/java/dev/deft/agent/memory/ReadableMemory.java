package dev.deft.agent.memory;

import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/// Tells which files a call may read, by their paths.
record ReadableMemory(WorkspaceFiles files) implements Predicate<String> {

    /// What a call over all of the memory touches.
    static List<Touch> touches(WorkspaceFiles files) throws IOException {
        return List.of(
                Touch.reading(files.resolve(MemoryPaths.MAIN)),
                Touch.readingTree(files.resolve(MemoryPaths.DIRECTORY)));
    }

    @Override
    public boolean test(String path) {
        try {
            return files.info(files.resolve(path)).exists();
        } catch (IOException _) {
            return false;
        }
    }
}
