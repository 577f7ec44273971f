package dev.deft.agent.memory;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
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
import java.util.Map;
import java.util.Optional;

/// Shows some lines of a memory file.
public final class MemoryGetTool implements Tool<MemoryGetTool.Params> {

    /// How many lines are shown when the call does not say.
    static final int LINES = 200;

    public record Params(
            @Doc("Memory file to read") String path,
            @Doc("First line, counted from 1") @Bounds(min = 1, max = 10_000_000)
                    Optional<Integer> from,
            @Doc("How many lines") @Bounds(min = 1, max = 10_000) Optional<Integer> lines) {}

    /// The lines.
    ///
    /// @param startLine counted from 1; 0 if the file is empty
    /// @param endLine the last line, included
    public record Data(String path, String content, int startLine, int endLine, int totalLines) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "memory_get",
                        Params.class,
                        ToolCategory.MEMORY,
                        ToolKind.READ,
                        Map.of("lines", LINES))
                .requiring(RequirementSet.reading("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.reading(MemoryPaths.resolve(params.path(), files)));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        WorkspacePath file = MemoryPaths.resolve(params.path(), host.files());
        MemoryText text =
                MemoryText.shown(file.display(), host.files().load(file, MemoryText.MAX_BYTES));
        List<String> all = text.text().lines().toList();
        int from = params.from().orElse(1);
        if (from > Math.max(1, all.size())) {
            return ToolResult.failure(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s has %d lines, so there is no line %d."
                            .formatted(file.display(), all.size(), from));
        }
        int to = (int) Math.min(all.size(), (long) from - 1 + params.lines().orElse(LINES));
        String content = String.join("\n", all.subList(Math.min(from - 1, to), to));
        var data = new Data(file.display(), content, all.isEmpty() ? 0 : from, to, all.size());
        ToolResult.Output output =
                ToolResult.output(
                        data,
                        content,
                        "%s, lines %d-%d".formatted(file.display(), data.startLine(), to));
        return to < all.size()
                ? output.noting("lines %d to %d follow".formatted(to + 1, all.size()))
                : output;
    }
}
