package dev.deft.agent.memory;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
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

/// Creates a memory file or replaces its whole content.
public final class MemoryWriteTool implements Tool<MemoryWriteTool.Params> {

    public record Params(
            @Doc("Memory file: MEMORY.md, or a .md file below memory/") String path,
            @Doc("The whole content, in Markdown") String content) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("memory_write", Params.class, ToolCategory.MEMORY, ToolKind.EDIT)
                .requiring(RequirementSet.writing("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.writing(MemoryPaths.resolve(params.path(), files)));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        MemoryChange.refuseSecrets(host, params.content());
        return MemoryChange.apply(
                params.path(),
                "Wrote",
                host,
                (path, current) -> {
                    if (current.changedSinceRead()) {
                        throw new HostException(
                                ErrorCode.CONFLICT,
                                "%s has changed since you read it. Read it again before you replace it."
                                        .formatted(path));
                    }
                    return params.content();
                });
    }
}
