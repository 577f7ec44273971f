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

/// Facts about the repository around a workspace, read without running git: git executes what the
/// repository configures.
///
/// @param top the root of the work tree
/// @param directory the git directory
public record GitFacts(Path top, Path directory) {

    private static final int LONGEST = 4_096;
    private static final Pattern BRANCH =
            Pattern.compile("ref: refs/heads/([^\\s\\p{Cntrl}`]{1,200})\\s*");
    private static final Pattern COMMIT = Pattern.compile("([0-9a-f]{8})[0-9a-f]{32,56}\\s*");
    private static final Pattern GIT_FILE = Pattern.compile("gitdir: ([^\\p{Cntrl}]+)\\s*");

    /// Files that exist while an operation is in progress.
    private static final List<List<String>> OPERATIONS =
            List.of(
                    List.of("MERGE_HEAD", "a merge"),
                    List.of("rebase-merge", "a rebase"),
                    List.of("rebase-apply", "a rebase"),
                    List.of("CHERRY_PICK_HEAD", "a cherry-pick"),
                    List.of("REVERT_HEAD", "a revert"),
                    List.of("BISECT_LOG", "a bisection"));

    /// The repository that contains a directory.
    public static Optional<GitFacts> around(Path root) {
        for (Optional<Path> directory = Optional.of(root);
                directory.isPresent();
                directory = directory.flatMap(it -> Optional.ofNullable(it.getParent()))) {
            Path git = directory.get().resolve(".git");
            if (Files.isDirectory(git)) {
                return Optional.of(new GitFacts(directory.get(), git));
            }
            Optional<Path> linked = linkedDirectory(git);
            if (linked.isPresent()) {
                return Optional.of(new GitFacts(directory.get(), linked.get()));
            }
        }
        return Optional.empty();
    }

    /// A worktree or a submodule has a file that names the git directory.
    private static Optional<Path> linkedDirectory(Path git) {
        Matcher named = GIT_FILE.matcher(text(git));
        try {
            return named.matches()
                    ? Optional.of(git.resolveSibling(named.group(1).strip()).normalize())
                    : Optional.empty();
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    /// The branch, and the operation in progress.
    public String where() {
        String head = text(directory.resolve("HEAD"));
        Matcher branch = BRANCH.matcher(head);
        Matcher commit = COMMIT.matcher(head);
        String at =
                branch.matches()
                        ? "branch " + branch.group(1)
                        : commit.matches() ? "no branch, at " + commit.group(1) : "unknown branch";
        return OPERATIONS.stream()
                .filter(it -> Files.exists(directory.resolve(it.getFirst())))
                .findFirst()
                .map(it -> at + "; " + it.getLast() + " is in progress")
                .orElse(at);
    }

    /// Which tracked files differ; absent if the comparison was interrupted.
    public Optional<String> state() {
        return TrackedChanges.compare(directory.resolve("index"), top);
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
