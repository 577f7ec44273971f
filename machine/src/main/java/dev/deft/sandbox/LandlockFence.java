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

/// A fence of Landlock and a filter of system calls, for machines without bubblewrap.
///
/// The kernel grants whole trees and takes nothing out of them again. So a directory that holds a
/// secret is granted entry by entry; what appears in it later cannot be read. Outside the workspace
/// only what programs need is granted. The workspace is granted as a whole, what is protected in it
/// too.
public final class LandlockFence {

    /// Without the right to truncate, which came with version 3, files outside could be emptied.
    private static final int OLDEST_VERSION = 3;

    private static final long READ = Landlock.READ_FILE | Landlock.READ_DIR | Landlock.EXECUTE;
    private static final long DEVICE =
            Landlock.READ_FILE | Landlock.WRITE_FILE | Landlock.TRUNCATE | Landlock.DEVICE_CONTROL;

    private static final List<String> DEVICES =
            List.of("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts");

    /// Those that lead to nobody.
    private static final List<String> OWN_DEVICES =
            List.of("null", "zero", "full", "random", "urandom");

    private final Landlock rules;
    private final byte[] filter;

    private LandlockFence(Landlock rules, byte[] filter) {
        this.rules = rules;
        this.filter = filter;
    }

    /// Why there is none on this machine, if there is none.
    public static Optional<String> missing() {
        int version = Landlock.version();
        if (version == 0) {
            return Optional.of("the kernel has no Landlock");
        }
        return version < OLDEST_VERSION
                ? Optional.of("the Landlock of this kernel is too old, it takes Linux 6.2")
                : Optional.empty();
    }

    /// Why commands cannot be kept from changing anything on this machine, if they cannot.
    public static Optional<String> missingToLook() {
        return missing()
                .or(() ->
                        Landlock.holdsSignals()
                                ? Optional.empty()
                                : Optional.of(
                                        "the Landlock of this kernel does not hold back signals, it takes Linux 6.12"));
    }

    /// Puts rules together under which nothing lasts that is done outside one directory.
    ///
    /// @param view what of the workspace they see
    /// @param own the directory, with all that is in it
    public static LandlockFence looking(SandboxInputs surroundings, WorkspaceView view, Path own)
            throws IOException {
        Landlock rules = Landlock.withNothing(false);
        reading(rules, surroundings);
        devices(rules, OWN_DEVICES);
        new WorkspaceGrants(rules, view, Access.READ).grant(surroundings.root());
        rules.grant(own, true, Landlock.EVERYTHING & ~Landlock.DEVICE_CONTROL);
        return new LandlockFence(rules, SeccompFilter.program(SeccompFilter.Look.BESIDE_OTHERS));
    }

    /// Puts the rules together.
    ///
    /// @param view what of the workspace they see
    /// @param temporary a directory of the commands' own
    /// @param network whether the network is open to them
    public static LandlockFence around(
            SandboxInputs surroundings, WorkspaceView view, Path temporary, boolean network)
            throws IOException {
        Landlock rules = Landlock.withNothing(network);
        reading(rules, surroundings);
        devices(rules, DEVICES);
        new WorkspaceGrants(rules, view, Access.WRITE).grant(surroundings.root());
        rules.grant(temporary, true, Landlock.EVERYTHING & ~Landlock.DEVICE_CONTROL);
        for (Path shared : surroundings.shared()) {
            rules.grant(shared, true, READ);
            rules.grant(shared.resolve(SandboxInputs.PIPES), true, Landlock.WRITE_FILE);
        }
        var reached = network ? SeccompFilter.Network.ANY : SeccompFilter.Network.NONE;
        return new LandlockFence(
                rules, SeccompFilter.program(reached, surroundings.sockets().all()));
    }

    private static void reading(Landlock rules, SandboxInputs surroundings) throws IOException {
        OutsidePaths outside = surroundings.outside();
        for (Path it : outside.visible()) {
            read(rules, followed(it), outside.secrets());
        }
        read(rules, Path.of("/proc"), List.of());
    }

    /// The kernel follows no link when it grants something.
    private static Path followed(Path path) {
        try {
            return Files.isSymbolicLink(path) ? path.toRealPath() : path;
        } catch (IOException _) {
            return path;
        }
    }

    private static void devices(Landlock rules, List<String> names) throws IOException {
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
            // Commands have no more rights here than we do.
        }
    }

    private static void grant(Landlock rules, Path path, boolean directory) {
        try {
            rules.grant(path, directory, READ);
        } catch (IOException _) {
            // It went away, or cannot be looked at: then commands cannot read it.
        }
    }

    /// Fences the calling thread in, with all it starts. It must not be one that is used again.
    public void enter() throws IOException {
        Privileges.drop();
        Privileges.noneNew();
        rules.enter();
        Privileges.filter(filter);
    }

    public void close() {
        rules.close();
    }
}
