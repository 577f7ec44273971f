package dev.deft.agent.memory;

import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Bounds;
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
import java.util.Optional;

/// Adds an entry to the end of a memory file. Entries of several sessions and processes are all
/// kept.
public final class MemoryAppendTool implements Tool<MemoryAppendTool.Params> {

    public record Params(
            @Doc("Memory file; it is created if there is none") String path,
            @Doc("Text to add at the end, in Markdown") @Bounds(min = 1) String entry,
            @Doc("One line for lists of memory files; replaces the one there is") @Bounds(max = 500)
                    Optional<String> summary) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("memory_append", Params.class, ToolCategory.MEMORY, ToolKind.EDIT)
                .requiring(RequirementSet.writing("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.writing(MemoryPaths.resolve(params.path(), files)));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        MemoryChange.refuseSecrets(host, params.entry(), params.summary().orElse(""));
        return MemoryChange.apply(
                params.path(),
                "Appended to",
                host,
                (path, current) -> appended(path, current, params));
    }

    private static String appended(String path, WorkspaceFiles.Current current, Params params)
            throws HostException {
        MemoryText file = current.exists() ? MemoryText.changed(path, current) : MemoryText.of("");
        String end = file.lineEnd();
        String entry = file.inOwnStyle(params.entry());
        String before =
                params.summary().isPresent()
                        ? SummaryLine.put(file.text(), params.summary().get(), end)
                        : file.text();
        boolean closed = before.isEmpty() || before.endsWith("\n");
        return before + (closed ? "" : end) + entry + (entry.endsWith("\n") ? "" : end);
    }
}
