package dev.deft.tools.code;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What git has checked out, read from its files. Git itself is not run: it executes what a
/// repository configures.
///
/// @param branch absent if no branch is checked out
/// @param commit the last one made here; absent after a clone or a pull
record GitHead(Optional<String> branch, Optional<Commit> commit) {

    private static final int TAIL = 4_096;
    private static final Pattern BRANCH =
            Pattern.compile("ref: refs/heads/([^\\s\\p{Cntrl}`]{1,200})\\s*");

    /// A line of git's log of what HEAD was.
    private static final Pattern MOVED =
            Pattern.compile(
                    "[0-9a-f]{40,64} ([0-9a-f]{40,64}) .*> ([0-9]{1,12}) [+-][0-9]{4}\tcommit[^:]*: (.*)");

    /// A commit.
    record Commit(String id, Instant at, String subject) {}

    /// Empty where there is no repository, or where the call may not read it.
    static Optional<GitHead> read(WorkspaceFiles files, String directory) throws IOException {
        Optional<String> head = tail(files, directory + "/.git/HEAD");
        if (head.isEmpty()) {
            return Optional.empty();
        }
        Matcher branch = BRANCH.matcher(head.get());
        return Optional.of(
                new GitHead(
                        branch.matches() ? Optional.of(branch.group(1)) : Optional.empty(),
                        tail(files, directory + "/.git/logs/HEAD").flatMap(GitHead::lastCommit)));
    }

    private static Optional<Commit> lastCommit(String log) {
        Matcher moved = MOVED.matcher(log.lines().reduce("", (_, it) -> it));
        if (!moved.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new Commit(
                        moved.group(1).substring(0, 8),
                        Instant.ofEpochSecond(Long.parseLong(moved.group(2))),
                        moved.group(3)));
    }

    private static Optional<String> tail(WorkspaceFiles files, String path) throws IOException {
        try {
            WorkspacePath file = files.resolve(path);
            try (WorkspaceFiles.OpenFile open = files.open(file)) {
                Bytes end = open.read(Math.max(0, open.size() - TAIL), TAIL);
                return Optional.of(end.text(StandardCharsets.UTF_8));
            }
        } catch (HostException _) {
            return Optional.empty();
        }
    }
}
