package dev.deft.engine.repository;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.host.WorkspacePath;
import dev.deft.json.Json;
import dev.deft.net.PinnedAddress;
import dev.deft.os.CallLifetime;
import dev.deft.os.SessionVariables;
import dev.deft.os.ShellOpener;
import dev.deft.os.StagedDirectories;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.RuleBook;
import dev.deft.process.Confinement;
import dev.deft.process.OsShells;
import dev.deft.process.ShellSetup;
import dev.deft.process.pool.Sandboxes;
import dev.deft.proxy.ConnectionListener;
import dev.deft.proxy.NetworkReach;
import dev.deft.run.PreparedCall;
import dev.deft.run.SessionMemory;
import dev.deft.sandbox.Tier;
import dev.deft.tools.code.GitClones;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Opens what `repo_clone` needs, for each of its calls.
///
/// @param confinement of the session's commands
/// @param granted the hosts that the policy grants to commands
/// @param ids generates names of temporary directories
public record RepositoryClones(
        Tree tree,
        Sandboxes sandboxes,
        Confinement confinement,
        List<String> granted,
        RuleBook rules,
        ConnectionListener connections,
        Supplier<String> ids) {

    /// Opens the files of the workspace.
    @FunctionalInterface
    public interface Tree {

        WorkspaceTree open() throws IOException;
    }

    public GitClones open(PreparedCall<?> call, Progress progress, CallLifetime lifetime) {
        NetworkReach reach = CallReach.of(call.touches(), granted, rules, connections);
        return new Clones(this, call.callId(), reach, progress, lifetime);
    }

    /// Without the variables that the session set, and without those that the policy adds.
    private OsShells shells(NetworkReach reach) {
        return new OsShells(
                sandboxes,
                new ShellSetup(confinement.with(reach), List.of(), CommandChoices.DEFAULT),
                new SessionVariables(Map.of(), new NoMemory()),
                Optional.empty());
    }

    /// The handle of one call.
    private record Clones(
            RepositoryClones parts,
            String callId,
            NetworkReach reach,
            Progress progress,
            CallLifetime lifetime)
            implements GitClones {

        @Override
        public Staged stage(WorkspacePath target) throws IOException, InterruptedException {
            lifetime.checkEffect();
            WorkspaceTree tree = parts.tree().open();
            tree.repair();
            return new StagedClone(tree.staged(parts.ids()).stage(target), lifetime);
        }

        /// The address is checked here to tell the caller early; the proxy of the sandbox checks it
        /// again. Behind Landlock there is no network at all, and without a sandbox no proxy; then
        /// git gets the one address that was checked.
        @Override
        public Route route(String host, int port) throws IOException, InterruptedException {
            lifetime.checkEffect();
            String address = PinnedAddress.of(reach.hosts(), reach.rules(), host, port);
            return switch (tier()) {
                case BUBBLEWRAP -> new Route(true, Optional.empty());
                case NONE -> new Route(false, Optional.of(address));
                case LANDLOCK ->
                        throw new HostException(
                                ErrorCode.UNAVAILABLE,
                                "A clone over the network needs bubblewrap: the sandbox of this"
                                        + " machine cannot open the network for one host. Install"
                                        + " bubblewrap; deft doctor shows what is missing.");
            };
        }

        private Tier tier() throws IOException, InterruptedException {
            try (OsShells shells = parts.shells(reach)) {
                return shells.tier();
            }
        }

        @Override
        public Shell shell() throws IOException {
            lifetime.checkEffect();
            return command -> {
                try (OsShells shells = parts.shells(reach)) {
                    return shells.open(surface()).run(command);
                }
            };
        }

        private ShellOpener.Surface surface() {
            return new ShellOpener.Surface(
                    callId,
                    progress,
                    OutputStream::nullOutputStream,
                    new NothingRecorded(),
                    lifetime);
        }
    }

    /// A staged clone, which is not published after its call has ended.
    private record StagedClone(StagedDirectories.Staged staged, CallLifetime lifetime)
            implements GitClones.Staged {

        @Override
        public String path() {
            return staged.path();
        }

        @Override
        public void publish() throws IOException {
            lifetime.checkEffect();
            staged.publish();
        }

        @Override
        public void close() throws IOException {
            staged.close();
        }
    }

    /// A directory that appears at once needs no record of its files.
    private static final class NothingRecorded implements CommandChangeRecorder {

        @Override
        public void keep(List<FileChange> changes) {}

        @Override
        public void note(List<FileChange> changes) {}
    }

    /// Remembers nothing.
    private static final class NoMemory implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.empty();
        }

        @Override
        public void save(String name, Json.Obj value) {}
    }
}
