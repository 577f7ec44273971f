package dev.deft.guard;

import dev.deft.policy.ProtectedPaths;
import dev.deft.script.command.Word;
import java.util.regex.Pattern;

/// Commands that lose work, or change what runs later. A person decides about them.
final class WorkLoss {

    private static final Pattern ANY_PATH = Pattern.compile(".*");

    private static final Pattern LEADING_SLASHES = Pattern.compile("^\\.?/+");

    /// The current directory, its parents and all in them, absolute paths, and repositories.
    private static final Pattern WIDE_TREE =
            Pattern.compile("\\.|\\.\\.|\\./?|\\*|\\.\\./.*|/.*|[^/]*\\.git/?");

    private WorkLoss() {}

    static boolean writesToProtectedPath(WatchedCommand command) {
        return command.writesTo(ANY_PATH)
                && command.words().stream()
                        .map(it -> LEADING_SLASHES.matcher(it).replaceFirst(""))
                        .anyMatch(ProtectedPaths::contains);
    }

    static boolean overwritesRemoteBranch(WatchedCommand command) {
        return command.is("git")
                && command.hasSubcommand("push")
                && (command.hasOption('f', "force")
                        || command.hasWord("--mirror", "--delete", "-d")
                        || command.words().stream()
                                .anyMatch(it ->
                                        it.startsWith("--force")
                                                || it.startsWith("+")
                                                || it.startsWith(":")));
    }

    static boolean rewritesHistory(WatchedCommand command) {
        return command.is("git")
                && (command.hasSubcommand(
                                "filter-branch",
                                "filter-repo",
                                "rebase",
                                "update-ref",
                                "replace",
                                "gc",
                                "prune")
                        || (command.hasSubcommand("reset") && command.hasWord("--hard", "--merge"))
                        || (command.hasSubcommand("commit") && command.hasWord("--amend"))
                        || (command.hasSubcommand("reflog") && command.hasWord("expire", "delete"))
                        || (command.hasSubcommand("clean") && command.hasOption('f', "force"))
                        || (command.hasSubcommand("checkout", "restore")
                                && command.hasWord(".", "--", "*"))
                        || (command.hasSubcommand("branch") && command.hasWord("-D"))
                        || (command.hasSubcommand("stash") && command.hasWord("clear", "drop")));
    }

    static boolean removesTree(WatchedCommand command) {
        return command.is("rm")
                && command.isRecursive()
                && command.arguments().anyMatch(WorkLoss::mayBeWide);
    }

    private static boolean mayBeWide(Word word) {
        return !word.display().startsWith("-")
                && (word.constant().isEmpty() || WIDE_TREE.matcher(word.display()).matches());
    }

    static boolean deletesFoundFiles(WatchedCommand command) {
        return command.is("find") && command.hasWord("-delete");
    }
}
