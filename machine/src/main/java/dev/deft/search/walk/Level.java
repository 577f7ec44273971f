package dev.deft.search.walk;

import dev.deft.search.glob.Glob;
import dev.deft.search.glob.Ignore;
import dev.deft.search.glob.IgnoreRules;
import java.io.IOException;
import java.util.Arrays;

/// A directory the walker is in: open, with its path and the rules that apply inside it.
///
/// @param path with a slash at its end, or empty at the top; includes the prefix of [OuterRules]
@SuppressWarnings("ArrayRecordComponent")
public record Level(Folder folder, byte[] path, Ignore ignore) {

    private static final byte[] GIT = Glob.bytes(".git");
    private static final byte[] GIT_IGNORE = Glob.bytes(".gitignore");
    private static final byte[] PLAIN_IGNORE = Glob.bytes(".ignore");

    /// The level of an opened folder whose entries are in the worker's listing.
    public static Level of(
            Worker worker, Folder folder, byte[] path, Ignore outer, IgnoreRules linkedExclude) {
        IgnoreRules git = IgnoreRules.EMPTY;
        IgnoreRules plain = IgnoreRules.EMPTY;
        IgnoreRules exclude = IgnoreRules.EMPTY;
        boolean repository = false;
        DirectoryEntries listing = worker.listing();
        for (int i = 0; i < listing.size(); i++) {
            byte[] name = listing.name(i);
            if (name[0] != '.') {
                continue;
            }
            boolean file = listing.type(i) == DirectoryEntries.Type.FILE;
            if (Arrays.equals(name, GIT)) {
                repository = true;
                exclude = file ? linkedExclude : exclude(worker, folder);
            } else if (file && Arrays.equals(name, GIT_IGNORE)) {
                git = IgnoreRules.parse(worker.readSmall(folder, name));
            } else if (file && Arrays.equals(name, PLAIN_IGNORE)) {
                plain = IgnoreRules.parse(worker.readSmall(folder, name));
            }
        }
        boolean own = repository || !git.isEmpty() || !plain.isEmpty();
        Ignore rules = own ? outer.child(path.length, plain, git, exclude, repository) : outer;
        return new Level(folder, path, rules);
    }

    private static IgnoreRules exclude(Worker worker, Folder folder) {
        try {
            Folder git = worker.open(folder, GIT);
            try {
                Folder info = worker.open(git, Glob.bytes("info"));
                try {
                    return IgnoreRules.parse(worker.readSmall(info, Glob.bytes("exclude")));
                } finally {
                    worker.disk().release(info);
                }
            } finally {
                worker.disk().release(git);
            }
        } catch (IOException _) {
            return IgnoreRules.EMPTY;
        }
    }

    public static boolean isGit(byte[] name) {
        return Arrays.equals(name, GIT);
    }

    /// Whether this file contains ignore rules.
    public static boolean isRuleFile(byte[] name) {
        return Arrays.equals(name, GIT_IGNORE)
                || Arrays.equals(name, PLAIN_IGNORE)
                || Arrays.equals(name, GIT);
    }

    /// The path of an entry of this directory.
    byte[] child(byte[] name) {
        byte[] full = Arrays.copyOf(path, path.length + name.length);
        System.arraycopy(name, 0, full, path.length, name.length);
        return full;
    }
}
