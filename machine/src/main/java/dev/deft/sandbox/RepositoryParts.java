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

/// Decides which parts of a git repository are harmless, so that commands may create them.
///
/// The configuration of a repository decides what programs the next `git status` runs. So a new
/// configuration keeps only settings that are known to be harmless.
public final class RepositoryParts {

    private static final int LARGEST_FILE = 64 * 1024;

    private static final Pattern SECTION =
            Pattern.compile("\\[([A-Za-z0-9-]+)(?: \"([^\"\\\\]*)\")?]");
    private static final Pattern VARIABLE =
            Pattern.compile("\\s*([A-Za-z][A-Za-z0-9-]*)\\s*(?:=\\s*(.*?))?\\s*");

    private static final Pattern LINK = Pattern.compile("gitdir: (\\S.*)\\R?");

    private static final Pattern WORKTREE = Pattern.compile(".*/\\.git/worktrees/[^/]+/commondir");

    /// Not an address but a program, or an option.
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

    /// Removes the lines of a configuration that may run programs.
    ///
    /// @return empty if all of it is harmless
    public static Optional<String> sanitized(Path root, Path file) throws IOException {
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

    /// Whether a `.git` file is what git creates for a worktree or submodule: it points to the
    /// place for them in a repository of this workspace.
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

    /// Whether a `commondir` is what git creates for a worktree: it points to its own repository.
    public static boolean isOrdinaryCommonDirectory(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && WORKTREE.matcher(file.toString()).matches()
                && text(file).strip().equals("../..");
    }

    /// Whether a path stays in the workspace after resolving symlinks.
    private static boolean leadsInto(Path root, Path path) {
        try {
            return path.normalize().startsWith(root)
                    && (!Files.exists(path) || path.toRealPath().startsWith(root));
        } catch (IOException _) {
            return false;
        }
    }

    /// Treats larger files as not harmless.
    private static String text(Path file) throws IOException {
        return Files.size(file) > LARGEST_FILE
                ? ""
                : Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
