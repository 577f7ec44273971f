package dev.deft.engine.doctor;

import dev.deft.agent.config.UserDirectories;
import dev.deft.engine.OverlayDirectories;
import dev.deft.engine.doctor.Doctor.Finding;
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

/// Looks at what stands around commands here.
///
/// @param settings where the kernel shows its settings
record SandboxFindings(Path root, Map<String, String> environment, Path settings) {

    private static final Path OF_THE_KERNEL = Path.of("/proc/sys");

    /// What keeps users from namespaces, and what to do about it.
    private static final List<Barrier> BARRIERS =
            List.of(
                    new Barrier("user/max_user_namespaces", "0", "31000", true, ""),
                    new Barrier("kernel/unprivileged_userns_clone", "0", "1", false, ""),
                    new Barrier(
                            "kernel/apparmor_restrict_unprivileged_userns",
                            "1",
                            "0",
                            false,
                            "give bwrap a profile of AppArmor that allows userns, or "));

    /// What we start ourselves; `ssh` only for host commands.
    private static final List<String> STARTED =
            List.of("bwrap", "bash", "nsenter", "unshare", "mount", "script", "setpriv");

    SandboxFindings(Path root, Map<String, String> environment) {
        this(root, environment, OF_THE_KERNEL);
    }

    /// A setting of the kernel that may stand in the way.
    ///
    /// @param closed the value that does
    /// @param forRoot whether root is kept out as well
    /// @param instead what to do rather than change it, up to the word before the change
    private record Barrier(
            String file, String closed, String open, boolean forRoot, String instead) {

        String name() {
            return file.replace('/', '.');
        }
    }

    /// Everything, best known first.
    ///
    /// @param host where some commands are to run
    List<Finding> examine(Optional<CommandHost> host) {
        Optional<MachineCheck> examined = Optional.empty();
        String problem = "not looked at";
        try {
            examined =
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
        boolean best = examined.filter(it -> it.tier() == Tier.BUBBLEWRAP).isPresent();
        var helpers = new HostPrograms(root, environment);
        List<Finding> findings = new ArrayList<>();
        findings.add(sandbox(examined, problem));
        findings.add(helpers(helpers));
        findings.add(namespaces(best, Doctor.isRoot(environment)));
        findings.add(overlays(examined.filter(MachineCheck::overlays).isPresent()));
        findings.add(
                Doctor.program(
                        helpers,
                        "proxy",
                        "nsenter",
                        "install util-linux, so that commands reach the hosts a policy grants"));
        findings.add(limits());
        host.ifPresent(it -> findings.add(ssh(it, helpers)));
        return findings;
    }

    /// The programs Deft starts outside any sandbox, and why some directory of the PATH is not
    /// used.
    private static Finding helpers(HostPrograms helpers) {
        List<String> found = new ArrayList<>();
        List<String> lacking = new ArrayList<>();
        for (String name : STARTED) {
            helpers.find(name)
                    .ifPresentOrElse(it -> found.add(it.toString()), () -> lacking.add(name));
        }
        List<String> passedOver = helpers.untrusted();
        String told = String.join(", ", found);
        if (!lacking.isEmpty()) {
            told += (told.isEmpty() ? "none of " : "; not found: ") + String.join(", ", lacking);
        }
        return new Finding(
                "helpers",
                lacking.isEmpty(),
                told,
                passedOver.isEmpty()
                        ? lacking.isEmpty()
                                ? Optional.empty()
                                : Optional.of("install bubblewrap and util-linux")
                        : Optional.of(
                                "not looked for in "
                                        + String.join(", ", passedOver)
                                        + ": relative, in the workspace, or open to others"));
    }

    /// The fence is put up, since a `bwrap` that is there need not work.
    private static Finding sandbox(Optional<MachineCheck> examined, String problem) {
        Tier tier = examined.map(MachineCheck::tier).orElse(Tier.NONE);
        String reason = examined.flatMap(MachineCheck::remark).orElse(problem);
        return switch (tier) {
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
                                    + reason
                                    + ": only the workspace can be written, what is protected in it is put back after a command, and there is no network",
                            Optional.of(advice(reason)));
            case NONE ->
                    new Finding("sandbox", false, "none: " + reason, Optional.of(advice(reason)));
        };
    }

    private static String advice(String reason) {
        return reason.contains("not installed")
                ? "install bubblewrap with the package manager"
                : "let bubblewrap make namespaces; the next line says what stands in the way, if it is a setting";
    }

    /// A setting counts only where the sandbox does not work: a profile may make an exception.
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
                        "%s is %s, so users make none".formatted(it.name(), it.closed()),
                        Optional.of(
                                "%ssysctl -w %s=%s".formatted(it.instead(), it.name(), it.open())));
            }
        }
        return new Finding(
                "namespaces",
                true,
                inUse ? "bubblewrap makes them" : "no setting stands in the way",
                Optional.empty());
    }

    private String value(String file) {
        try {
            return Files.readString(settings.resolve(file)).strip();
        } catch (IOException _) {
            return "";
        }
    }

    private static Finding overlays(boolean there) {
        return there
                ? new Finding(
                        "overlays",
                        true,
                        "what a command changes can be collected aside, and undone",
                        Optional.empty())
                : new Finding(
                        "overlays",
                        false,
                        "none for commands, so files are compared to undo what one changed",
                        Optional.of(
                                "use bubblewrap, unshare and mount of util-linux, and Linux 5.11 with overlayfs"));
    }

    /// Without a group, a user's processes are limited one by one; root's number is not at all.
    private Finding limits() {
        ControlGroup group = ControlGroup.create(ResourceLimits.USUAL);
        group.remove();
        boolean counted = group.limited().contains("pids");
        if (counted) {
            return new Finding(
                    "limits",
                    true,
                    "cgroup %s: %s of a sandbox"
                            .formatted(group.version(), String.join(" and ", group.limited())),
                    Optional.empty());
        }
        boolean second = Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"));
        return new Finding(
                "limits",
                !Doctor.isRoot(environment),
                second
                        ? "cgroup v2, but no group of it is ours: only what single processes use is limited"
                        : "no cgroup: only what single processes use is limited",
                Optional.of(
                        second
                                ? "start Deft in a group that is handed down: systemd-run --user --scope -p Delegate=yes deft"
                                : "mount cgroups, version 1 or 2, where Deft may write"));
    }

    private Finding ssh(CommandHost host, HostPrograms helpers) {
        String wanted = "for %s on %s".formatted(String.join(", ", host.names()), host.host());
        Finding found =
                Doctor.program(helpers, "ssh", "ssh", "install the client of OpenSSH, " + wanted);
        if (!found.ok()) {
            return found;
        }
        Optional<Path> absent =
                List.of(host.identityFile(environment), host.knownHostsFile(environment)).stream()
                        .flatMap(Optional::stream)
                        .filter(it -> !Files.isReadable(it))
                        .findFirst();
        return absent.map(it ->
                        new Finding(
                                "ssh",
                                false,
                                it + " cannot be read",
                                Optional.of(
                                        "make a key with ssh-keygen, and keep that of the host with ssh-keyscan, "
                                                + wanted)))
                .orElse(new Finding("ssh", true, found.found() + ", " + wanted, Optional.empty()));
    }
}
