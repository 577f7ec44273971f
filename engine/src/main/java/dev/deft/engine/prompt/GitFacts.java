package dev.deft.engine.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What can be told about the repository around a workspace without asking git: a program that
/// looks at a repository also does what the repository says.
///
/// @param top where the repository begins
/// @param directory what git keeps about it
public record GitFacts(Path top, Path directory) {

    private static final int LONGEST = 4_096;
    private static final Pattern BRANCH =
            Pattern.compile("ref: refs/heads/([^\\s\\p{Cntrl}`]{1,200})\\s*");
    private static final Pattern COMMIT = Pattern.compile("([0-9a-f]{8})[0-9a-f]{32,56}\\s*");
    private static final Pattern ELSEWHERE = Pattern.compile("gitdir: ([^\\p{Cntrl}]+)\\s*");

    /// What is under way when one of these is there.
    private static final List<List<String>> UNDER_WAY =
            List.of(
                    List.of("MERGE_HEAD", "a merge"),
                    List.of("rebase-merge", "a rebase"),
                    List.of("rebase-apply", "a rebase"),
                    List.of("CHERRY_PICK_HEAD", "a cherry-pick"),
                    List.of("REVERT_HEAD", "a revert"),
                    List.of("BISECT_LOG", "a bisection"));

    /// The repository that a directory lies in.
    public static Optional<GitFacts> around(Path root) {
        for (Optional<Path> place = Optional.of(root);
                place.isPresent();
                place = place.flatMap(it -> Optional.ofNullable(it.getParent()))) {
            Path git = place.get().resolve(".git");
            if (Files.isDirectory(git)) {
                return Optional.of(new GitFacts(place.get(), git));
            }
            Optional<Path> elsewhere = elsewhere(git);
            if (elsewhere.isPresent()) {
                return Optional.of(new GitFacts(place.get(), elsewhere.get()));
            }
        }
        return Optional.empty();
    }

    /// A worktree or a submodule has a file that names the directory.
    private static Optional<Path> elsewhere(Path git) {
        Matcher named = ELSEWHERE.matcher(text(git));
        try {
            return named.matches()
                    ? Optional.of(git.resolveSibling(named.group(1).strip()).normalize())
                    : Optional.empty();
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    /// Which branch it is on, and what is under way.
    public String where() {
        String head = text(directory.resolve("HEAD"));
        Matcher branch = BRANCH.matcher(head);
        Matcher commit = COMMIT.matcher(head);
        String at =
                branch.matches()
                        ? "branch " + branch.group(1)
                        : commit.matches() ? "no branch, at " + commit.group(1) : "unknown branch";
        return UNDER_WAY.stream()
                .filter(it -> Files.exists(directory.resolve(it.getFirst())))
                .findFirst()
                .map(it -> at + "; " + it.getLast() + " is under way")
                .orElse(at);
    }

    /// What the files look like, where there is time to look at them.
    public Optional<String> state() {
        return TrackedChanges.read(directory.resolve("index")).flatMap(it -> it.compare(top));
    }

    private static String text(Path file) {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return "";
        }
    }
}
