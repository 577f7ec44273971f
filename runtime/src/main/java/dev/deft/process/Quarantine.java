package dev.deft.process;

import dev.deft.os.StatePaths;
import dev.deft.sandbox.GuardedPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Takes away protected files that a command made where there were none.
///
/// A sandbox can hold existing files fast, but a name that does not exist yet cannot be mounted
/// over without leaving an empty file behind. So what appears there is moved aside, where a person
/// can look at it. A new repository keeps its configuration, but no hooks that would run.
final class Quarantine {

    /// A tree that takes longer than this is looked through only for commands that give reason to.
    private static final Duration QUICK = Duration.ofMillis(20);

    private static final Pattern REASON =
            Pattern.compile(
                    "git|\\.(deft|aegis|vscode|idea|cursor|zed|claude|codex|gemini|opencode|windsurf|fleet|config)"
                            + "|rc\\b|profile|login|logout|mcp|opencode|aliases|hooks|tar|zip|cp |mv |rsync|python|perl|node");

    private final Path root;
    private Duration lastLook = Duration.ZERO;

    Quarantine(Path root) {
        this.root = root;
    }

    /// What is protected now; what was known before, where looking would take too long.
    synchronized Map<Path, Object> look(Map<Path, Object> known, String script) throws IOException {
        if (lastLook.compareTo(QUICK) > 0 && !REASON.matcher(script).find()) {
            return known;
        }
        long from = System.nanoTime();
        Map<Path, Object> found = GuardedPaths.in(root);
        lastLook = Duration.ofNanos(System.nanoTime() - from);
        return found;
    }

    /// Moves aside what has appeared since.
    ///
    /// @return what to tell about it
    Optional<String> sweep(Map<Path, Object> before, String script) {
        try {
            List<Path> moved = new ArrayList<>();
            for (Map.Entry<Path, Object> it : look(before, script).entrySet()) {
                if (!it.getValue().equals(before.get(it.getKey()))) {
                    moveAside(it.getKey(), before, moved);
                }
            }
            return moved.isEmpty() ? Optional.empty() : Optional.of(told(moved));
        } catch (IOException e) {
            return Optional.of("protected paths could not be checked: " + e.getMessage());
        }
    }

    private void moveAside(Path path, Map<Path, Object> before, List<Path> moved)
            throws IOException {
        if (path.startsWith(root.resolve(".deft"))) {
            return;
        }
        if (belongsToANewRepository(path, before)) {
            for (Path hook : hooks(path)) {
                move(hook, moved);
            }
            return;
        }
        move(path, moved);
    }

    private static boolean belongsToANewRepository(Path path, Map<Path, Object> before) {
        Path parent = path;
        while (parent != null && !parent.endsWith(".git")) {
            parent = parent.getParent();
        }
        Path git = parent;
        return git != null && before.keySet().stream().noneMatch(it -> it.startsWith(git));
    }

    private static List<Path> hooks(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (var all = Files.list(path)) {
            return all.filter(it -> !it.toString().endsWith(".sample")).toList();
        }
    }

    /// Moves one thing aside.
    void move(Path path, List<Path> moved) throws IOException {
        var state = new StatePaths(root);
        Path place = state.ensure(state.path().resolve("quarantine"));
        Files.move(path, free(place));
        moved.add(root.relativize(path));
    }

    private static Path free(Path place) {
        long now = System.currentTimeMillis();
        int number = 0;
        Path target = place.resolve(now + "-" + number);
        while (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            number++;
            target = place.resolve(now + "-" + number);
        }
        return target;
    }

    static String told(List<Path> moved) {
        return "protected, so what it made there was moved to .deft/quarantine: "
                + moved.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
