package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What commands see of the machine outside the workspace: what programs need to run.
///
/// That is the system, toolchains and their caches, and everything on the PATH. Everything else is
/// invisible: the rest of the home, other users' homes, other projects.
///
/// @param home the user's home directory, of which only parts are visible
/// @param visible readable files and directories outside the workspace, none below another
/// @param secrets hidden paths inside visible ones
public record OutsidePaths(Optional<Path> home, List<Path> visible, List<Path> secrets) {

    private static final Path TOP = Path.of("/");

    /// An installation prefix has one of these next to its `bin`.
    private static final List<String> PREFIX_DIRECTORIES =
            List.of("lib", "lib64", "libexec", "include", "jre", "release", "share", "versions");

    public OutsidePaths {
        visible = List.copyOf(visible);
        secrets = List.copyOf(secrets);
    }

    /// @param base with additional hidden paths, such as those of Deft itself
    static OutsidePaths of(SandboxBase base, Optional<Path> home) {
        Path root = base.root();
        var found = new TreeSet<>(OutsidePaths::outerFirst);
        for (String name : Toolchains.SYSTEM) {
            found.add(TOP.resolve(name));
        }
        Toolchains.DATA.forEach(it -> found.add(Path.of(it)));
        Set<Path> broad = broad(root, home);
        home.ifPresent(it -> Toolchains.HOME.forEach(name -> found.add(it.resolve(name))));
        found.addAll(named(base.environment(), broad));
        base.shown().stream().filter(it -> !broad.contains(it)).forEach(found::add);
        resolver().ifPresent(found::add);
        List<Path> secrets = secrets(root, home, base.hidden());
        List<Path> visible = new ArrayList<>();
        for (Path it : outermost(found, root)) {
            if (home.isPresent() && it.startsWith(home.get())) {
                around(it, secrets, visible);
            } else {
                visible.add(it);
            }
        }
        return new OutsidePaths(home.filter(it -> !it.startsWith(root)), visible, secrets);
    }

    /// Directories too large to show because of one program.
    private static Set<Path> broad(Path root, Optional<Path> home) {
        Set<Path> broad = new LinkedHashSet<>();
        for (Path it = root; it != null; it = it.getParent()) {
            broad.add(it);
        }
        for (Path it = home.orElse(TOP); it != null; it = it.getParent()) {
            broad.add(it);
        }
        return broad;
    }

    /// The directories named by variables and the PATH.
    private static List<Path> named(Map<String, String> environment, Set<Path> broad) {
        List<Path> named = new ArrayList<>();
        for (String name : Toolchains.VARIABLES) {
            String value = environment.getOrDefault(name, "");
            if (value.startsWith("/")) {
                named.add(Path.of(value).normalize());
            }
        }
        named.add(Path.of(System.getProperty("java.home")));
        for (String directory : environment.getOrDefault("PATH", "").split(":", -1)) {
            if (directory.startsWith("/")) {
                Path bin = Path.of(directory).normalize();
                named.add(prefix(bin, broad));
                named.addAll(linked(bin, broad));
            }
        }
        named.removeIf(broad::contains);
        return named;
    }

    /// The real locations of well-known programs in a directory.
    private static List<Path> linked(Path bin, Set<Path> broad) {
        List<Path> found = new ArrayList<>();
        for (String name : Toolchains.PROGRAMS) {
            Path program = bin.resolve(name);
            if (Files.isSymbolicLink(program)) {
                try {
                    Path real = program.toRealPath();
                    Path parent = real.resolveSibling(".").normalize();
                    Path prefix = prefix(parent, broad);
                    found.add(prefix.equals(parent) ? real : prefix);
                } catch (IOException _) {
                    // A dangling link.
                }
            }
        }
        return found;
    }

    /// The installation prefix of a `bin` directory, or the directory itself.
    private static Path prefix(Path bin, Set<Path> broad) {
        Path parent = bin.getParent();
        if (parent == null || broad.contains(parent)) {
            return bin;
        }
        boolean installed =
                PREFIX_DIRECTORIES.stream().anyMatch(it -> Files.exists(parent.resolve(it)));
        return installed ? parent : bin;
    }

    /// The target of `/etc/resolv.conf`, which is often in `/run`.
    private static Optional<Path> resolver() {
        try {
            return Optional.of(Path.of("/etc/resolv.conf").toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static int outerFirst(Path a, Path b) {
        int order = Integer.compare(a.getNameCount(), b.getNameCount());
        return order == 0 ? a.compareTo(b) : order;
    }

    private static List<Path> outermost(Iterable<Path> sorted, Path root) {
        List<Path> outer = new ArrayList<>();
        for (Path it : sorted) {
            if (!it.startsWith(root)
                    && outer.stream().noneMatch(it::startsWith)
                    && Files.exists(it, LinkOption.NOFOLLOW_LINKS)) {
                outer.add(it);
            }
        }
        return outer;
    }

    /// The existing secrets, except directories that contain the workspace.
    private static List<Path> secrets(Path root, Optional<Path> home, List<Path> hidden) {
        return candidates(home, hidden).stream()
                .filter(it -> !root.startsWith(it))
                .filter(it -> Files.exists(it, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    /// Everything that is hidden if it exists.
    static List<Path> candidates(Optional<Path> home, List<Path> hidden) {
        Set<Path> all = new LinkedHashSet<>();
        home.ifPresent(it -> Toolchains.SECRETS_AT_HOME.forEach(name -> all.add(it.resolve(name))));
        Toolchains.SECRETS_OF_THE_SYSTEM.forEach(it -> all.add(Path.of(it)));
        all.addAll(hidden);
        return List.copyOf(all);
    }

    /// Shows a directory in the home that contains a secret entry by entry, so that the secret does
    /// not exist at all: programs would report an empty settings file as broken.
    private static void around(Path path, List<Path> secrets, List<Path> visible) {
        if (secrets.contains(path)) {
            return;
        }
        if (secrets.stream().noneMatch(it -> it.startsWith(path))) {
            visible.add(path);
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                around(entry, secrets, visible);
            }
        } catch (IOException _) {
            // Commands cannot see what we cannot read.
        }
    }

    /// Whether a path outside is visible, apart from secrets.
    boolean shows(Path path) {
        return visible.stream().anyMatch(path::startsWith);
    }
}
