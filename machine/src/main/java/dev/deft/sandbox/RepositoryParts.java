package dev.deft.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells which parts of a repository make git run nothing, so that commands may make them.
///
/// Whoever decides about the configuration of a repository decides what runs at the next `git
/// status`. So a new one keeps what is known to be harmless, and nothing else.
public final class RepositoryParts {

    private static final int LARGEST_FILE = 64 * 1024;

    private static final Pattern SECTION =
            Pattern.compile("\\[([A-Za-z0-9-]+)(?: \"([^\"\\\\]*)\")?]");
    private static final Pattern VARIABLE =
            Pattern.compile("\\s*([A-Za-z][A-Za-z0-9-]*)\\s*(?:=\\s*(.*?))?\\s*");

    private static final Pattern LINK = Pattern.compile("gitdir: (\\S.*)\\R?");

    private static final Pattern WORKTREE = Pattern.compile(".*/\\.git/worktrees/[^/]+/commondir");

    /// Not an address but a program, or an option of one.
    private static final Pattern PROGRAM = Pattern.compile("-.*|[^/]*::.*", Pattern.DOTALL);

    private static final Map<String, Set<String>> HARMLESS =
            Map.ofEntries(
                    Map.entry(
                            "core",
                            Set.of(
                                    "repositoryformatversion",
                                    "filemode",
                                    "bare",
                                    "logallrefupdates",
                                    "ignorecase",
                                    "precomposeunicode",
                                    "symlinks",
                                    "autocrlf",
                                    "eol",
                                    "safecrlf",
                                    "quotepath",
                                    "longpaths",
                                    "sparsecheckout",
                                    "sparsecheckoutcone",
                                    "worktree")),
                    Map.entry(
                            "extensions",
                            Set.of("objectformat", "refstorage", "partialclone", "worktreeconfig")),
                    Map.entry("user", Set.of("name", "email")),
                    Map.entry("init", Set.of("defaultbranch")),
                    Map.entry(
                            "remote",
                            Set.of(
                                    "url",
                                    "pushurl",
                                    "fetch",
                                    "tagopt",
                                    "mirror",
                                    "prune",
                                    "promisor",
                                    "partialclonefilter")),
                    Map.entry("branch", Set.of("remote", "merge", "rebase", "pushremote")),
                    Map.entry("submodule", Set.of("active", "url", "branch", "shallow")),
                    Map.entry("pull", Set.of("rebase", "ff")),
                    Map.entry("push", Set.of("default", "autosetupremote", "followtags")),
                    Map.entry("fetch", Set.of("prune")),
                    Map.entry("merge", Set.of("ff", "conflictstyle")),
                    Map.entry("rebase", Set.of("autostash", "autosquash")),
                    Map.entry("commit", Set.of("gpgsign")),
                    Map.entry("gc", Set.of("auto")),
                    Map.entry("lfs", Set.of("repositoryformatversion")));

    private RepositoryParts() {}

    /// What is left of a configuration without the lines that may run something.
    ///
    /// @return nothing when all of it is harmless
    public static Optional<String> tamed(Path root, Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of("");
        }
        List<String> lines = text(file).lines().toList();
        List<String> kept = harmless(root, file, lines);
        boolean whole = kept.size() == lines.size() && Files.size(file) <= LARGEST_FILE;
        return whole ? Optional.empty() : Optional.of(String.join("\n", kept) + "\n");
    }

    private static List<String> harmless(Path root, Path file, List<String> lines) {
        List<String> kept = new ArrayList<>();
        String section = "";
        for (String line : lines) {
            Matcher header = SECTION.matcher(line.strip());
            if (header.matches()) {
                section = header.group(1).toLowerCase(Locale.ROOT);
                kept.add(line);
            } else if (isHarmless(root, file, section, line)) {
                kept.add(line);
            }
        }
        return kept;
    }

    private static boolean isHarmless(Path root, Path file, String section, String line) {
        if (line.isBlank() || line.strip().startsWith("#") || line.strip().startsWith(";")) {
            return true;
        }
        Matcher variable = VARIABLE.matcher(line);
        if (!variable.matches()) {
            return false;
        }
        String name = variable.group(1).toLowerCase(Locale.ROOT);
        String value = Optional.ofNullable(variable.group(2)).orElse("");
        return HARMLESS.getOrDefault(section, Set.of()).contains(name)
                && value.indexOf('\\') < 0
                && value.indexOf('"') < 0
                && !PROGRAM.matcher(value).matches()
                && (!name.equals("worktree") || leadsInto(root, file.resolveSibling(value)));
    }

    /// Whether a `.git` that is no directory is what git makes for a worktree or a submodule: it
    /// leads to the place in a repository of this workspace that is meant for them.
    public static boolean isOrdinaryLink(Path root, Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Matcher link = LINK.matcher(text(file));
        if (!link.matches()) {
            return false;
        }
        Path target = file.resolveSibling(link.group(1)).normalize();
        return leadsInto(root, target)
                && Pattern.matches(
                        "(?:.*/)?\\.git/(?:worktrees|modules)/.+",
                        root.relativize(target).toString());
    }

    /// Whether a `commondir` is what git makes for a worktree: it leads to the repository it is in.
    public static boolean isOrdinaryCommonDirectory(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && WORKTREE.matcher(file.toString()).matches()
                && text(file).strip().equals("../..");
    }

    /// Whether a path stays in the workspace, links included.
    private static boolean leadsInto(Path root, Path path) {
        try {
            return path.normalize().startsWith(root)
                    && (!Files.exists(path) || path.toRealPath().startsWith(root));
        } catch (IOException _) {
            return false;
        }
    }

    /// Nothing harmless is longer.
    private static String text(Path file) throws IOException {
        return Files.size(file) > LARGEST_FILE
                ? ""
                : Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
