package dev.deft.os.change;

import dev.deft.kernel.Errno;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// Orders the steps of a change and chooses where temporary files go.
///
/// Removals come before additions: first files, then their directories, then new directories, then
/// their content. Permissions are set last because they may lock a directory, except where they
/// unlock one. A temporary file lies in a directory that exists now and will remain, usually that
/// of its target.
final class ChangePlan {

    private static final int OWNER_WRITES = 0200;

    private final ChangeStepRunner steps;
    private final List<ChangeTarget> targets;
    private final Map<OsPath, Optional<FileStatus>> seen = new HashMap<>();

    /// Directories that are there because a file in them is.
    private final Set<OsPath> known = new HashSet<>();

    private final Set<OsPath> opened = new HashSet<>();

    /// Directories that can be created before anything changes, outermost first.
    private final Set<OsPath> early = new LinkedHashSet<>();

    /// Directories that replace something else.
    private final Set<OsPath> late = new TreeSet<>();

    private final Map<OsPath, OsPath> tempFiles = new HashMap<>();

    ChangePlan(ChangeStepRunner steps, List<ChangeTarget> targets) throws KernelException {
        this.steps = steps;
        this.targets = targets;
        for (ChangeTarget target : targets) {
            if (opens(target)) {
                opened.add(target.path());
            }
        }
        if (targets.size() == 1 && targets.getFirst().was().isPresent()) {
            known.add(targets.getFirst().path().parent());
        }
        for (ChangeTarget target : targets) {
            if (target.isPut()) {
                prepare(target.path().parent());
                tempFiles.put(
                        target.path(), ChangeJournal.tempFileIn(place(target.path().parent())));
            } else if (target.after().isDirectory() && !target.before().isDirectory()) {
                prepare(target.path());
            }
        }
    }

    /// Whether a directory becomes writable by the change.
    private static boolean opens(ChangeTarget target) {
        return target.before().isDirectory()
                && target.after().isDirectory()
                && isClosed(target.before())
                && !isClosed(target.after());
    }

    private static boolean isClosed(FileState directory) {
        OptionalInt permissions = directory.permissions();
        return permissions.isPresent() && (permissions.getAsInt() & OWNER_WRITES) == 0;
    }

    private Optional<FileStatus> now(OsPath path) throws KernelException {
        Optional<FileStatus> known = seen.get(path);
        if (known == null) {
            known = steps.found(path);
            seen.put(path, known);
        }
        return known;
    }

    /// Ensures that a directory will exist.
    private void prepare(OsPath directory) throws KernelException {
        if (known.contains(directory)) {
            return;
        }
        var chain = new ArrayList<OsPath>();
        OsPath at = directory;
        while (now(at).isEmpty()) {
            chain.add(at);
            at = at.parent();
        }
        if (now(at).filter(FileStatus::isDirectory).isPresent()) {
            early.addAll(chain.reversed());
        } else if (becomesDirectory(at)) {
            late.add(at);
            late.addAll(chain);
        } else {
            throw new KernelException("open", Errno.ENOTDIR);
        }
    }

    private boolean becomesDirectory(OsPath path) {
        return targets.stream().anyMatch(it -> it.path().equals(path) && it.after().isDirectory());
    }

    /// The nearest ancestor that is writable now.
    private OsPath place(OsPath directory) throws KernelException {
        OsPath at = directory;
        while (!at.isRoot()
                && !known.contains(at)
                && (opened.contains(at) || now(at).filter(FileStatus::isDirectory).isEmpty())) {
            at = at.parent();
        }
        return at;
    }

    ChangeIntent.Traces traces() {
        List<OsPath> temporary = new ArrayList<>();
        for (ChangeTarget target : targets) {
            if (target.isPut()) {
                temporary.add(tempFile(target.path()));
            }
        }
        return new ChangeIntent.Traces(temporary, List.copyOf(early));
    }

    OsPath tempFile(OsPath target) {
        return Optional.ofNullable(tempFiles.get(target)).orElseThrow();
    }

    /// All steps, in order.
    ///
    /// @param identities the identities of the temporary files, by target
    List<ChangeStep> steps(Map<OsPath, String> identities) {
        if (targets.size() == 1
                && late.isEmpty()
                && targets.getFirst().isPut()
                && !targets.getFirst().before().isDirectory()) {
            return List.of(put(targets.getFirst(), identities));
        }
        var all = new ArrayList<ChangeStep>();
        targets.stream().filter(ChangePlan::opens).map(ChangePlan::adjust).forEach(all::add);
        targets.stream()
                .filter(it -> it.before().isLeaf() && !it.after().isLeaf())
                .map(it -> new ChangeStep.Remove(it.path(), identity(it).orElseThrow()))
                .forEach(all::add);
        targets.stream()
                .filter(it -> it.before().isDirectory() && !it.after().isDirectory())
                .sorted((a, b) -> b.path().compareTo(a.path()))
                .map(it -> new ChangeStep.RemoveDirectory(it.path(), place(it).orElseThrow()))
                .forEach(all::add);
        directories().stream().map(ChangeStep.MakeDirectory::new).forEach(all::add);
        targets.stream()
                .filter(ChangeTarget::isPut)
                .map(it -> put(it, identities))
                .forEach(all::add);
        targets.stream()
                .filter(it -> adjusts(it) && !opens(it))
                .sorted((a, b) -> b.path().compareTo(a.path()))
                .map(ChangePlan::adjust)
                .forEach(all::add);
        return all;
    }

    private Set<OsPath> directories() {
        var made = new TreeSet<>(late);
        targets.stream()
                .filter(it -> it.after().isDirectory() && !it.before().isDirectory())
                .forEach(it -> made.add(it.path()));
        return made;
    }

    private ChangeStep.Put put(ChangeTarget target, Map<OsPath, String> identities) {
        return new ChangeStep.Put(
                target.path(),
                tempFile(target.path()),
                Optional.ofNullable(identities.get(target.path())).orElseThrow(),
                target.before().isLeaf() ? identity(target) : Optional.empty());
    }

    private static Optional<String> identity(ChangeTarget target) {
        return target.was().map(FileStatus::identity);
    }

    private static Optional<String> place(ChangeTarget target) {
        return target.before().isDirectory() || target.keepsContent()
                ? target.was().map(FileStatus::place)
                : Optional.empty();
    }

    private static boolean adjusts(ChangeTarget target) {
        return target.keepsContent()
                || (target.after().isDirectory() && target.after().permissions().isPresent());
    }

    private static ChangeStep.Adjust adjust(ChangeTarget target) {
        OptionalLong modified =
                target.after() instanceof FileState.File file
                        ? file.fileAttributes().modified()
                        : OptionalLong.empty();
        return new ChangeStep.Adjust(
                target.path(), target.after().permissions(), modified, place(target));
    }
}
