package dev.deft.process.pool;

import dev.deft.process.job.StandardInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Everything a sandbox is made of. Sandboxes of like plans cannot be told apart from the inside.
///
/// All mounts, the limits of a process, the network and the first process are words of the command
/// line; the filter of system calls and the environment are the rest of what the kernel is given. A
/// way out to single hosts is answered for one session, so two sessions never have like plans then.
final class SandboxPlan {

    private final List<String> line;
    private final byte[] filter;
    private final Map<String, String> environment;
    private final SandboxResources.Plan provisions;
    private final FileIdentities secrets;
    private final FileIdentities files;

    /// Writes a plan down, together with what its paths lead to now.
    ///
    /// @param line the command line, with [SandboxPipes#FILTER] as the descriptor of the filter
    /// @param secrets what is hidden where it exists
    SandboxPlan(
            List<String> line,
            byte[] filter,
            Map<String, String> environment,
            SandboxResources.Plan provisions,
            FileIdentities secrets) {
        this.line = List.copyOf(line);
        this.filter = filter.clone();
        this.environment = Map.copyOf(environment);
        this.provisions = provisions;
        this.secrets = secrets;
        List<Path> paths = new ArrayList<>();
        for (String word : line.subList(0, Math.max(0, line.indexOf("--")))) {
            if (word.startsWith("/")) {
                paths.add(Path.of(word));
            }
        }
        this.files = FileIdentities.of(paths);
    }

    /// Whether a sandbox of one plan is in everything as one of the other.
    boolean isLike(SandboxPlan other) {
        return this == other
                || (line.equals(other.line)
                        && Arrays.equals(filter, other.filter)
                        && environment.equals(other.environment)
                        && provisions.isLike(other.provisions)
                        && secrets.isLike(other.secrets)
                        && files.isLike(other.files));
    }

    /// Whether it would be the same if it was made now.
    boolean holds() {
        return secrets.holds() && files.holds();
    }

    /// Whether a sandbox of this plan may serve any session with a like plan.
    boolean isShareable() {
        return provisions.doorway().isEmpty();
    }

    /// Makes a sandbox.
    ///
    /// @throws IOException with what the sandbox said, when it cannot be made
    WarmSandbox open(StandardInput typed) throws IOException, InterruptedException {
        return WarmSandbox.open(line, filter, environment, new SandboxResources(provisions), typed);
    }
}
