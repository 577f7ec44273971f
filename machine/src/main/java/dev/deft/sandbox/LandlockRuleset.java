package dev.deft.sandbox;

import dev.deft.kernel.Landlock;
import dev.deft.kernel.Privileges;
import dev.deft.policy.CommandFiles.Access;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Confines commands with Landlock and a seccomp filter, on machines without bubblewrap.
///
/// Landlock grants whole trees without exceptions. So a directory that contains a secret is granted
/// entry by entry, and entries created later are not readable. Outside the workspace, only what
/// programs need is granted. The workspace is granted as a whole, including protected paths.
public final class LandlockRuleset {

    /// The right to truncate files came with version 3; without it, files outside could be emptied.
    private static final int OLDEST_VERSION = 3;

    private static final long READ = Landlock.READ_FILE | Landlock.READ_DIR | Landlock.EXECUTE;
    private static final long DEVICE =
            Landlock.READ_FILE | Landlock.WRITE_FILE | Landlock.TRUNCATE | Landlock.DEVICE_CONTROL;

    private static final List<String> DEVICES =
            List.of("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts");

    /// Devices that cannot be used to reach other processes.
    private static final List<String> OWN_DEVICES =
            List.of("null", "zero", "full", "random", "urandom");

    private final Landlock rules;
    private final byte[] filter;

    private LandlockRuleset(Landlock rules, byte[] filter) {
        this.rules = rules;
        this.filter = filter;
    }

    /// Why this machine does not support it, if it does not.
    public static Optional<String> missing() {
        int version = Landlock.version();
        if (version == 0) {
            return Optional.of("the kernel has no Landlock");
        }
        return version < OLDEST_VERSION
                ? Optional.of(
                        "the Landlock of this kernel is too old; Linux 6.2 or later is needed")
                : Optional.empty();
    }

    /// Why this machine does not support look mode, if it does not.
    public static Optional<String> missingForLookMode() {
        return missing()
                .or(() ->
                        Landlock.blocksSignals()
                                ? Optional.empty()
                                : Optional.of(
                                        "the Landlock of this kernel cannot block signals; Linux 6.12 or later is needed"));
    }

    /// Creates the rules for look mode: only one directory is writable.
    ///
    /// @param view what is visible of the workspace
    /// @param writable the writable directory
    public static LandlockRuleset forLookMode(
            SandboxInputs inputs, WorkspaceView view, Path writable) throws IOException {
        Landlock rules = Landlock.create(false);
        grantReading(rules, inputs);
        grantDevices(rules, OWN_DEVICES);
        for (Path it : inputs.roots()) {
            new WorkspaceGrants(rules, view, Access.READ).grant(it);
        }
        rules.grant(writable, true, Landlock.EVERYTHING & ~Landlock.DEVICE_CONTROL);
        return new LandlockRuleset(rules, SeccompFilter.program(SeccompFilter.Look.SHARED));
    }

    /// Creates the rules for commands that may change files.
    ///
    /// @param view what is visible and writable in the workspace
    /// @param temporary the temporary directory of commands
    /// @param network whether the network is unrestricted
    public static LandlockRuleset forChanges(
            SandboxInputs inputs, WorkspaceView view, Path temporary, boolean network)
            throws IOException {
        Landlock rules = Landlock.create(network);
        grantReading(rules, inputs);
        grantDevices(rules, DEVICES);
        for (Path it : inputs.roots()) {
            new WorkspaceGrants(rules, view, Access.WRITE).grant(it);
        }
        rules.grant(temporary, true, Landlock.EVERYTHING & ~Landlock.DEVICE_CONTROL);
        for (Path shared : inputs.shared()) {
            rules.grant(shared, true, READ);
            rules.grant(shared.resolve(SandboxInputs.PIPES), true, Landlock.WRITE_FILE);
        }
        var reached = network ? SeccompFilter.Network.ANY : SeccompFilter.Network.NONE;
        return new LandlockRuleset(rules, SeccompFilter.program(reached, inputs.sockets().all()));
    }

    private static void grantReading(Landlock rules, SandboxInputs inputs) throws IOException {
        OutsidePaths outside = inputs.outside();
        for (Path it : outside.visible()) {
            read(rules, resolve(it), outside.secrets());
        }
        read(rules, Path.of("/proc"), List.of());
    }

    /// Landlock does not follow symlinks in grants.
    private static Path resolve(Path path) {
        try {
            return Files.isSymbolicLink(path) ? path.toRealPath() : path;
        } catch (IOException _) {
            return path;
        }
    }

    private static void grantDevices(Landlock rules, List<String> names) throws IOException {
        for (String name : names) {
            Path device = Path.of("/dev").resolve(name);
            if (Files.exists(device, LinkOption.NOFOLLOW_LINKS)) {
                rules.grant(device, Files.isDirectory(device), DEVICE);
            }
        }
    }

    private static void read(Landlock rules, Path path, List<Path> excluded) throws IOException {
        if (excluded.contains(path) || Files.isSymbolicLink(path)) {
            return;
        }
        boolean directory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        if (excluded.stream().noneMatch(it -> it.startsWith(path))) {
            grant(rules, path, directory);
            return;
        }
        rules.grant(path, directory, Landlock.READ_DIR);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                read(rules, entry, excluded);
            }
        } catch (java.nio.file.AccessDeniedException _) {
            // Commands have no more rights here than we have.
        }
    }

    private static void grant(Landlock rules, Path path, boolean directory) {
        try {
            rules.grant(path, directory, READ);
        } catch (IOException _) {
            // It disappeared or is unreadable, so commands cannot read it either.
        }
    }

    /// Restricts the calling thread and its children. The thread must not be reused for anything
    /// else.
    public void restrictThread() throws IOException {
        Privileges.dropCapabilities();
        Privileges.setNoNewPrivileges();
        rules.restrictThread();
        Privileges.installFilter(filter);
    }

    public void close() {
        rules.close();
    }
}
