package dev.deft.engine.session;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.instance.Instances;
import dev.deft.instance.supervisor.CallInstances;
import dev.deft.instance.supervisor.Supervisor;
import dev.deft.process.OsShells;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/// The instances of a session, opened with the first call that uses them.
public final class SessionInstances implements AutoCloseable {

    private final OsShells shells;
    private final StatePaths state;
    private final SessionLog log;
    private final String agent;
    private final InstantSource clock;
    private final Random random;
    private Optional<Supervisor> supervisor = Optional.empty();
    private boolean closed;
    private final boolean runsAgent;
    private final OptionalInt restarts;
    private volatile boolean restarting;

    public SessionInstances(
            OsShells shells,
            StatePaths state,
            SessionLog log,
            String agent,
            InstantSource clock,
            Random random,
            boolean runsAgent,
            OptionalInt restarts) {
        this.runsAgent = runsAgent;
        this.restarts = restarts;
        this.shells = shells;
        this.state = state;
        this.log = log;
        this.agent = agent;
        this.clock = clock;
        this.random = random;
    }

    public Instances open(SessionHandles.OpenCall call) throws IOException {
        return new CallInstances(supervisor(), new Facts(), call.lifetime());
    }

    private synchronized Supervisor supervisor() throws IOException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The session has ended.");
        }
        if (supervisor.isEmpty()) {
            supervisor =
                    Optional.of(
                            new Supervisor(
                                    shells,
                                    state,
                                    log.id(),
                                    clock,
                                    Supervisor.IDLE,
                                    () -> "%08x".formatted(random.nextInt())));
        }
        return supervisor.get();
    }

    /// Whether a call has asked for a restart of the program.
    public boolean restarts() {
        return restarting;
    }

    /// What the session knows about itself.
    private final class Facts implements CallInstances.SessionFacts {

        @Override
        public String id() {
            return log.id();
        }

        @Override
        public String agent() {
            return agent;
        }

        @Override
        public CallInstances.Tokens tokens() throws IOException {
            long input = 0;
            long output = 0;
            for (Entry entry : log.entries()) {
                if (entry.body() instanceof Entry.TokenUsage(Usage usage, String _)) {
                    input += usage.input();
                    output += usage.output();
                }
            }
            return new CallInstances.Tokens(input, output);
        }

        @Override
        public String restart() throws HostException {
            if (!runsAgent) {
                return "No agent runs in this session, so there is nothing to restart.";
            }
            if (restarts.isEmpty()) {
                throw new HostException(
                        ErrorCode.UNAVAILABLE, "This program cannot restart the agent.");
            }
            if (restarts.getAsInt() <= 0) {
                throw new HostException(
                        ErrorCode.LIMIT_REACHED,
                        "This run has restarted often enough. Go on without, or ask the user to"
                                + " start a new run.");
            }
            restarting = true;
            return "The agent restarts once the results of this step are stored, and then goes on.";
        }
    }

    /// Ends all instances.
    @Override
    public void close() throws IOException {
        Optional<Supervisor> last;
        synchronized (this) {
            closed = true;
            last = supervisor;
        }
        if (last.isPresent()) {
            last.get().close();
        }
    }
}
