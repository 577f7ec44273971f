package dev.deft.tools.files;

import dev.deft.host.FileInfo;
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
import java.util.Optional;

/// Describes the file or directory at a path, or reports that there is none.
public final class GetFileInfoTool implements Tool<GetFileInfoTool.Params> {

    /// The path to describe.
    public record Params(@Doc("Path to look at, relative to the workspace") String path) {}

    /// The description.
    ///
    /// @param type `file`, `dir`, `symlink` or `other`
    /// @param modified the modification time, in milliseconds since 1970
    public record Data(
            String path,
            String name,
            boolean exists,
            Optional<String> type,
            Optional<Long> size,
            Optional<Long> modified) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("get_file_info", Params.class, ToolCategory.FILE, ToolKind.READ)
                .requiring(RequirementSet.reading("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.reading(files.resolve(params.path())));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        WorkspacePath path = host.files().resolve(params.path());
        FileInfo info = host.files().info(path);
        return ToolResult.output(data(path, info), text(path, info), "Looked at " + path.display());
    }

    private static Data data(WorkspacePath path, FileInfo info) {
        if (!info.exists()) {
            return new Data(
                    path.display(),
                    info.name(),
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
        return new Data(
                path.display(),
                info.name(),
                true,
                Optional.of(EntryType.wire(info.type())),
                Optional.of(info.size()),
                Optional.of(info.modified().toEpochMilli()));
    }

    private static String text(WorkspacePath path, FileInfo info) {
        if (!info.exists()) {
            return "There is nothing at %s.".formatted(path.display());
        }
        return "%s: %s, %d bytes, last changed %s"
                .formatted(
                        path.display(), EntryType.wire(info.type()), info.size(), info.modified());
    }
}
