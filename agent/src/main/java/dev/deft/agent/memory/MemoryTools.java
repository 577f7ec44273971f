package dev.deft.agent.memory;

import dev.deft.tool.Tool;
import java.util.List;

/// The memory tools, in the order a model sees them.
public final class MemoryTools {

    private MemoryTools() {}

    public static List<Tool<?>> all() {
        return List.of(
                new MemorySearchTool(),
                new MemoryGetTool(),
                new MemoryListTool(),
                new MemoryReadTool(),
                new MemoryWriteTool(),
                new MemoryPatchTool(),
                new MemoryAppendTool());
    }
}
