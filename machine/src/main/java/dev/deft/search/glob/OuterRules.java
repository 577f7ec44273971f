package dev.deft.search.glob;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The ignore rules from outside the root: the user's excludes and, if the root is inside a
/// repository, the ignore files between the top of that repository and the root.
///
/// @param prefix path of the root below the top of the repository, with its slash; the rules are
///   relative to the top
/// @param exclude the `info/exclude` of a root whose `.git` is a file, as in a worktree
/// @param contents every file that was read; equal contents mean equal rules
@SuppressWarnings("ArrayRecordComponent")
public record OuterRules(byte[] prefix, Ignore ignore, IgnoreRules exclude, List<String> contents) {

    private static final int LARGEST = 1 << 20;

    public static OuterRules load(Path root, Map<String, String> environment) {
        List<String> contents = new ArrayList<>();
        Optional<Path> top = top(root);
        Optional<Path> gitDirectory = top.flatMap(OuterRules::gitDirectory);
        IgnoreRules user = user(environment, gitDirectory, contents);
        IgnoreRules exclude =
                rules(gitDirectory.map(it -> it.resolve("info").resolve("exclude")), contents);
        Ignore ignore = Ignore.outermost(user);
        byte[] below = {};
        if (top.isPresent() && !top.get().equals(root)) {
            below = Glob.bytes(top.get().relativize(root) + "/");
            ignore = between(top.get(), root, ignore, exclude, contents);
        }
        boolean linked = top.isPresent() && top.get().equals(root) && isFile(root.resolve(".git"));
        return new OuterRules(below, ignore, linked ? exclude : IgnoreRules.EMPTY, contents);
    }

    public boolean sameAs(OuterRules other) {
        return contents.equals(other.contents) && Arrays.equals(prefix, other.prefix);
    }

    private static Optional<Path> top(Path root) {
        Path here = root;
        while (here != null) {
            if (Files.exists(here.resolve(".git"))) {
                return Optional.of(here);
            }
            here = here.getParent();
        }
        return Optional.empty();
    }

    private static Ignore between(
            Path top, Path root, Ignore outer, IgnoreRules exclude, List<String> contents) {
        Ignore ignore = outer;
        int base = 0;
        Path here = top;
        for (Path step : top.relativize(root)) {
            IgnoreRules plain = rules(Optional.of(here.resolve(".ignore")), contents);
            IgnoreRules git = rules(Optional.of(here.resolve(".gitignore")), contents);
            boolean isTop = here.equals(top);
            ignore = ignore.child(base, plain, git, isTop ? exclude : IgnoreRules.EMPTY, isTop);
            base += Glob.bytes(step + "/").length;
            here = here.resolve(step);
        }
        return ignore;
    }

    private static IgnoreRules user(
            Map<String, String> environment, Optional<Path> gitDirectory, List<String> contents) {
        Optional<Path> home = variable(environment, "HOME").map(Path::of);
        Optional<Path> config =
                variable(environment, "XDG_CONFIG_HOME")
                        .map(Path::of)
                        .or(() -> home.map(it -> it.resolve(".config")))
                        .map(it -> it.resolve("git"));
        List<Path> files = new ArrayList<>();
        gitDirectory.ifPresent(it -> files.add(it.resolve("config")));
        Optional<String> global = variable(environment, "GIT_CONFIG_GLOBAL");
        if (global.isPresent()) {
            files.add(Path.of(global.get()));
        } else {
            home.ifPresent(it -> files.add(it.resolve(".gitconfig")));
            config.ifPresent(it -> files.add(it.resolve("config")));
        }
        files.add(Path.of("/etc/gitconfig"));
        Optional<Path> named =
                files.stream()
                        .map(it -> excludesFile(read(it, contents)))
                        .flatMap(Optional::stream)
                        .findFirst()
                        .map(it -> expand(it, home));
        return rules(named.or(() -> config.map(it -> it.resolve("ignore"))), contents);
    }

    private static Path expand(String file, Optional<Path> home) {
        boolean below = file.startsWith("~/") && home.isPresent();
        return below ? home.get().resolve(file.substring(2)) : Path.of(file);
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(it -> !it.isEmpty());
    }

    /// The value of `core.excludesFile`; the last one wins.
    static Optional<String> excludesFile(String config) {
        String section = "";
        Optional<String> found = Optional.empty();
        for (String line : config.split("\n", -1)) {
            String text = line.strip();
            if (text.startsWith("[")) {
                int end = text.indexOf(']');
                section = end < 0 ? "" : text.substring(1, end).strip();
                text = end < 0 ? "" : text.substring(end + 1).strip();
            }
            int equals = text.indexOf('=');
            if (section.equalsIgnoreCase("core")
                    && equals > 0
                    && text.substring(0, equals).strip().equalsIgnoreCase("excludesfile")) {
                found = Optional.of(unquoted(text.substring(equals + 1).strip()));
            }
        }
        return found.filter(it -> !it.isEmpty());
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /// The git directory that all worktrees of the repository share.
    private static Optional<Path> gitDirectory(Path top) {
        Path git = top.resolve(".git");
        if (!isFile(git)) {
            return Optional.of(git);
        }
        String pointer = read(git, new ArrayList<>()).strip();
        if (!pointer.startsWith("gitdir:")) {
            return Optional.empty();
        }
        Path own = top.resolve(pointer.substring("gitdir:".length()).strip()).normalize();
        String common = read(own.resolve("commondir"), new ArrayList<>()).strip();
        return Optional.of(common.isEmpty() ? own : own.resolve(common).normalize());
    }

    private static boolean isFile(Path path) {
        return Files.isRegularFile(path);
    }

    private static IgnoreRules rules(Optional<Path> file, List<String> contents) {
        String text = file.map(it -> read(it, contents)).orElse("");
        return text.isEmpty() ? IgnoreRules.EMPTY : IgnoreRules.parse(Glob.bytes(text));
    }

    private static String read(Path file, List<String> contents) {
        String text = "";
        try {
            if (isFile(file) && Files.size(file) <= LARGEST) {
                text = new String(Files.readAllBytes(file), UTF_8);
            }
        } catch (IOException _) {
            text = "";
        }
        contents.add(text);
        return text;
    }
}
