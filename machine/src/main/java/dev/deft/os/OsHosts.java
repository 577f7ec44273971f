package dev.deft.os;

import dev.deft.host.CallInfo;
import dev.deft.host.Progress;
import dev.deft.host.Variables;
import dev.deft.host.WorkspaceFiles;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.state.SidecarFile;
import dev.deft.os.state.Sidecars;
import dev.deft.run.Approver;
import dev.deft.run.CallJournal;
import dev.deft.run.HostFactory;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.run.SessionMemory;
import dev.deft.state.StatePaths;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Creates hosts that are backed by the real machine.
///
/// @param ids generates the names of sidecars
/// @param agent the name of the agent
/// @param user the operating system's name of the user, if known
public record OsHosts(
        Sidecars sidecars,
        String sessionId,
        SessionMemory memory,
        SessionVariables sessionVariables,
        Approver person,
        WorkspaceOpener opener,
        ShellOpener shells,
        CallHandles.Opener handles,
        Supplier<String> ids,
        String agent,
        Optional<String> user)
        implements HostFactory {

    @Override
    public WorkspaceFiles pathResolver() {
        return new LazyFiles(opener::forResolving, CallLifetime.withoutEffects());
    }

    @Override
    public Map<String, String> variables() {
        return sessionVariables.set();
    }

    /// A call that only runs commands can be dry-run if its commands can. A call that only changes
    /// files can be previewed.
    @Override
    public boolean canDryRun(PreparedCall<?> call) {
        return canPreviewChanges(call) || canDryRunCommands(call);
    }

    /// Whether a call does nothing but change files.
    public static boolean canPreviewChanges(PreparedCall<?> call) {
        boolean changes =
                switch (call.tool().spec().kind()) {
                    case EDIT, MOVE, DELETE -> true;
                    case READ, SEARCH, EXECUTE, FETCH, THINK, SWITCH_MODE, OTHER -> false;
                };
        return changes && call.worksOnFilesOnly();
    }

    private boolean canDryRunCommands(PreparedCall<?> call) {
        for (Touch touch : call.touches()) {
            if (touch.capability() != Capability.SHELL_RUN) {
                return false;
            }
        }
        return shells.dryRuns();
    }

    @Override
    public void discardDryRun(PreparedCall<?> call) throws IOException {
        shells.dropDryRun(call.callId());
    }

    @Override
    public CallHost open(PreparedCall<?> call, Progress progress) {
        return call.mode() == Mode.DRY_RUN
                ? open(call, progress, CallLifetime.withoutEffects())
                : open(call, progress, new CallLifetime());
    }

    /// A tool that acts in other ways than through its host must not start before its intent is
    /// durable.
    @Override
    public CallHost open(PreparedCall<?> call, Progress progress, CallJournal.Intent intent)
            throws IOException {
        if (!call.worksOnFilesOnly()) {
            intent.await();
            return open(call, progress);
        }
        return open(call, progress, new CallLifetime(intent));
    }

    private CallHost open(PreparedCall<?> call, Progress progress, CallLifetime lifetime) {
        boolean dry = call.mode() == Mode.DRY_RUN;
        Variables variables =
                dry ? new FixedVariables(sessionVariables, lifetime) : sessionVariables;
        var commands = new CommandReport(shells, call.callId(), lifetime);
        var sidecar = sidecars.named(call.toolId() + "-" + ids.get() + StatePaths.SIDECAR);
        return new OsHost(
                new LazyFiles(() -> opener.open(call, lifetime), lifetime),
                shells.open(
                        new ShellOpener.Surface(
                                call.callId(),
                                progress,
                                new CallSidecar(sidecar, lifetime),
                                new LazyChangeRecorder(() -> opener.changeRecorder(call)),
                                lifetime,
                                call.mode(),
                                commands)),
                handles.open(call, progress, lifetime),
                new OsSession(sessionId, call.callId(), variables, memory, person, lifetime),
                progress,
                call.limits(),
                new CallInfo(
                        call.callId(),
                        call.origin().messageId(),
                        agent,
                        user,
                        call.origin().extra()),
                sidecar,
                lifetime,
                commands,
                opener);
    }

    /// Variables for a call that may not set any.
    private record FixedVariables(Variables all, CallLifetime lifetime) implements Variables {

        @Override
        public Optional<String> find(String name) throws IOException {
            return all.find(name);
        }

        @Override
        public Optional<String> set(String name, String value) throws IOException {
            lifetime.checkEffect();
            return all.set(name, value);
        }
    }

    /// Creates the recorder on first use: most commands need none.
    private record LazyChangeRecorder(Supplier<CommandChangeRecorder> made)
            implements CommandChangeRecorder {

        @Override
        public void keep(List<FileChange> changes) throws IOException, InterruptedException {
            made.get().keep(changes);
        }

        @Override
        public void note(List<FileChange> changes) throws IOException, InterruptedException {
            made.get().note(changes);
        }
    }

    /// A sidecar that cannot be opened after its call has ended.
    private record CallSidecar(SidecarFile sidecar, CallLifetime lifetime)
            implements ShellOpener.Spill {

        @Override
        public OutputStream open() throws IOException {
            lifetime.check();
            return sidecar.begin();
        }
    }
}
