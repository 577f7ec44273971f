package dev.deft.process;

import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.launch.Launcher;
import dev.deft.process.output.Capture;
import dev.deft.process.pool.Sandboxes;
import dev.deft.sandbox.SandboxBase;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What this machine offers for commands.
///
/// @param remark why it is not the best tier
/// @param overlays whether commands can run on an overlay
public record MachineCheck(Tier tier, Optional<String> remark, boolean overlays) {

    private static final Duration OVERLAY_TIMEOUT = Duration.ofSeconds(20);

    /// Opens a sandbox to check that it works, and closes it again.
    ///
    /// @param overlayDirectories candidate directories for overlays, best first
    public static MachineCheck of(SandboxBase base, List<Path> overlayDirectories)
            throws IOException, InterruptedException {
        var setup =
                new ShellSetup(Confinement.of(SandboxMode.AUTO), List.of(), CommandChoices.DEFAULT);
        try (var sandboxes = new Sandboxes(base, overlayDirectories)) {
            SandboxChoice sandbox =
                    SandboxChoice.of(new CommandContext(sandboxes, setup, List.of()));
            try {
                return new MachineCheck(
                        sandbox.launcher().tier(),
                        sandbox.remark(),
                        supportsOverlays(sandbox, base, overlayDirectories));
            } finally {
                sandbox.launcher().close();
            }
        }
    }

    /// A sandbox works without overlays too.
    private static boolean supportsOverlays(
            SandboxChoice sandbox, SandboxBase base, List<Path> overlayDirectories)
            throws InterruptedException {
        try {
            return runOnOverlay(sandbox, base, overlayDirectories);
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean runOnOverlay(
            SandboxChoice sandbox, SandboxBase base, List<Path> overlayDirectories)
            throws IOException, InterruptedException {
        var request =
                new LaunchRequest(
                        "true",
                        base.root(),
                        Map.of(),
                        LaunchRequest.Stdin.EMPTY,
                        LaunchRequest.Terminal.NONE);
        Optional<Launcher.OverlayRun> run =
                sandbox.launcher()
                        .launchOnOverlay(
                                request,
                                _ -> new Capture(0, OutputStream::nullOutputStream, _ -> {}),
                                overlayDirectories);
        if (run.isEmpty()) {
            return false;
        }
        boolean ended = run.get().job().await(OVERLAY_TIMEOUT).isPresent();
        run.get().overlay().close();
        return ended;
    }
}
