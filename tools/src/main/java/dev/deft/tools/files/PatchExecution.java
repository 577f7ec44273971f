package dev.deft.tools.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspaceFiles.Current;
import dev.deft.host.WorkspacePath;
import dev.deft.tools.files.patch.FilePatch;
import dev.deft.tools.files.patch.HunkApplier;
import dev.deft.tools.files.text.TextEncoding;
import dev.deft.tools.files.text.TextFile;
import dev.deft.tools.files.text.UnifiedDiff;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Applies one patch: computes all changes first, then the host makes them together.
final class PatchExecution implements WorkspaceFiles.Changer {

    private final List<Step> steps;
    private final List<Done> done = new ArrayList<>();

    PatchExecution(WorkspaceFiles files, List<FilePatch> changes) throws IOException {
        this.steps = steps(files, changes);
    }

    /// A change and the file it changes.
    ///
    /// @param target the path of the file afterwards
    private record Step(FilePatch change, WorkspacePath file, WorkspacePath target) {}

    /// The result for one file.
    record Done(String path, String change, String diff, int added, int removed) {

        static Done of(String path, String change, UnifiedDiff diff) {
            return new Done(path, change, diff.text(), diff.added(), diff.removed());
        }
    }

    private static List<Step> steps(WorkspaceFiles files, List<FilePatch> changes)
            throws IOException {
        var steps = new LinkedHashMap<String, Step>();
        for (FilePatch change : changes) {
            Step step = step(files, change);
            Step earlier = steps.get(step.file().display());
            steps.put(step.file().display(), earlier == null ? step : joined(earlier, step));
        }
        return List.copyOf(steps.values());
    }

    private static Step step(WorkspaceFiles files, FilePatch change) throws IOException {
        return switch (change) {
            case FilePatch.Add _ -> {
                WorkspacePath file = files.resolve(change.path());
                yield new Step(change, file, file);
            }
            case FilePatch.Delete _ -> {
                WorkspacePath file = PathLookup.leaving(files, change.path());
                yield new Step(change, file, file);
            }
            case FilePatch.Update update -> {
                if (update.moveTo().isEmpty()) {
                    WorkspacePath file = PathLookup.file(files, change.path());
                    yield new Step(change, file, file);
                }
                WorkspacePath file = PathLookup.leaving(files, change.path());
                yield new Step(change, file, files.resolve(update.moveTo().get()));
            }
        };
    }

    /// Combines two updates of one file; any other combination is an error.
    private static Step joined(Step first, Step second) throws HostException {
        if (first.change() instanceof FilePatch.Update one
                && second.change() instanceof FilePatch.Update other
                && one.moveTo().isEmpty()
                && other.moveTo().isEmpty()) {
            var hunks = new ArrayList<>(one.hunks());
            hunks.addAll(other.hunks());
            return new Step(
                    new FilePatch.Update(
                            one.path(),
                            Optional.empty(),
                            hunks,
                            other.executable().or(one::executable)),
                    first.file(),
                    first.target());
        }
        throw new HostException(
                ErrorCode.INVALID_ARGUMENTS,
                "The patch changes %s twice; combine both changes into one."
                        .formatted(first.file().display()));
    }

    /// Every file that is read or changed.
    List<WorkspacePath> paths() {
        return steps.stream()
                .flatMap(it -> List.of(it.file(), it.target()).stream())
                .distinct()
                .toList();
    }

    List<Done> done() {
        return List.copyOf(done);
    }

    @Override
    public Map<WorkspacePath, Optional<Bytes>> change(Map<WorkspacePath, Current> current)
            throws IOException {
        done.clear();
        var wanted = new LinkedHashMap<WorkspacePath, Optional<Bytes>>();
        for (Step step : steps) {
            Current before = at(current, step.file());
            refuseOverwriting(step, at(current, step.target()), wanted);
            switch (step.change()) {
                case FilePatch.Add add -> add(step, add, wanted);
                case FilePatch.Delete delete -> {
                    refuseOtherContent(step, delete, before);
                    delete(step, before, wanted);
                }
                case FilePatch.Update update -> update(step, update, before, wanted);
            }
        }
        return wanted;
    }

    @Override
    public Map<WorkspacePath, WorkspacePath> origins() {
        var origins = new LinkedHashMap<WorkspacePath, WorkspacePath>();
        for (Step step : steps) {
            if (!step.target().equals(step.file())) {
                origins.put(step.target(), step.file());
            }
        }
        return origins;
    }

    @Override
    public Map<WorkspacePath, Boolean> executable() {
        var executable = new LinkedHashMap<WorkspacePath, Boolean>();
        for (Step step : steps) {
            executable(step.change()).ifPresent(it -> executable.put(step.target(), it));
        }
        return executable;
    }

    private static Optional<Boolean> executable(FilePatch change) {
        return switch (change) {
            case FilePatch.Add add -> add.executable();
            case FilePatch.Delete _ -> Optional.empty();
            case FilePatch.Update update -> update.executable();
        };
    }

    private static Current at(Map<WorkspacePath, Current> current, WorkspacePath path) {
        return Optional.ofNullable(current.get(path)).orElseThrow();
    }

    private static void refuseOverwriting(
            Step step, Current there, Map<WorkspacePath, Optional<Bytes>> wanted)
            throws HostException {
        boolean makes =
                step.change() instanceof FilePatch.Add || !step.target().equals(step.file());
        if (makes && (there.exists() || wanted.containsKey(step.target()))) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "%s exists already; nothing was changed. Update it, or choose another path."
                            .formatted(step.target().display()));
        }
    }

    private void add(Step step, FilePatch.Add add, Map<WorkspacePath, Optional<Bytes>> wanted)
            throws HostException {
        var file = new TextFile(TextEncoding.UTF_8, add.content());
        wanted.put(step.file(), Optional.of(file.encode(step.file().display())));
        done.add(
                Done.of(
                        step.file().display(),
                        "added",
                        UnifiedDiff.of(
                                step.file().display(),
                                Optional.empty(),
                                Optional.of(file.text()))));
    }

    /// A diff that deletes a file contains its lines; a file with other lines is not deleted.
    private static void refuseOtherContent(Step step, FilePatch.Delete delete, Current before)
            throws HostException {
        if (delete.hunks().isEmpty() || !before.exists()) {
            return;
        }
        String path = step.file().display();
        String left =
                HunkApplier.apply(path, ChangedText.of(path, before).text(), delete.hunks().get());
        if (!left.isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "%s contains lines that the patch does not remove; nothing was changed. Read the file first."
                            .formatted(path));
        }
    }

    private void delete(Step step, Current before, Map<WorkspacePath, Optional<Bytes>> wanted)
            throws HostException {
        String path = step.file().display();
        if (!before.exists()) {
            throw new HostException(ErrorCode.NOT_FOUND, "There is no file " + path + " any more.");
        }
        wanted.put(step.file(), Optional.empty());
        if (!before.mayBeShown()) {
            done.add(new Done(path, "deleted", ShownDiff.withheld(path), 0, 0));
            return;
        }
        done.add(
                before.content()
                        .flatMap(TextFile::decode)
                        .map(it ->
                                Done.of(
                                        path,
                                        "deleted",
                                        UnifiedDiff.of(
                                                path, Optional.of(it.text()), Optional.empty())))
                        .orElse(
                                new Done(
                                        path,
                                        "deleted",
                                        (before.content().isPresent()
                                                        ? "Binary file %s deleted.\n"
                                                        : "Large file %s deleted.\n")
                                                .formatted(path),
                                        0,
                                        0)));
    }

    /// A file whose name or mode changed, but not its content.
    private static Done whole(String from, String to, Optional<Boolean> executable) {
        String mode =
                executable
                        .map(it -> "new mode %s\n".formatted(it ? "100755" : "100644"))
                        .orElse("");
        String old = UnifiedDiff.name("a/", from);
        String now = UnifiedDiff.name("b/", to);
        return from.equals(to)
                ? new Done(to, "updated", "diff --git %s %s\n%s".formatted(old, now, mode), 0, 0)
                : new Done(to, "moved", "--- %s\n+++ %s\n%s".formatted(old, now, mode), 0, 0);
    }

    private void update(
            Step step,
            FilePatch.Update update,
            Current before,
            Map<WorkspacePath, Optional<Bytes>> wanted)
            throws HostException {
        String from = step.file().display();
        String to = step.target().display();
        boolean moves = !from.equals(to);
        if (update.hunks().isEmpty() && before.content().isPresent()) {
            if (moves) {
                wanted.put(step.file(), Optional.empty());
            }
            wanted.put(step.target(), before.content());
            done.add(whole(from, to, update.executable()));
            return;
        }
        TextFile old = ChangedText.of(from, before);
        TextFile now = old.withText(HunkApplier.apply(from, old.text(), update.hunks()));
        if (moves) {
            wanted.put(step.file(), Optional.empty());
        }
        wanted.put(step.target(), Optional.of(now.encode(to)));
        done.add(
                Done.of(
                        to,
                        moves ? "moved" : "updated",
                        UnifiedDiff.ofMoved(from, to, old.text(), now.text())));
    }
}
