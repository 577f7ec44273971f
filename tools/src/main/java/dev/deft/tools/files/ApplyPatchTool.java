package dev.deft.tools.files;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import dev.deft.tools.files.patch.FilePatch;
import dev.deft.tools.files.patch.PatchParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Changes several files at once: all or none.
public final class ApplyPatchTool implements Tool<ApplyPatchTool.Params> {

    /// The patch to apply.
    public record Params(
            @Doc("The patch: `*** Begin Patch` to `*** End Patch`, or a unified diff")
                    String patch) {}

    /// The changed files, in the order of the patch.
    public record Data(List<Changed> files) {

        public Data {
            files = List.copyOf(files);
        }
    }

    /// One changed file.
    ///
    /// @param path its path now, or before it was deleted
    /// @param change `added`, `updated`, `deleted` or `moved`
    public record Changed(String path, String change, String diff) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("apply_patch", Params.class, ToolCategory.FILE, ToolKind.EDIT)
                .requiring(
                        RequirementSet.reading("{workspace}/**")
                                .plus(RequirementSet.writing("{workspace}/**")));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        var touches = new ArrayList<Touch>();
        for (FilePatch change : PatchParser.parse(params.patch())) {
            var path = files.resolve(change.path());
            switch (change) {
                case FilePatch.Add _ -> touches.add(Touch.writing(path));
                case FilePatch.Delete delete -> {
                    if (delete.hunks().isPresent()) {
                        touches.add(Touch.reading(path));
                    }
                    touches.add(Touch.writing(path));
                }
                case FilePatch.Update update -> {
                    touches.add(Touch.reading(path));
                    touches.add(Touch.writing(path));
                    if (update.moveTo().isPresent()) {
                        touches.add(Touch.writing(files.resolve(update.moveTo().get())));
                    }
                }
            }
        }
        return touches;
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        var work = new PatchExecution(host.files(), PatchParser.parse(params.patch()));
        host.files().change(work.paths(), work);
        String all =
                work.done().stream().map(PatchExecution.Done::diff).collect(Collectors.joining());
        return ShownDiff.output(
                host,
                text(work.done()),
                all,
                shown ->
                        ToolResult.output(
                                new Data(changed(work.done(), shown.length())),
                                text(work.done()),
                                title(work.done())));
    }

    /// The files, with at most this many characters of their diffs.
    private static List<Changed> changed(List<PatchExecution.Done> done, int characters) {
        var changed = new ArrayList<Changed>();
        int left = characters;
        for (PatchExecution.Done it : done) {
            String diff = it.diff().substring(0, Math.min(left, it.diff().length()));
            left -= diff.length();
            changed.add(new Changed(it.path(), it.change(), diff));
        }
        return changed;
    }

    private static String text(List<PatchExecution.Done> done) {
        return done.stream()
                .map(it ->
                        "%s %s (+%d -%d)"
                                .formatted(it.change(), it.path(), it.added(), it.removed()))
                .collect(Collectors.joining("\n"));
    }

    private static String title(List<PatchExecution.Done> done) {
        return done.size() == 1
                ? "Patched " + done.getFirst().path()
                : "Patched %d files".formatted(done.size());
    }
}
