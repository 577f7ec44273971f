package dev.deft.agent.memory;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
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
import java.util.stream.Collectors;

/// Lists the memory files with their summaries.
public final class MemoryListTool implements Tool<MemoryListTool.Params> {

    public record Params() {}

    /// The memory files, by path.
    public record Data(List<MemoryFile> files) {

        public Data {
            files = List.copyOf(files);
        }
    }

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("memory_list", Params.class, ToolCategory.MEMORY, ToolKind.READ)
                .requiring(RequirementSet.reading("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return ReadableMemory.touches(files);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        var readable = new ReadableMemory(host.files());
        List<MemoryFile> all =
                host.handle(Memory.class).files().stream()
                        .filter(it -> readable.test(it.path()))
                        .toList();
        int most = host.limits().items();
        List<MemoryFile> shown = all.subList(0, Math.min(most, all.size()));
        ToolResult.Output output =
                ToolResult.output(
                        new Data(shown),
                        text(shown),
                        all.size() == 1
                                ? "1 memory file"
                                : "%d memory files".formatted(all.size()));
        return shown.size() < all.size()
                ? output.asIncomplete()
                        .noting("%d more memory files are not listed".formatted(all.size() - most))
                : output;
    }

    private static String text(List<MemoryFile> files) {
        return files.isEmpty()
                ? "There are no memory files yet."
                : files.stream()
                        .map(it ->
                                "%s (%d bytes)%s"
                                        .formatted(
                                                it.path(),
                                                it.size(),
                                                it.summary().isEmpty() ? "" : ": " + it.summary()))
                        .collect(Collectors.joining("\n"));
    }
}
