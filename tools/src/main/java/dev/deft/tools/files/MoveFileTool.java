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

/// Moves or renames one file.
public final class MoveFileTool implements Tool<MoveFileTool.Params> {

    /// The file to move.
    public record Params(
            @Doc("File to move") String from,
            @Doc("Its new path; nothing may be there") String to) {}

    /// The moved file.
    public record Data(String from, String to) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("move_file", Params.class, ToolCategory.FILE, ToolKind.MOVE)
                .requiring(
                        RequirementSet.reading("{workspace}/**")
                                .plus(RequirementSet.writing("{workspace}/**")));
    }

    /// Moving also reads the content: otherwise a file that may not be read could be moved to where
    /// it may.
    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        WorkspacePath from = files.resolve(params.from());
        return List.of(
                Touch.reading(from),
                Touch.writing(from),
                Touch.writing(files.resolve(params.to())));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        WorkspacePath from = PathLookup.leaving(host.files(), params.from());
        WorkspacePath to = host.files().resolve(params.to());
        host.files().move(from, to);
        return ToolResult.output(
                new Data(from.display(), to.display()),
                "Moved %s to %s.".formatted(from.display(), to.display()),
                "Moved %s to %s".formatted(from.display(), to.display()));
    }
}
