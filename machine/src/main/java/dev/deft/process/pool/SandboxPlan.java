package dev.deft.process.pool;

import dev.deft.process.job.StandardInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Everything a sandbox is made of. Sandboxes with matching plans are indistinguishable from the
/// inside.
///
/// Mounts, resource limits, network and first process are on the command line; the seccomp filter
/// and the environment are the rest. A proxy serves one session, so plans with a proxy never match
/// across sessions.
final class SandboxPlan {

    private final List<String> commandLine;
    private final byte[] filter;
    private final Map<String, String> environment;
    private final SandboxResources.Plan resources;
    private final FileIdentities secrets;
    private final FileIdentities files;

    /// Creates a plan and records the identities of the files its paths refer to.
    ///
    /// @param commandLine the command line, with [SandboxPipes#FILTER] as the descriptor of the
    ///   filter
    /// @param secrets the hidden files
    SandboxPlan(
            List<String> commandLine,
            byte[] filter,
            Map<String, String> environment,
            SandboxResources.Plan resources,
            FileIdentities secrets) {
        this.commandLine = List.copyOf(commandLine);
        this.filter = filter.clone();
        this.environment = Map.copyOf(environment);
        this.resources = resources;
        this.secrets = secrets;
        List<Path> paths = new ArrayList<>();
        for (String word : commandLine.subList(0, Math.max(0, commandLine.indexOf("--")))) {
            if (word.startsWith("/")) {
                paths.add(Path.of(word));
            }
        }
        this.files = FileIdentities.of(paths);
    }

    /// Whether sandboxes of both plans are interchangeable.
    boolean matches(SandboxPlan other) {
        return this == other
                || (commandLine.equals(other.commandLine)
                        && Arrays.equals(filter, other.filter)
                        && environment.equals(other.environment)
                        && resources.matches(other.resources)
                        && secrets.matches(other.secrets)
                        && files.matches(other.files));
    }

    /// Whether a plan made now would be the same.
    boolean isCurrent() {
        return secrets.areUnchanged() && files.areUnchanged();
    }

    /// Whether a sandbox of this plan may serve any session with a matching plan.
    boolean isShareable() {
        return resources.proxySocket().isEmpty();
    }

    /// Creates a sandbox.
    ///
    /// @throws IOException if that fails, with the error output of the sandbox
    WarmSandbox open(StandardInput stdin) throws IOException, InterruptedException {
        return WarmSandbox.open(
                commandLine, filter, environment, new SandboxResources(resources), stdin);
    }
}
