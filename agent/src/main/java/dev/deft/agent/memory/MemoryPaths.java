package dev.deft.agent.memory;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import java.io.IOException;

/// Which files are memory: `MEMORY.md` and `memory/**/*.md`, without hidden ones.
public final class MemoryPaths {

    /// The file that every session should know.
    public static final String MAIN = "MEMORY.md";

    /// The directory of all other memory files.
    public static final String DIRECTORY = "memory";

    private MemoryPaths() {}

    /// Whether a path, relative to the root, is one of a memory file.
    public static boolean isMemory(String path) {
        return path.equals(MAIN)
                || (path.startsWith(DIRECTORY + "/")
                        && path.endsWith(".md")
                        && !path.contains("/."));
    }

    /// Resolves the path of a memory file, and judges where it leads with all links followed.
    ///
    /// @throws HostException if it is no memory file
    static WorkspacePath resolve(String path, WorkspaceFiles files) throws IOException {
        WorkspacePath file = files.resolve(path);
        if (!isMemory(file.display())) {
            throw new HostException(
                    ErrorCode.CAPABILITY_DENIED,
                    "%s is no memory file. Memory is MEMORY.md and the .md files below memory/, such as memory/facts/build.md."
                            .formatted(path));
        }
        return file;
    }
}
