package dev.deft.tools.files;

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

/// Deletes one file.
public final class DeleteFileTool implements Tool<DeleteFileTool.Params> {

    /// What to delete.
    public record Params(@Doc("File to delete") String path) {}

    /// What was deleted.
    public record Data(String path, boolean deleted) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("delete_file", Params.class, ToolCategory.FILE, ToolKind.DELETE)
                .requiring(RequirementSet.writing("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.writing(files.resolve(params.path())));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        WorkspacePath file = PathLookup.leaving(host.files(), params.path());
        host.files().delete(file);
        return ToolResult.output(
                new Data(file.display(), true),
                "Deleted %s.".formatted(file.display()),
                "Deleted " + file.display());
    }
}
