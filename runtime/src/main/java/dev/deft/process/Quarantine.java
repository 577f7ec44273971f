package dev.deft.process;

import dev.deft.os.StatePaths;
import dev.deft.sandbox.GuardedPaths;
import dev.deft.sandbox.RepositoryParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.stream.Stream;

/// Takes away protected files that a command made where there were none.
///
/// A sandbox can hold existing files fast, but a name that does not exist yet cannot be mounted
/// over without leaving an empty file behind. So what appears there is moved aside, where a person
/// can look at it. A new repository keeps of its parts what makes git run nothing.
final class Quarantine {

    /// A tree that takes longer than this is looked through before the result of a command only
    /// where its words give reason to, and else behind it.
    private static final Duration QUICK = Duration.ofMillis(20);

    private static final Pattern REASON =
            Pattern.compile(
                    "git|\\.(deft|aegis|vscode|idea|cursor|zed|claude|codex|gemini|opencode|windsurf|fleet|config)"
                            + "|rc\\b|profile|login|logout|mcp|opencode|aliases|hooks|tar|zip|cp |mv |rsync|python|perl|node");

    private final GuardedPaths guarded;
    private final Path root;
    private final Duration quick;
    private final LateLook late = new LateLook(this::swept);
    private Duration lastLook = Duration.ZERO;

    Quarantine(GuardedPaths guarded) {
        this(guarded, QUICK);
    }

    Quarantine(GuardedPaths guarded, Duration quick) {
        this.guarded = guarded;
        this.root = guarded.root();
        this.quick = quick;
    }

    /// What is protected now.
    synchronized Map<Path, Object> look() throws IOException {
        long from = System.nanoTime();
        Map<Path, Object> found = guarded.find();
        lastLook = Duration.ofNanos(System.nanoTime() - from);
        return found;
    }

    /// What is protected now; what was known before, where looking would take too long.
    synchronized Map<Path, Object> look(Map<Path, Object> known, String script) throws IOException {
        return isWorthWaiting(script) ? look() : known;
    }

    private synchronized boolean isWorthWaiting(String script) {
        return lastLook.compareTo(quick) <= 0 || REASON.matcher(script).find();
    }

    /// Moves aside what has appeared since.
    ///
    /// @return what to tell about it, and about earlier commands
    Optional<String> sweep(Map<Path, Object> before, String script) {
        List<String> told = new ArrayList<>(late.news());
        if (isWorthWaiting(script)) {
            swept(before).ifPresent(told::add);
        } else {
            late.ask(before);
        }
        return told.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", told));
    }

    private Optional<String> swept(Map<Path, Object> before) {
        try {
            List<Path> moved = new ArrayList<>();
            for (Map.Entry<Path, Object> it : look().entrySet()) {
                if (!it.getValue().equals(before.get(it.getKey()))) {
                    moveAside(it.getKey(), moved);
                }
            }
            return moved.isEmpty() ? Optional.empty() : Optional.of(told(moved));
        } catch (IOException e) {
            return Optional.of("protected paths could not be checked: " + e.getMessage());
        }
    }

    /// Waits until nothing is left to look at.
    void finish() {
        late.finish();
    }

    private void moveAside(Path path, List<Path> moved) throws IOException {
        if (path.startsWith(root.resolve(".deft"))) {
            return;
        }
        if (path.endsWith(".git")) {
            moveUnless(RepositoryParts.isOrdinaryLink(root, path), path, moved);
        } else if (path.endsWith("commondir")) {
            moveUnless(RepositoryParts.isOrdinaryCommonDirectory(path), path, moved);
        } else if (isIn(path, "config") || isIn(path, "config.worktree")) {
            tame(path, moved);
        } else if (isIn(path, "hooks") && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            for (Path hook : hooks(path)) {
                move(hook, moved);
            }
        } else {
            move(path, moved);
        }
    }

    /// Whether it is a part of a repository that has this name.
    private boolean isIn(Path path, String name) {
        return path.endsWith(name) && ("/" + root.relativize(path)).contains("/.git/");
    }

    private void moveUnless(boolean ordinary, Path path, List<Path> moved) throws IOException {
        if (!ordinary) {
            move(path, moved);
        }
    }

    /// Leaves what is harmless of a configuration.
    private void tame(Path file, List<Path> moved) throws IOException {
        Optional<String> tamed = RepositoryParts.tamed(root, file);
        if (tamed.isPresent()) {
            move(file, moved);
            Files.writeString(file, tamed.get(), StandardCharsets.ISO_8859_1);
        }
    }

    private static List<Path> hooks(Path path) throws IOException {
        try (Stream<Path> all = Files.list(path)) {
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
