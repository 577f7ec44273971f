package dev.deft.engine;

import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.engine.prompt.GitFacts;
import dev.deft.engine.prompt.PermissionFacts;
import dev.deft.policy.Policy;
import dev.deft.sandbox.HostPrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// The part of the system prompt that describes the machine, the repository and the permissions. It
/// names the day but not the time, so that a provider can cache the prompt.
final class EnvironmentFacts {

    /// How long the start of a run waits for the list of changed files.
    private static final Duration INSPECTION_TIMEOUT = Duration.ofMillis(20);

    /// How long sessions that open one after the other share one look at the repository.
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final Path root;
    private final long begun = System.nanoTime();
    private final Optional<GitFacts> git;
    private final AtomicReference<Optional<String>> state = new AtomicReference<>(Optional.empty());
    private final Thread looking;

    /// Starts to inspect the repository in the background. It asks the disk for thousands of files
    /// without a pause, which would keep virtual threads waiting.
    EnvironmentFacts(Path root) {
        this.root = root;
        this.git = GitFacts.around(root);
        this.looking =
                Thread.ofPlatform()
                        .daemon()
                        .name("look at repository")
                        .start(() -> state.set(git.flatMap(GitFacts::state)));
    }

    /// Whether the facts are recent enough to be reused.
    boolean isFresh() {
        return System.nanoTime() - begun < FRESH.toNanos();
    }

    String text(
            Permissions permissions,
            Map<String, String> environment,
            boolean somebody,
            Instant now) {
        List<String> lines = new ArrayList<>();
        lines.add("Environment:");
        lines.add("- Workspace: " + root + " (paths in tool calls are relative to it)");
        List<String> further = permissions.directories().further();
        if (!further.isEmpty()) {
            lines.add(
                    "- Further directories: %s (name files there by absolute paths)"
                            .formatted(String.join(", ", further)));
        }
        lines.add("- Git: " + git.map(this::repository).orElse("not a repository"));
        lines.add("- System: " + System.getProperty("os.name").toLowerCase(Locale.ROOT));
        lines.add("- Date: " + now.atOffset(ZoneOffset.UTC).toLocalDate());
        lines.add("- " + fence(permissions.policy(), environment, !further.isEmpty()));
        lines.add("");
        lines.add("Permissions of this run:");
        new PermissionFacts(
                        permissions.toldRules(),
                        DefaultAgent.rules(),
                        permissions.policy().requires(),
                        somebody)
                .lines()
                .forEach(it -> lines.add("- " + it));
        return String.join("\n", lines);
    }

    private String repository(GitFacts facts) {
        String at = facts.top().equals(root) ? "" : ", whose top is " + facts.top();
        return facts.where() + looked().map(it -> "; " + it).orElse("") + at;
    }

    private Optional<String> looked() {
        try {
            if (!looking.join(INSPECTION_TIMEOUT)) {
                looking.interrupt();
                return Optional.empty();
            }
            return state.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /// Describes the sandbox of commands. Which sandbox is really used shows only with the first
    /// command; results of commands name it.
    private String fence(Policy policy, Map<String, String> environment, boolean further) {
        List<String> hosts = policy.requires().map(it -> it.hosts()).orElse(List.of());
        if (policy.sandbox() == Policy.SandboxMode.OFF) {
            return "Commands run without a sandbox: they reach whatever the user can reach.";
        }
        String network =
                hosts.isEmpty()
                        ? "no network"
                        : hosts.contains("**")
                                ? "the network"
                                : "no network but " + String.join(", ", hosts);
        boolean best = new HostPrograms(root, environment).find("bwrap").isPresent();
        return best
                ? "Commands run in a sandbox (bubblewrap): they write to the workspace "
                        + (further ? "and the further directories only, with " : "only, with ")
                        + network
                        + "."
                : "There is no bubblewrap here: commands are confined by Landlock where the kernel"
                        + " has it, and else not at all; they are given "
                        + network
                        + ".";
    }
}
