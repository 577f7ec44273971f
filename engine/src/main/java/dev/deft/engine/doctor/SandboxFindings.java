package dev.deft.engine.doctor;

import dev.deft.agent.config.UserDirectories;
import dev.deft.engine.doctor.Doctor.Finding;
import dev.deft.engine.files.OverlayDirectories;
import dev.deft.policy.CommandHost;
import dev.deft.process.MachineCheck;
import dev.deft.sandbox.ControlGroup;
import dev.deft.sandbox.HostPrograms;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxBase;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks what the sandbox needs.
///
/// @param settings the directory of kernel settings
record SandboxFindings(Path root, Map<String, String> environment, Path settings) {

    private static final Path KERNEL_SETTINGS = Path.of("/proc/sys");

    /// Kernel settings that disable user namespaces, and what to do about them.
    private static final List<Barrier> BARRIERS =
            List.of(
                    new Barrier("user/max_user_namespaces", "0", "31000", true, ""),
                    new Barrier("kernel/unprivileged_userns_clone", "0", "1", false, ""),
                    new Barrier(
                            "kernel/apparmor_restrict_unprivileged_userns",
                            "1",
                            "0",
                            false,
                            "give bwrap an AppArmor profile that allows userns, or "));

    /// Programs that Deft starts outside the sandbox; `ssh` only for commands on a remote machine.
    private static final List<String> PROGRAMS =
            List.of("bwrap", "bash", "nsenter", "unshare", "mount", "script", "setpriv");

    SandboxFindings(Path root, Map<String, String> environment) {
        this(root, environment, KERNEL_SETTINGS);
    }

    /// A kernel setting that may disable user namespaces.
    ///
    /// @param closed the value that does
    /// @param forRoot whether it applies to root too
    /// @param instead an alternative to changing it, ending with "or"
    private record Barrier(
            String file, String closed, String open, boolean forRoot, String instead) {

        String name() {
            return file.replace('/', '.');
        }
    }

    /// Runs all checks.
    ///
    /// @param host the remote machine for some commands
    List<Finding> examine(Optional<CommandHost> host) {
        Optional<MachineCheck> check = Optional.empty();
        String problem = "not checked";
        try {
            check =
                    Optional.of(
                            MachineCheck.of(
                                    SandboxBase.of(root, environment),
                                    OverlayDirectories.of(
                                            UserDirectories.from(environment), environment)));
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        boolean bubblewrap = check.filter(it -> it.tier() == Tier.BUBBLEWRAP).isPresent();
        var programs = new HostPrograms(root, environment);
        List<Finding> findings = new ArrayList<>();
        findings.add(sandbox(check, problem));
        findings.add(helpers(programs));
        findings.add(namespaces(bubblewrap, Doctor.isRoot(environment)));
        findings.add(overlays(check.filter(MachineCheck::overlays).isPresent()));
        findings.add(
                Doctor.program(
                        programs,
                        "proxy",
                        "nsenter",
                        "install util-linux, so that commands can reach the hosts that a policy grants"));
        findings.add(limits());
        host.ifPresent(it -> findings.add(ssh(it, programs)));
        return findings;
    }

    /// The programs Deft starts outside the sandbox, and the directories of the PATH it ignores.
    private static Finding helpers(HostPrograms programs) {
        List<String> found = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String name : PROGRAMS) {
            programs.find(name)
                    .ifPresentOrElse(it -> found.add(it.toString()), () -> missing.add(name));
        }
        List<String> ignored = programs.untrusted();
        String text = String.join(", ", found);
        if (!missing.isEmpty()) {
            text += (text.isEmpty() ? "none of " : "; not found: ") + String.join(", ", missing);
        }
        return new Finding(
                "helpers",
                missing.isEmpty(),
                text,
                ignored.isEmpty()
                        ? missing.isEmpty()
                                ? Optional.empty()
                                : Optional.of("install bubblewrap and util-linux")
                        : Optional.of(
                                "ignored directories: "
                                        + String.join(", ", ignored)
                                        + "; they are relative, in the workspace, or writable by others"));
    }

    /// Starts a sandbox, since an installed `bwrap` may not work.
    private static Finding sandbox(Optional<MachineCheck> check, String problem) {
        Tier tier = check.map(MachineCheck::tier).orElse(Tier.NONE);
        String reason = check.flatMap(MachineCheck::remark).orElse(problem);
        return switch (tier) {
            case BUBBLEWRAP ->
                    new Finding(
                            "sandbox",
                            true,
                            "bubblewrap: commands can write only to the workspace and have no network",
                            Optional.empty());
            case LANDLOCK ->
                    new Finding(
                            "sandbox",
                            true,
                            "landlock, the second best, because "
                                    + reason
                                    + ": commands can write only to the workspace and have no network; protected files are restored after a command",
                            Optional.of(advice(reason)));
            case NONE ->
                    new Finding("sandbox", false, "none: " + reason, Optional.of(advice(reason)));
        };
    }

    private static String advice(String reason) {
        return reason.contains("not installed")
                ? "install bubblewrap with the package manager"
                : "let bubblewrap create namespaces; the namespaces line names a setting that prevents it";
    }

    /// A setting counts only if the sandbox does not work: an AppArmor profile may allow it.
    Finding namespaces(boolean inUse, boolean asRoot) {
        if (!inUse && !Files.exists(settings.resolve("user/max_user_namespaces"))) {
            return new Finding(
                    "namespaces",
                    false,
                    "this kernel has no user namespaces",
                    Optional.of("use one with CONFIG_USER_NS"));
        }
        for (Barrier it : BARRIERS) {
            if (!inUse && (it.forRoot() || !asRoot) && it.closed().equals(value(it.file()))) {
                return new Finding(
                        "namespaces",
                        false,
                        "%s is %s, so users cannot create them".formatted(it.name(), it.closed()),
                        Optional.of(
                                "%ssysctl -w %s=%s".formatted(it.instead(), it.name(), it.open())));
            }
        }
        return new Finding(
                "namespaces",
                true,
                inUse ? "bubblewrap creates them" : "no setting prevents them",
                Optional.empty());
    }

    private String value(String file) {
        try {
            return Files.readString(settings.resolve(file)).strip();
        } catch (IOException _) {
            return "";
        }
    }

    private static Finding overlays(boolean available) {
        return available
                ? new Finding(
                        "overlays",
                        true,
                        "changes of a command are collected in an overlay and can be undone",
                        Optional.empty())
                : new Finding(
                        "overlays",
                        false,
                        "none, so files are compared to undo the changes of a command",
                        Optional.of(
                                "install bubblewrap and util-linux (unshare, mount), and use Linux 5.11 or later with overlayfs"));
    }

    /// Without a control group, limits apply to single processes, and root may have any number.
    private Finding limits() {
        ControlGroup group = ControlGroup.create(ResourceLimits.USUAL);
        group.remove();
        boolean limited = group.limited().contains("pids");
        if (limited) {
            return new Finding(
                    "limits",
                    true,
                    "cgroup %s: %s of a sandbox"
                            .formatted(group.version(), String.join(" and ", group.limited())),
                    Optional.empty());
        }
        boolean version2 = Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"));
        return new Finding(
                "limits",
                !Doctor.isRoot(environment),
                version2
                        ? "cgroup v2, but Deft has no group of its own: only single processes are limited"
                        : "no cgroup: only single processes are limited",
                Optional.of(
                        version2
                                ? "start Deft in a delegated group: systemd-run --user --scope -p Delegate=yes deft"
                                : "mount cgroup v1 or v2 where Deft can write"));
    }

    private Finding ssh(CommandHost host, HostPrograms programs) {
        String purpose = "for %s on %s".formatted(String.join(", ", host.names()), host.host());
        Finding found =
                Doctor.program(programs, "ssh", "ssh", "install the OpenSSH client, " + purpose);
        if (!found.ok()) {
            return found;
        }
        Optional<Path> unreadable =
                List.of(host.identityFile(environment), host.knownHostsFile(environment)).stream()
                        .flatMap(Optional::stream)
                        .filter(it -> !Files.isReadable(it))
                        .findFirst();
        return unreadable
                .map(it ->
                        new Finding(
                                "ssh",
                                false,
                                it + " cannot be read",
                                Optional.of(
                                        "create a key with ssh-keygen, and store the host key with ssh-keyscan, "
                                                + purpose)))
                .orElse(new Finding("ssh", true, found.found() + ", " + purpose, Optional.empty()));
    }
}
