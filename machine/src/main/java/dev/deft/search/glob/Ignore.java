package dev.deft.search.glob;

import dev.deft.search.glob.IgnoreRules.Verdict;
import java.util.Optional;

/// The ignore rules that apply inside one directory: its own, then those of its parents.
///
/// `.ignore` takes precedence over `.gitignore` at every level, and a nearer file over a farther
/// one; then follow the `info/exclude` of the repository and the user's excludes. The `.gitignore`
/// files of an outer repository do not apply in a nested one.
///
/// @param base length of the directory's path with its slash; rules match what follows
public record Ignore(
        Optional<Ignore> parent,
        int base,
        IgnoreRules plain,
        IgnoreRules git,
        IgnoreRules exclude,
        boolean repository) {

    /// The outermost level, with the user's excludes.
    static Ignore outermost(IgnoreRules user) {
        return new Ignore(Optional.empty(), 0, IgnoreRules.EMPTY, IgnoreRules.EMPTY, user, true);
    }

    /// The level of a directory that contains ignore files or a `.git`.
    public Ignore child(
            int childBase,
            IgnoreRules plain,
            IgnoreRules git,
            IgnoreRules exclude,
            boolean repository) {
        return new Ignore(Optional.of(this), childBase, plain, git, exclude, repository);
    }

    /// Whether `path`, whose last component starts at `name`, is ignored.
    public boolean excludes(byte[] path, int name, boolean directory) {
        Verdict verdict = plainVerdict(path, name, directory);
        if (verdict == Verdict.SILENT) {
            verdict = gitVerdict(path, name, directory);
        }
        return verdict == Verdict.IGNORED;
    }

    private Verdict plainVerdict(byte[] path, int name, boolean directory) {
        Optional<Ignore> level = Optional.of(this);
        while (level.isPresent()) {
            Ignore here = level.get();
            Verdict verdict = here.plain.verdict(path, here.base, name, directory);
            if (verdict != Verdict.SILENT) {
                return verdict;
            }
            level = here.parent;
        }
        return Verdict.SILENT;
    }

    private Verdict gitVerdict(byte[] path, int name, boolean directory) {
        Ignore here = this;
        while (true) {
            Verdict verdict = here.git.verdict(path, here.base, name, directory);
            if (verdict != Verdict.SILENT) {
                return verdict;
            }
            if (here.repository || here.parent.isEmpty()) {
                break;
            }
            here = here.parent.get();
        }
        Verdict verdict = here.exclude.verdict(path, here.base, name, directory);
        return verdict != Verdict.SILENT ? verdict : here.userVerdict(path, name, directory);
    }

    private Verdict userVerdict(byte[] path, int name, boolean directory) {
        Ignore outermost = this;
        while (outermost.parent.isPresent()) {
            outermost = outermost.parent.get();
        }
        return outermost.exclude.verdict(path, base, name, directory);
    }
}
