package dev.deft.app.product;

import dev.deft.agent.config.UserDirectories;
import dev.deft.gateway.Reach;
import dev.deft.guard.Policy;
import dev.deft.os.StatePaths;
import dev.deft.process.OsShells;
import dev.deft.process.ShellSetup;
import dev.deft.sandbox.ControlGroup;
import dev.deft.sandbox.Ration;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks at the machine for `deft doctor`. Names of keys are told, their values never.
public final class Machine {

    private static final List<String> KEYS = List.of("ANTHROPIC_API_KEY", "OPENAI_API_KEY");

    private static final String INSTALL_SANDBOX =
            "install bubblewrap with the package manager, and let users have namespaces"
                    + " (sysctl kernel.unprivileged_userns_clone, user.max_user_namespaces)";

    private Machine() {}

    /// One thing that was looked at.
    ///
    /// @param advice what to do about it
    public record Finding(String what, boolean ok, String found, Optional<String> advice) {}

    public static List<Finding> examine(Path root, Map<String, String> environment) {
        return List.of(
                java(),
                startCache(),
                program(environment, "git", "git", "ignore rules and repository tools need it"),
                sandbox(root, environment),
                program(
                        environment,
                        "proxy",
                        "nsenter",
                        "install util-linux, so that commands reach the hosts a policy grants"),
                limits(environment),
                keys(environment),
                writable("workspace", root),
                writable("state", new StatePaths(root).path()),
                writable("user data", UserDirectories.from(environment).data()));
    }

    private static Finding java() {
        return new Finding(
                "java",
                true,
                Runtime.version() + " in " + System.getProperty("java.home"),
                Optional.empty());
    }

    private static Finding startCache() {
        Optional<String> cache =
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(it -> it.startsWith("-XX:AOTCache="))
                        .map(it -> it.substring("-XX:AOTCache=".length()))
                        .findFirst();
        return cache.map(it -> new Finding("start cache", true, it, Optional.empty()))
                .orElse(
                        new Finding(
                                "start cache",
                                false,
                                "not in use",
                                Optional.of("start Deft with ./deft, which makes one")));
    }

    private static Finding program(
            Map<String, String> environment, String what, String name, String advice) {
        for (String directory : environment.getOrDefault("PATH", "").split(":", -1)) {
            Path candidate = Path.of(directory.isEmpty() ? "." : directory).resolve(name);
            if (Files.isExecutable(candidate)) {
                return new Finding(what, true, candidate.toString(), Optional.empty());
            }
        }
        return new Finding(what, false, name + " is not on the PATH", Optional.of(advice));
    }

    /// The fence is put up, since a `bwrap` that is there need not work.
    private static Finding sandbox(Path root, Map<String, String> environment) {
        var setup =
                new ShellSetup(
                        root,
                        environment,
                        List.of(),
                        List.of(),
                        Policy.SandboxMode.AUTO,
                        Reach.nowhere(),
                        Policy.CommandChoices.DEFAULT,
                        List.of(),
                        Ration.USUAL);
        try {
            OsShells.Examined examined = OsShells.examine(setup);
            return switch (examined.tier()) {
                case BUBBLEWRAP ->
                        new Finding(
                                "sandbox",
                                true,
                                "bubblewrap: only the workspace can be written, and there is no network",
                                Optional.empty());
                case LANDLOCK ->
                        new Finding(
                                "sandbox",
                                true,
                                "landlock, the second best, since "
                                        + examined.remark().orElse("")
                                        + ": only the workspace can be written, what is protected in it is put back after a command, and there is no network",
                                Optional.of(INSTALL_SANDBOX));
                case NONE ->
                        new Finding(
                                "sandbox",
                                false,
                                examined.tier().wire() + ": " + examined.remark().orElse(""),
                                Optional.of(INSTALL_SANDBOX));
            };
        } catch (IOException e) {
            return new Finding(
                    "sandbox", false, String.valueOf(e.getMessage()), Optional.of(INSTALL_SANDBOX));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Finding("sandbox", false, "not looked at", Optional.empty());
        }
    }

    /// Without a group, a user's processes are limited one by one; root's number is not at all.
    private static Finding limits(Map<String, String> environment) {
        ControlGroup group = ControlGroup.make(Ration.USUAL);
        group.remove();
        boolean counted = group.bounded().contains("pids");
        boolean root =
                "root".equals(environment.getOrDefault("USER", System.getProperty("user.name")));
        return new Finding(
                "limits",
                counted || !root,
                counted
                        ? "cgroup: " + String.join(" and ", group.bounded()) + " of a sandbox"
                        : "no cgroup: only what single processes use",
                counted
                        ? Optional.empty()
                        : Optional.of(
                                "make a cgroup hierarchy writable, so that the processes of a sandbox are counted"));
    }

    private static Finding keys(Map<String, String> environment) {
        List<String> present =
                KEYS.stream().filter(it -> !environment.getOrDefault(it, "").isBlank()).toList();
        return present.isEmpty()
                ? new Finding(
                        "model keys",
                        false,
                        "none",
                        Optional.of("set " + String.join(" or ", KEYS) + " to use a model"))
                : new Finding("model keys", true, String.join(", ", present), Optional.empty());
    }

    private static Finding writable(String what, Path directory) {
        Path existing = directory;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return Files.isWritable(existing)
                ? new Finding(what, true, directory.toString(), Optional.empty())
                : new Finding(
                        what,
                        false,
                        directory + " cannot be written",
                        Optional.of("change its owner or mode"));
    }
}
