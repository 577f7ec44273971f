package dev.deft.process.launch;

import dev.deft.policy.CommandFiles.Access;
import dev.deft.sandbox.RepositoryParts;
import dev.deft.sandbox.WorkspaceScan;
import dev.deft.sandbox.WorkspaceScan.Found;
import dev.deft.sandbox.WorkspaceView;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
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

/// Moves protected files that a command created to `.deft/quarantine`, where the user can inspect
/// them.
///
/// A sandbox can mount existing files read-only, but a mount over a missing file would leave an
/// empty file behind. A new repository keeps everything that cannot make git run programs.
public final class Quarantine {

    /// If a scan of directories that are not watched takes longer than this, it runs after the
    /// result of a command, unless the text of the command looks suspicious.
    private static final Duration QUICK = Duration.ofMillis(20);

    private static final Pattern SUSPICIOUS =
            Pattern.compile(
                    "git|\\.(deft|aegis|vscode|idea|cursor|zed|claude|codex|gemini|opencode|windsurf|fleet|config)"
                            + "|rc\\b|husky|devcontainer|circleci|workflows|cargo|pre-commit|yarnrc|gdbinit|rules|(?i:agents|claude|gemini)\\.md|profile|login|logout|mcp|opencode|aliases|hooks|tar|zip|cp |mv |rsync|python|perl|node");

    /// If a scan takes longer than this although little has changed, it does not run before every
    /// command, unless rules hide files.
    private static final Duration SLOW = Duration.ofMillis(200);

    private static final int SLOW_SCAN_PAUSE = 10;

    private final WorkspaceScan workspace;
    private final Path root;
    private final Duration quick;
    private final DeferredScan deferred = new DeferredScan(this::scanAndMove);
    private Duration lastScanTime = Duration.ZERO;
    private long lastScan;

    public Quarantine(WorkspaceScan workspace) {
        this(workspace, QUICK);
    }

    public Quarantine(WorkspaceScan workspace, Duration quick) {
        this.workspace = workspace;
        this.root = workspace.root();
        this.quick = quick;
    }

    /// Scans the workspace.
    public synchronized Found scan() throws IOException {
        long from = System.nanoTime();
        Found found = workspace.scan();
        lastScan = System.nanoTime();
        lastScanTime = Duration.ofNanos(lastScan - from);
        return found;
    }

    /// Scans the workspace, or returns the previous result if a scan would take too long.
    public synchronized Found scan(Found known, String script) throws IOException {
        boolean tooSoon =
                lastScanTime.compareTo(SLOW) > 0
                        && System.nanoTime() - lastScan < lastScanTime.toNanos() * SLOW_SCAN_PAUSE;
        return tooSoon && !workspace.hasRules() && !mustScanNow(script) ? known : scan();
    }

    private synchronized boolean mustScanNow(String script) {
        return workspace.isWatched()
                || lastScanTime.compareTo(quick) <= 0
                || SUSPICIOUS.matcher(script).find();
    }

    /// Moves away protected files that are new since then.
    ///
    /// @return a message about this and earlier commands
    public Optional<String> sweep(Found before, String script) {
        List<String> messages = new ArrayList<>(deferred.takeMessages());
        if (mustScanNow(script)) {
            scanAndMove(before).ifPresent(messages::add);
        } else {
            deferred.request(before);
        }
        return messages.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", messages));
    }

    private Optional<String> scanAndMove(Found before) {
        try {
            List<Path> moved = new ArrayList<>();
            Found now = scan();
            for (Map.Entry<Path, Object> it : now.protectedPaths().entrySet()) {
                if (!it.getValue().equals(before.protectedPaths().get(it.getKey()))) {
                    moveAside(it.getKey(), now, moved);
                }
            }
            List<Path> created = newReadOnlyPaths(now, before);
            for (Path it : created) {
                move(it, moved);
            }
            return moved.isEmpty() ? Optional.empty() : Optional.of(message(moved));
        } catch (IOException e) {
            return Optional.of("could not check protected paths: " + e.getMessage());
        }
    }

    /// Files created where the rules allow no writing.
    private static List<Path> newReadOnlyPaths(Found now, Found before) {
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

    /// Waits for deferred scans; nothing is watched from now on.
    public void finish() {
        deferred.finish();
        workspace.close();
    }

    private void moveAside(Path path, Found now, List<Path> moved) throws IOException {
        if (path.startsWith(root.resolve(".deft"))
                || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (path.endsWith(".git")) {
            moveUnless(RepositoryParts.isOrdinaryLink(top(path), path), path, moved);
        } else if (path.endsWith("commondir")) {
            moveUnless(RepositoryParts.isOrdinaryCommonDirectory(path), path, moved);
        } else if (isIn(path, "config", now) || isIn(path, "config.worktree", now)) {
            sanitize(path, moved);
        } else if (isIn(path, "hooks", now) && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            for (Path hook : hooks(path)) {
                move(hook, moved);
            }
        } else {
            move(path, moved);
        }
    }

    /// Whether it is the part of a repository with this name.
    private boolean isIn(Path path, String name, Found now) {
        return path.endsWith(name)
                && (("/" + top(path).relativize(path)).contains("/.git/")
                        || now.repositories().contains(path.getParent()));
    }

    private void moveUnless(boolean ordinary, Path path, List<Path> moved) throws IOException {
        if (!ordinary) {
            move(path, moved);
        }
    }

    /// Removes dangerous settings from a git configuration.
    private void sanitize(Path file, List<Path> moved) throws IOException {
        Optional<String> sanitized = RepositoryParts.sanitized(top(file), file);
        if (sanitized.isPresent()) {
            move(file, moved);
            Files.writeString(file, sanitized.get(), StandardCharsets.ISO_8859_1);
        }
    }

    private static List<Path> hooks(Path path) throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            return all.filter(it -> !it.toString().endsWith(".sample")).toList();
        }
    }

    /// Moves one file or directory to the quarantine.
    void move(Path path, List<Path> moved) throws IOException {
        var state = new StatePaths(root);
        Path directory = state.createDirectory(state.path().resolve("quarantine"));
        moveTree(path, freeName(directory));
        moved.add(shown(path));
    }

    /// The directory of the workspace that a path is in: the root, or a further one.
    Path top(Path path) {
        return workspace.top(path);
    }

    /// How messages name a path: relative to the root, or absolute in a further directory.
    Path shown(Path path) {
        return path.startsWith(root) ? root.relativize(path) : path;
    }

    /// A further directory may be on another file system, where a directory cannot be renamed to
    /// the quarantine; then its entries are moved one by one.
    private static void moveTree(Path from, Path to) throws IOException {
        try {
            Files.move(from, to);
        } catch (DirectoryNotEmptyException _) {
            Files.createDirectory(to);
            try (Stream<Path> entries = Files.list(from)) {
                for (Path it : entries.toList()) {
                    moveTree(it, to.resolve(it.getFileName()));
                }
            }
            Files.delete(from);
        }
    }

    private static Path freeName(Path directory) {
        long now = System.currentTimeMillis();
        int number = 0;
        Path target = directory.resolve(now + "-" + number);
        while (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            number++;
            target = directory.resolve(now + "-" + number);
        }
        return target;
    }

    static String message(List<Path> moved) {
        return "quarantine: /quarantine: "
                + moved.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
