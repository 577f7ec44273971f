package dev.deft.tools.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// An overview as a model reads it.
final class OverviewText {

    private final RepoOverview overview;
    private final List<String> lines = new ArrayList<>();

    private OverviewText(RepoOverview overview) {
        this.overview = overview;
    }

    static String of(RepoOverview overview) {
        return new OverviewText(overview).text();
    }

    static String title(RepoOverview overview) {
        return "%s: %s, %s"
                .formatted(
                        overview.path().equals(".") ? "The workspace" : overview.path(),
                        counted(overview.files(), "file", "files"),
                        counted(overview.lines(), "line", "lines"));
    }

    private String text() {
        lines.add(
                "%s, %s, in %s"
                        .formatted(
                                title(overview),
                                size(overview.bytes()),
                                counted(overview.directories(), "directory", "directories")));
        overview.git().ifPresent(it -> lines.add("Git: " + git(it)));
        overview.lastChange()
                .ifPresent(it -> lines.add("Last change: %s, %s".formatted(it.at(), it.path())));
        overview.license()
                .ifPresent(it ->
                        lines.add(
                                "License: %s (%s)"
                                        .formatted(it.name().orElse("not recognized"), it.path())));
        languages();
        list("Build files", overview.buildFiles().stream().map(OverviewText::build).toList());
        list("Likely entry points", overview.entryPoints());
        tree();
        return String.join("\n", lines.stream().map(OverviewText::plain).toList());
    }

    private static String git(RepoOverview.Git git) {
        String branch = git.branch().map(it -> "branch " + it).orElse("no branch checked out");
        return branch
                + git.lastCommit()
                        .map(it ->
                                "; last commit here %s, %s: %s"
                                        .formatted(it.id(), it.at(), it.subject()))
                        .orElse("");
    }

    private static String build(RepoOverview.BuildFile file) {
        return "%s (%s)".formatted(file.path(), file.builds());
    }

    private void languages() {
        if (overview.languages().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("Languages, by lines:");
        for (RepoOverview.Language it : overview.languages()) {
            lines.add(
                    "  %-16s %10s %-5s %8s %-5s %5.1f %%"
                            .formatted(
                                    it.name(),
                                    counted(it.lines()),
                                    it.lines() == 1 ? "line" : "lines",
                                    counted(it.files()),
                                    it.files() == 1 ? "file" : "files",
                                    it.percent()));
        }
    }

    private void list(String title, List<String> items) {
        if (!items.isEmpty()) {
            lines.add("");
            lines.add(title + ": " + String.join(", ", items));
        }
    }

    /// A directory is indented below the one that contains it, and named relative to it.
    private void tree() {
        lines.add("");
        lines.add("Tree, with the number of files below each directory:");
        List<String> parents = new ArrayList<>();
        for (RepoOverview.Directory it : overview.tree()) {
            while (!parents.isEmpty() && !it.path().startsWith(parents.getLast() + "/")) {
                parents.removeLast();
            }
            String name =
                    parents.isEmpty()
                            ? it.path()
                            : it.path().substring(parents.getLast().length() + 1);
            lines.add(
                    "%s%s/  %s"
                            .formatted("  ".repeat(parents.size() + 1), name, counted(it.files())));
            parents.add(it.path());
        }
        if (overview.directoriesNotShown() > 0) {
            lines.add(
                    "  [%s]"
                            .formatted(
                                    counted(
                                            overview.directoriesNotShown(),
                                            "more directory",
                                            "more directories")));
        }
        if (!overview.topFiles().isEmpty()) {
            lines.add("  " + String.join("  ", overview.topFiles()));
        }
    }

    private static String counted(long number, String one, String several) {
        return counted(number) + " " + (number == 1 ? one : several);
    }

    private static String counted(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String size(long bytes) {
        if (bytes < 1024) {
            return counted(bytes, "byte", "bytes");
        }
        return bytes < 1 << 20
                ? String.format(Locale.ROOT, "%.1f KB", bytes / 1024.0)
                : String.format(Locale.ROOT, "%.1f MB", bytes / (double) (1 << 20));
    }

    /// A name can have line breaks; one line of ours must stay one line.
    private static String plain(String line) {
        return line.replaceAll("\\p{Cntrl}", "?");
    }
}
