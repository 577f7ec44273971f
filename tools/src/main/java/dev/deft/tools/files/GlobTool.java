package dev.deft.tools.files;

import dev.deft.host.FileQuery;
import dev.deft.host.FoundFiles;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.DialectOnly;
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

/// Finds files by a pattern of their names.
public final class GlobTool implements Tool<GlobTool.Params> {

    private static final int MOST_FILES = 1_000;

    /// The files to find.
    ///
    /// @param newestFirst sorts by modification time instead of by path
    public record Params(
            @Doc("Glob such as `src/**/*.ts`, relative to `path`") String pattern,
            @Doc("Directory to look in; the workspace when absent") Optional<String> path,
            @DialectOnly Optional<Boolean> newestFirst) {

        /// The parameters of the default dialect.
        public static Params of(String pattern) {
            return new Params(pattern, Optional.empty(), Optional.empty());
        }
    }

    /// The files found.
    ///
    /// @param count of all matching files, including those not shown
    public record Data(String pattern, int count, List<String> files) {

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
        return ToolSpec.of(
                        "glob",
                        Params.class,
                        ToolCategory.FILE,
                        ToolKind.SEARCH,
                        Map.of("files", MOST_FILES))
                .requiring(RequirementSet.reading("{workspace}/**"))
                .within(Limits.DEFAULT.withItems(MOST_FILES));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.readingTree(files.resolve(directory(params))));
    }

    private static String directory(Params params) {
        return params.path().orElse(".");
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        WorkspacePath under = PathLookup.directory(host.files(), directory(params));
        var order =
                params.newestFirst().orElse(false)
                        ? FileQuery.Order.NEWEST_FIRST
                        : FileQuery.Order.BY_PATH;
        FoundFiles found = host.files().find(new FileQuery(under, params.pattern(), order));
        var shown = ListHead.of(found.files(), host.limits());
        var data = new Data(params.pattern(), found.files().size(), shown.items());
        ToolResult.Output output =
                ToolResult.output(
                        data,
                        text(params, under, found, shown),
                        params.pattern() + ": " + data.count() + " files");
        if (!shown.cut()) {
            return output;
        }
        SidecarWriter.writeLines(host, found.files());
        return output.asHead();
    }

    private static String text(
            Params params, WorkspacePath under, FoundFiles found, ListHead shown) {
        if (found.files().isEmpty()) {
            String where = PathLookup.spoken(under);
            String unreadable = ListHead.unreadable(found.unreadable());
            return "No file in " + where + " matches " + params.pattern() + "." + unreadable;
        }
        return String.join("\n", shown.items())
                + shown.notice(found.files().size(), "files")
                + ListHead.unreadable(found.unreadable());
    }
}
