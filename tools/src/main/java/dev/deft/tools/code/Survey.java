package dev.deft.tools.code;

import dev.deft.host.FileMeasure;
import dev.deft.host.FileQuery;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Looks at every file of a directory and sums up what it found.
final class Survey {

    /// Larger files are data or generated; their lines say nothing about a project.
    static final int LARGEST_COUNTED = 2 << 20;

    private static final int MOST_MEASURED = 200_000;
    private static final int MOST_LANGUAGES = 12;
    private static final int MOST_PATHS = 20;
    private static final int MOST_TOP_FILES = 40;
    private static final int PATH_BYTES = 700;
    private static final int TREE_BYTES = 3_200;
    private static final int LONGEST_SUBJECT = 120;

    /// Directories whose programs are not those of the project.
    private static final Set<String> ASIDE =
            Set.of(
                    "test",
                    "tests",
                    "testdata",
                    "__tests__",
                    "spec",
                    "fixtures",
                    "examples",
                    "example",
                    "samples",
                    "docs",
                    "vendor",
                    "third_party",
                    "node_modules",
                    "resources");

    /// Written by programs, and longer than what people wrote.
    private static final Set<String> GENERATED =
            Set.of(
                    "package-lock.json",
                    "npm-shrinkwrap.json",
                    "yarn.lock",
                    "pnpm-lock.yaml",
                    "composer.lock",
                    "Cargo.lock",
                    "poetry.lock",
                    "uv.lock",
                    "Gemfile.lock",
                    "go.sum");

    private final WorkspaceFiles files;
    private final WorkspacePath under;
    private final String prefix;

    Survey(WorkspaceFiles files, WorkspacePath under) {
        this.files = files;
        this.under = under;
        this.prefix = under.display().equals(".") ? "" : under.display() + "/";
    }

    RepoOverview look() throws IOException, InterruptedException {
        List<String> found = found();
        List<FileMeasure> measured =
                files.measure(
                        found.subList(0, Math.min(found.size(), MOST_MEASURED)), LARGEST_COUNTED);
        var tree = new DirectoryTree();
        found.forEach(it -> tree.add(below(it)));
        DirectoryTree.Shown shown = tree.show(TREE_BYTES);
        return new RepoOverview(
                under.display(),
                found.size(),
                tree.directories(),
                measured.stream().mapToLong(it -> it.lines().orElse(0)).sum(),
                measured.stream().mapToLong(FileMeasure::bytes).sum(),
                languages(measured),
                buildFiles(found),
                entryPoints(measured),
                license(found),
                git(),
                measured.stream()
                        .max(Comparator.comparing(FileMeasure::modified))
                        .map(it -> new RepoOverview.Change(it.file(), seconds(it.modified()))),
                fitting(found.stream().filter(it -> depth(it) == 0).toList(), MOST_TOP_FILES),
                shown.directories().stream()
                        .map(it -> new RepoOverview.Directory(it.path(), it.files()))
                        .toList(),
                shown.left());
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// Hidden files and directories are found only if the pattern has their dot.
    private List<String> found() throws IOException, InterruptedException {
        var all = new TreeSet<String>();
        for (String pattern : List.of("**", ".*", ".*/**")) {
            all.addAll(files.find(new FileQuery(under, pattern, FileQuery.Order.BY_PATH)).files());
        }
        all.removeIf(it -> below(it).startsWith(".git/"));
        return List.copyOf(all);
    }

    private String below(String file) {
        return file.substring(prefix.length());
    }

    private int depth(String file) {
        return (int) below(file).chars().filter(it -> it == '/').count();
    }

    private static List<RepoOverview.Language> languages(List<FileMeasure> measured)
            throws IOException {
        NameTable table = NameTable.read("languages.txt");
        Map<String, long[]> sums = new HashMap<>();
        long total = 0;
        for (FileMeasure file : measured) {
            Optional<String> language = language(table, file);
            if (language.isPresent() && file.lines().isPresent()) {
                long lines = file.lines().getAsLong();
                long[] sum = sums.computeIfAbsent(language.get(), _ -> new long[2]);
                sum[0]++;
                sum[1] += lines;
                total += lines;
            }
        }
        double all = Math.max(1, total);
        return sums.entrySet().stream()
                .map(it ->
                        new RepoOverview.Language(
                                it.getKey(),
                                (int) it.getValue()[0],
                                it.getValue()[1],
                                Math.round(1_000 * it.getValue()[1] / all) / 10.0))
                .sorted(
                        Comparator.comparingLong((RepoOverview.Language it) -> -it.lines())
                                .thenComparing(RepoOverview.Language::name))
                .limit(MOST_LANGUAGES)
                .toList();
    }

    private static Optional<String> language(NameTable table, FileMeasure file) {
        String name = name(file.file());
        if (GENERATED.contains(name) || name.contains(".min.")) {
            return Optional.empty();
        }
        Optional<String> known = table.byName(name);
        return known.isPresent() ? known : file.interpreter().flatMap(table::byInterpreter);
    }

    private static String name(String file) {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    private List<RepoOverview.BuildFile> buildFiles(List<String> found) throws IOException {
        NameTable table = NameTable.read("build-files.txt");
        List<String> named =
                found.stream().filter(it -> table.byName(it).isPresent() && !isAside(it)).toList();
        return fitting(byDepth(named), MOST_PATHS).stream()
                .map(it -> new RepoOverview.BuildFile(it, table.byName(it).orElse("")))
                .toList();
    }

    private List<String> entryPoints(List<FileMeasure> measured) throws IOException {
        NameTable table = NameTable.read("entry-points.txt");
        var named = new ArrayList<String>();
        for (FileMeasure file : measured) {
            if (!isAside(file.file()) && isEntryPoint(table, file)) {
                named.add(file.file());
            }
        }
        return fitting(byDepth(named), MOST_PATHS);
    }

    /// A page or a script counts near the top only, since there are many further down.
    private boolean isEntryPoint(NameTable table, FileMeasure file) {
        Optional<String> kind = table.byName(file.file());
        int depth = depth(file.file());
        if (kind.isPresent()) {
            return !kind.get().equals("page") || depth <= 1;
        }
        boolean plain = !name(file.file()).contains(".");
        boolean bin = depth == 1 && below(file.file()).startsWith("bin/");
        return plain && file.interpreter().isPresent() && (depth == 0 || bin);
    }

    private boolean isAside(String file) {
        for (String part : below(file).split("/", -1)) {
            if (ASIDE.contains(part)) {
                return true;
            }
        }
        return false;
    }

    private List<String> byDepth(List<String> paths) {
        return paths.stream()
                .sorted(Comparator.comparingInt(this::depth).thenComparing(it -> it))
                .toList();
    }

    /// The first paths, as many as there is room for.
    private static List<String> fitting(List<String> paths, int most) {
        var fitting = new ArrayList<String>();
        int left = PATH_BYTES;
        for (String path : paths) {
            left -= path.length() + 1;
            if (left < 0 || fitting.size() == most) {
                return fitting;
            }
            fitting.add(path);
        }
        return fitting;
    }

    private Optional<RepoOverview.License> license(List<String> found)
            throws IOException, InterruptedException {
        var finder = new LicenseFinder(files);
        for (String file : found) {
            if (depth(file) == 0 && LicenseFinder.isLicense(name(file))) {
                return Optional.of(new RepoOverview.License(file, finder.find(file)));
            }
        }
        return Optional.empty();
    }

    private Optional<RepoOverview.Git> git() throws IOException {
        return GitHead.read(files, under.display())
                .map(it -> new RepoOverview.Git(it.branch(), it.commit().map(Survey::commit)));
    }

    private static RepoOverview.Commit commit(GitHead.Commit commit) {
        String subject = commit.subject();
        return new RepoOverview.Commit(
                commit.id(),
                seconds(commit.at()),
                subject.length() <= LONGEST_SUBJECT
                        ? subject
                        : subject.substring(0, LONGEST_SUBJECT) + "…");
    }
}
