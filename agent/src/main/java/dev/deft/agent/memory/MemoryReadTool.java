package dev.deft.agent.memory;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;

/// Shows a whole memory file.
public final class MemoryReadTool implements Tool<MemoryReadTool.Params> {

    public record Params(@Doc("Memory file to read") String path) {}

    /// The file.
    ///
    /// @param size in bytes
    public record Data(String path, String content, long size) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("memory_read", Params.class, ToolCategory.MEMORY, ToolKind.READ)
                .requiring(RequirementSet.reading("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.reading(MemoryPaths.resolve(params.path(), files)));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        WorkspacePath file = MemoryPaths.resolve(params.path(), host.files());
        Bytes content = host.files().load(file, MemoryText.MAX_BYTES);
        if (content.size() > host.limits().outputBytes()) {
            return ToolResult.failure(
                    ErrorCode.TOO_LARGE,
                    "%s has %d bytes, more than one result may have. Use `memory_get` to read it in parts."
                            .formatted(file.display(), content.size()));
        }
        String text = MemoryText.shown(file.display(), content).text();
        return ToolResult.output(
                new Data(file.display(), text, content.size()), text, "Read " + file.display());
    }
}
