package dev.deft.os;

import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.stream.Stream;

/// Guesses which file a caller meant by a path that does not exist.
final class Suggestions {

    private static final int MOST = 3;
    private static final int MOST_ENTRIES = 2_000;
    private static final int LONGEST_NAME = 100;

    private final Tree tree;
    private final PathScope scope;

    Suggestions(Tree tree, PathScope scope) {
        this.tree = tree;
        this.scope = scope;
    }

    /// Similar names in the same directory first, then the same name elsewhere below the root. It
    /// looks at a bounded number of entries and never fails.
    List<String> near(OsPath missing) {
        return Stream.concat(similar(missing), sameName(missing.name()))
                .filter(scope::mayRead)
                .distinct()
                .limit(MOST)
                .toList();
    }

    private Stream<String> similar(OsPath missing) {
        String name = missing.name().toLowerCase(Locale.ROOT);
        return entries(missing.parent()).stream()
                .map(Tree.Entry::name)
                .filter(it -> Math.max(it.length(), name.length()) < LONGEST_NAME)
                .map(it -> new Guess(it, distance(it.toLowerCase(Locale.ROOT), name)))
                .filter(it -> it.distance <= Math.max(1, name.length() / 3))
                .sorted(Comparator.comparingInt(Guess::distance).thenComparing(Guess::name))
                .map(it -> missing.parent().child(it.name).display());
    }

    private record Guess(String name, int distance) {}

    private Stream<String> sameName(String name) {
        var found = new ArrayList<String>();
        Queue<OsPath> directories = new ArrayDeque<>(List.of(OsPath.ROOT));
        int seen = 0;
        while (!directories.isEmpty() && seen < MOST_ENTRIES && found.size() < MOST) {
            OsPath directory = directories.remove();
            for (Tree.Entry entry : entries(directory)) {
                seen++;
                OsPath path = directory.child(entry.name());
                if (entry.name().equalsIgnoreCase(name)) {
                    found.add(path.display());
                } else if (entry.status().isDirectory() && !entry.name().startsWith(".")) {
                    directories.add(path);
                }
            }
        }
        return found.stream();
    }

    private List<Tree.Entry> entries(OsPath directory) {
        try {
            return tree.entries(directory);
        } catch (KernelException _) {
            return List.of();
        }
    }

    /// The Levenshtein distance of two names.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int other = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(other, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
