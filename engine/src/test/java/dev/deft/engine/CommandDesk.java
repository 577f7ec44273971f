package dev.deft.engine;

import dev.deft.engine.files.ShellChanges;
import dev.deft.host.Shell;
import dev.deft.json.Json;
import dev.deft.os.CallLifetime;
import dev.deft.os.SessionVariables;
import dev.deft.os.ShellOpener;
import dev.deft.os.WorkspaceTree;
import dev.deft.policy.Policy.Changes;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.Confinement;
import dev.deft.process.OsShells;
import dev.deft.process.ShellSetup;
import dev.deft.process.pool.Sandboxes;
import dev.deft.run.SessionMemory;
import dev.deft.sandbox.SandboxBase;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A session whose commands can be undone, in a workspace of its own.
final class CommandDesk implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    final Path root;
    final UndoStore store;
    final List<String> notices = new ArrayList<>();
    private final WorkspaceTree workspace;
    private final Sandboxes sandboxes;
    private final OsShells shells;

    /// @param directory is empty, and has room beside the workspace
    CommandDesk(Path directory, SandboxMode mode) throws IOException, InterruptedException {
        this.root = Files.createDirectory(directory.toRealPath().resolve("root"));
        this.workspace = WorkspaceTree.open(root.toString(), Map.of());
        this.store = new UndoStore(workspace, "s", UndoStore.MOST_BYTES, notices::add);
        this.sandboxes =
                new Sandboxes(
                        SandboxBase.of(root, System.getenv()),
                        List.of(directory.resolve("drafts")));
        this.shells =
                new OsShells(
                        sandboxes,
                        new ShellSetup(
                                Confinement.of(mode),
                                List.of(),
                                CommandChoices.DEFAULT.with(Changes.UNDOABLE)),
                        new SessionVariables(Map.of(), new Forgetful()),
                        Optional.empty());
    }

    /// Runs a script as one turn.
    Shell.Result run(int turn, String script) throws IOException, InterruptedException {
        var keeper = new ShellChanges(() -> workspace, _ -> store.recorder("call" + turn, turn));
        var surface =
                new ShellOpener.Surface(
                        "call" + turn,
                        _ -> {},
                        OutputStream::nullOutputStream,
                        keeper,
                        new CallLifetime());
        return shells.open(surface)
                .run(new Shell.Command(script, Optional.empty(), Map.of(), TIMEOUT, 10_000));
    }

    /// Everything in the workspace, told by programs that know nothing of us.
    String tree() throws IOException, InterruptedException {
        return tree(root);
    }

    static String tree(Path directory) throws IOException, InterruptedException {
        return bash(
                directory,
                "find . -mindepth 1 -path ./.deft -prune -o -printf '%P %y %m %l\\n' | sort;"
                        + " find . -path ./.deft -prune -o -type f -print0 | sort -z"
                        + " | xargs -0r sha1sum");
    }

    /// What a script prints that runs as it is.
    static String bash(Path directory, String script) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("bash", "-c", script)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String printed =
                new String(
                        process.getInputStream().readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    @Override
    public void close() throws IOException {
        shells.close();
        sandboxes.close();
        workspace.close();
    }

    private static final class Forgetful implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.empty();
        }

        @Override
        public void save(String name, Json.Obj value) {}
    }
}
