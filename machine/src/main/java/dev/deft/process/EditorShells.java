package dev.deft.process;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.HostException;
import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.json.Json;
import dev.deft.os.ShellOpener;
import dev.deft.run.Mode;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Runs the commands of a session without a sandbox in terminals of the editor. Commands in the
/// background are no concern of the editor.
///
/// @param shells of the session
public record EditorShells(OsShells shells, EditorTerminals terminals) implements ShellOpener {

    /// The field in the progress of a call that names its terminal.
    public static final String TERMINAL = "editor_terminal";

    /// Escape sequences, and control characters other than ends of lines and tabs.
    private static final Pattern CONTROL =
            Pattern.compile(
                    "\\x1b\\[[0-?]*[ -/]*[@-~]"
                            + "|\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)"
                            + "|\\x1b."
                            + "|[\\x00-\\x08\\x0b-\\x1f\\x7f]");

    @Override
    public Shell open(Surface surface) {
        Shell own = shells.open(surface);
        return surface.mode() == Mode.FULL ? new EditorShell(own, surface) : own;
    }

    @Override
    public boolean dryRuns() {
        return shells.dryRuns();
    }

    @Override
    public Optional<String> preview(String callId) throws IOException {
        return shells.preview(callId);
    }

    @Override
    public void dropDryRun(String callId) throws IOException {
        shells.dropDryRun(callId);
    }

    private final class EditorShell implements Shell {

        private final Shell own;
        private final Surface surface;

        EditorShell(Shell own, Surface surface) {
            this.own = own;
            this.surface = surface;
        }

        @Override
        public Result run(Command command) throws IOException, InterruptedException {
            surface.lifetime().checkEffect();
            long start = System.nanoTime();
            EditorTerminals.Finished ended =
                    terminals.run(
                            new EditorTerminals.Order(
                                    line(command),
                                    directory(command),
                                    command.timeout(),
                                    command.outputBytes()),
                            this::opened);
            String output = CONTROL.matcher(ended.output()).replaceAll("");
            return new Result(
                    ended.timedOut() ? Cause.TIMEOUT : Cause.EXITED,
                    ended.exitCode(),
                    ended.signal(),
                    new Output(output, output, "", ended.truncated()),
                    Duration.ofNanos(System.nanoTime() - start),
                    Duration.ZERO,
                    Tier.NONE.wire(),
                    Optional.of("it ran in a terminal of the editor, without a sandbox"),
                    Optional.empty());
        }

        private void opened(String terminal) {
            surface.progress().update(Progress.Update.of(Json.Obj.EMPTY.with(TERMINAL, terminal)));
        }

        /// The environment is that of all commands, not that of the editor, which may hold keys.
        private List<String> line(Command command) throws IOException {
            List<String> words = new ArrayList<>(List.of("/usr/bin/env", "-i"));
            shells.variables(command.variables())
                    .forEach((name, value) -> words.add(name + "=" + value));
            words.addAll(List.of("bash", "-c", command.script()));
            return words;
        }

        private Path directory(Command command) throws HostException {
            return OsShell.directory(shells, command);
        }

        @Override
        public BackgroundProcess start(Command command) throws IOException, InterruptedException {
            return own.start(command);
        }

        @Override
        public List<BackgroundProcess> background() throws IOException {
            return own.background();
        }
    }
}
