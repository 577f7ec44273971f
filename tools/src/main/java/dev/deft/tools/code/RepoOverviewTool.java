package dev.deft.tools.code;

import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import dev.deft.tools.files.PathLookup;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Summarizes a repository.
public final class RepoOverviewTool implements Tool<RepoOverviewTool.Params> {

    private static final int MOST_BYTES = 8 * 1024;

    public record Params(
            @Doc("Directory to summarize; the workspace when absent") Optional<String> path) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "repo_overview",
                        Params.class,
                        ToolCategory.CODE,
                        ToolKind.READ,
                        Map.of("kilobytes", MOST_BYTES / 1024))
                .requiring(RequirementSet.reading("{workspace}/**"))
                .within(Limits.DEFAULT.withOutputBytes(MOST_BYTES));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.readingTree(files.resolve(params.path().orElse("."))));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        RepoOverview overview =
                new Survey(
                                host.files(),
                                PathLookup.directory(host.files(), params.path().orElse(".")))
                        .look();
        return ToolResult.output(overview, OverviewText.of(overview), OverviewText.title(overview));
    }
}
