package dev.deft.os;

import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.host.Variables;
import dev.deft.host.WorkspaceFiles;
import dev.deft.run.Hosts;
import dev.deft.run.Person;
import dev.deft.run.Prepared;
import dev.deft.run.SessionMemory;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// Makes hosts out of the real machine.
///
/// @param files the files a call may reach, narrowed to that call
/// @param ids makes the names of sidecars
public record OsHosts(
        StateDirectory state,
        String sessionId,
        SessionMemory memory,
        Variables variables,
        Person person,
        WorkspaceFiles scout,
        BiFunction<Prepared<?>, Lifeline, WorkspaceFiles> files,
        Supplier<String> ids)
        implements Hosts {

    @Override
    public CallHost open(Prepared<?> call, Progress progress) {
        var lifeline = new Lifeline();
        var session = new OsSession(sessionId, call.callId(), variables, memory, person, lifeline);
        var sidecar = new Sidecar(state, sessionId, call.toolId() + "-" + ids.get() + ".txt");
        return new OsHost(
                files.apply(call, lifeline),
                Shell.NONE,
                Network.NONE,
                session,
                progress,
                call.limits(),
                sidecar,
                lifeline);
    }
}
