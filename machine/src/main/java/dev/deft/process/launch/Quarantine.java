package dev.deft.process.launch;

import dev.deft.policy.CommandFiles.Access;
import dev.deft.sandbox.RepositoryParts;
import dev.deft.sandbox.WorkspaceScan;
import dev.deft.sandbox.WorkspaceScan.Found;
import dev.deft.sandbox.WorkspaceView;
import dev.deft.state.StatePaths;
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
public final class Quarantine {

    /// A tree that takes longer than this is looked through before the result of a command only
    /// where its words give reason to, and else behind it.
    private static final Duration QUICK = Duration.ofMillis(20);

    private static final Pattern REASON =
            Pattern.compile(
                    "git|\\.(deft|aegis|vscode|idea|cursor|zed|claude|codex|gemini|opencode|windsurf|fleet|config)"
                            + "|rc\\b|husky|devcontainer|circleci|workflows|cargo|pre-commit|yarnrc|gdbinit|rules|(?i:agents|claude|gemini)\\.md|profile|login|logout|mcp|opencode|aliases|hooks|tar|zip|cp |mv |rsync|python|perl|node");

    /// A tree that takes longer than this even when little of it changed is not looked through
    /// before every command, unless rules say what must not be seen in it.
    private static final Duration LONG = Duration.ofMillis(200);

    private static final int RARELY = 10;

    private final WorkspaceScan workspace;
    private final Path root;
    private final Duration quick;
    private final DeferredScan late = new DeferredScan(this::swept);
    private Duration lastLook = Duration.ZERO;
    private long looked;

    public Quarantine(WorkspaceScan workspace) {
        this(workspace, QUICK);
    }

    public Quarantine(WorkspaceScan workspace, Duration quick) {
        this.workspace = workspace;
        this.root = workspace.root();
        this.quick = quick;
    }

    /// What there is now.
    public synchronized Found look() throws IOException {
        long from = System.nanoTime();
        Found found = workspace.look();
        looked = System.nanoTime();
        lastLook = Duration.ofNanos(looked - from);
        return found;
    }

    /// What there is now; what was known before, where looking again would take too long.
    public synchronized Found look(Found known, String script) throws IOException {
        boolean tooSoon =
                lastLook.compareTo(LONG) > 0
                        && System.nanoTime() - looked < lastLook.toNanos() * RARELY;
        return tooSoon && !workspace.isNarrow() && !isWorthWaiting(script) ? known : look();
    }

    private synchronized boolean isWorthWaiting(String script) {
        return lastLook.compareTo(quick) <= 0 || REASON.matcher(script).find();
    }

    /// Moves aside what has appeared since.
    ///
    /// @return what to tell about it, and about earlier commands
    public Optional<String> sweep(Found before, String script) {
        List<String> told = new ArrayList<>(late.news());
        if (isWorthWaiting(script)) {
            swept(before).ifPresent(told::add);
        } else {
            late.ask(before);
        }
        return told.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", told));
    }

    private Optional<String> swept(Found before) {
        try {
            List<Path> moved = new ArrayList<>();
            Found now = look();
            for (Map.Entry<Path, Object> it : now.guarded().entrySet()) {
                if (!it.getValue().equals(before.guarded().get(it.getKey()))) {
                    moveAside(it.getKey(), now, moved);
                }
            }
            List<Path> kept = kept(now, before);
            for (Path it : kept) {
                move(it, moved);
            }
            return moved.isEmpty() ? Optional.empty() : Optional.of(told(moved));
        } catch (IOException e) {
            return Optional.of("protected paths could not be checked: " + e.getMessage());
        }
    }

    /// What was made where the rules let nothing be written.
    private static List<Path> kept(Found now, Found before) {
        if (!workspaceIsWritable(before)) {
            return List.of();
        }
        return now.view().places().stream()
                .filter(it -> it.access() == Access.READ)
                .filter(it -> before.view().at(it.path()) == Access.WRITE)
                .map(WorkspaceView.Place::path)
                .filter(it -> Files.exists(it, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    private static boolean workspaceIsWritable(Found before) {
        return before.view().whole() == Access.WRITE;
    }

    /// Waits until nothing is left to look at.
    public void finish() {
        late.finish();
    }

    private void moveAside(Path path, Found now, List<Path> moved) throws IOException {
        if (path.startsWith(root.resolve(".deft"))
                || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (path.endsWith(".git")) {
            moveUnless(RepositoryParts.isOrdinaryLink(root, path), path, moved);
        } else if (path.endsWith("commondir")) {
            moveUnless(RepositoryParts.isOrdinaryCommonDirectory(path), path, moved);
        } else if (isIn(path, "config", now) || isIn(path, "config.worktree", now)) {
            tame(path, moved);
        } else if (isIn(path, "hooks", now) && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            for (Path hook : hooks(path)) {
                move(hook, moved);
            }
        } else {
            move(path, moved);
        }
    }

    /// Whether it is a part of a repository that has this name.
    private boolean isIn(Path path, String name, Found now) {
        return path.endsWith(name)
                && (("/" + root.relativize(path)).contains("/.git/")
                        || now.repositories().contains(path.getParent()));
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
