package dev.deft.os;

import dev.deft.host.CallInfo;
import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import dev.deft.run.Approver;
import dev.deft.run.Hosts;
import dev.deft.run.Prepared;
import dev.deft.run.SessionMemory;
import dev.deft.run.Shortfall;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Makes hosts out of the real machine.
///
/// @param ids makes the names of sidecars
/// @param agent the name of the agent
/// @param user the name of the user of the operating system, where it is known
public record OsHosts(
        Sidecars sidecars,
        String sessionId,
        SessionMemory memory,
        SessionVariables sessionVariables,
        Approver person,
        FileDoor door,
        ShellDoor shells,
        Supplier<String> ids,
        String agent,
        Optional<String> user)
        implements Hosts {

    @Override
    public WorkspaceFiles scout() {
        return new LazyFiles(door::scout, new Lifeline());
    }

    @Override
    public Map<String, String> variables() {
        return sessionVariables.set();
    }

    @Override
    public CallHost open(Prepared<?> call, Progress progress) {
        var lifeline = new Lifeline();
        var shortfall = new AtomicReference<Optional<Shortfall>>(Optional.empty());
        var sidecar = sidecars.named(call.toolId() + "-" + ids.get() + StatePaths.SIDECAR);
        return new OsHost(
                new LazyFiles(() -> door.open(call), lifeline),
                shells.open(
                        new ShellDoor.Surface(
                                call.callId(),
                                progress,
                                new LivingSidecar(sidecar, lifeline),
                                new LateKeeper(() -> door.keeper(call)),
                                lifeline,
                                call.mode(),
                                it -> shortfall.set(Optional.of(it)))),
                Network.NONE,
                new OsSession(sessionId, call.callId(), sessionVariables, memory, person, lifeline),
                progress,
                call.limits(),
                new CallInfo(
                        call.callId(),
                        call.origin().messageId(),
                        agent,
                        user,
                        call.origin().extra()),
                sidecar,
                lifeline,
                shortfall::get);
    }

    /// Most commands never need theirs.
    private record LateKeeper(Supplier<ChangeKeeper> made) implements ChangeKeeper {

        @Override
        public void keep(List<FileChange> changes) throws IOException, InterruptedException {
            made.get().keep(changes);
        }

        @Override
        public void note(List<FileChange> changes) throws IOException, InterruptedException {
            made.get().note(changes);
        }
    }

    /// A sidecar that cannot be begun when its call is over.
    private record LivingSidecar(Sidecar sidecar, Lifeline lifeline) implements ShellDoor.Spill {

        @Override
        public OutputStream open() throws IOException {
            lifeline.check();
            return sidecar.begin();
        }
    }
}
