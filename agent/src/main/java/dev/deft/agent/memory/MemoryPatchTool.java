package dev.deft.agent.memory;

import dev.deft.host.ErrorCode;
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

/// Replaces text that occurs exactly once in a memory file.
public final class MemoryPatchTool implements Tool<MemoryPatchTool.Params> {

    public record Params(
            @Doc("Memory file to change") String path,
            @Doc("Text to replace; it must occur exactly once") @Bounds(min = 1) String oldStr,
            @Doc("Text to put in its place") String newStr) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("memory_patch", Params.class, ToolCategory.MEMORY, ToolKind.EDIT)
                .requiring(RequirementSet.writing("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.writing(MemoryPaths.resolve(params.path(), files)));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        MemoryChange.refuseSecrets(host, params.newStr());
        return MemoryChange.apply(
                params.path(),
                "Changed",
                host,
                (path, current) -> patched(path, MemoryText.changed(path, current), params));
    }

    private static String patched(String path, MemoryText file, Params params)
            throws HostException {
        String old = file.inOwnStyle(params.oldStr());
        String text = file.text();
        int at = text.indexOf(old);
        if (at < 0) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "%s does not have this text, so nothing was changed. Use `memory_read` to see what it says now."
                            .formatted(path));
        }
        if (text.indexOf(old, at + 1) >= 0) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "%s has this text %d times, so nothing was changed. Add text around it until it is unique."
                            .formatted(path, count(text, old)));
        }
        return text.substring(0, at)
                + file.inOwnStyle(params.newStr())
                + text.substring(at + old.length());
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            count++;
        }
        return count;
    }
}
