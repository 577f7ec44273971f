package dev.deft.instance;

import dev.deft.host.HostException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The instances of a session, as its tools use them.
public interface Instances {

    /// The most instances that run in a workspace at a time.
    int MAX_RUNNING = 16;

    /// The most ports an instance can publish.
    int MAX_PORTS = 16;

    /// What a lease lasts when no time is given, and at most.
    Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    Duration LONGEST_LEASE = Duration.ofHours(1);

    /// Starts an instance.
    ///
    /// @throws HostException if its handle is taken, too many run, or it ends at once with an error
    Running spawn(Spawn request) throws IOException, InterruptedException;

    /// What runs in the workspace: the instances of this session first, then those of others.
    List<Running> running() throws IOException;

    /// Stops an instance of this session, and returns its id.
    ///
    /// @param name its id or its handle
    /// @throws HostException if this session runs no such instance
    String stop(String name) throws IOException, InterruptedException;

    /// The session itself.
    Self self() throws IOException;

    /// Publishes a port of an instance on loopback. Doing so again returns the same port.
    ///
    /// @param publicPort the port on loopback; empty for the same number or, if it is taken, a free
    ///   one
    PublishedPort expose(int guestPort, OptionalInt publicPort)
            throws IOException, InterruptedException;

    /// Ends the publication of a port, if it is published.
    void unexpose(int guestPort) throws IOException;

    /// Keeps idle instances running for a time, at least.
    void keepAlive(Duration time, Optional<String> reason) throws IOException;

    /// Gives that up again.
    void endKeepAlive() throws IOException;

    /// Requests that the agent's process is replaced once all results of the step are stored.
    ///
    /// @return what will happen, in one sentence
    String restart() throws IOException;

    /// What to start.
    ///
    /// @param script runs the command; the gates have judged it
    /// @param directory where it runs, relative to the root; empty for a directory named after its
    ///   handle
    /// @param exposes the ports to publish at once
    /// @param memoryMb the most memory it may use
    record Spawn(
            String script,
            Optional<String> handle,
            Optional<String> directory,
            Map<String, String> env,
            List<Integer> exposes,
            OptionalInt memoryMb) {

        public Spawn {
            env = Map.copyOf(env);
            exposes = List.copyOf(exposes);
        }
    }

    /// An instance.
    ///
    /// @param session the session it belongs to
    /// @param here whether that is the session of this call
    /// @param log the path of its log, relative to the root
    record Running(
            String id, String handle, State state, String session, boolean here, String log) {}

    /// The state of an instance.
    enum State {
        RUNNING,
        EXITED
    }

    /// The session and what it has used.
    ///
    /// @param handle the name of its agent
    /// @param memoryBytes the resident memory of this process
    record Self(
            String id,
            String handle,
            long inputTokens,
            long outputTokens,
            Duration cpu,
            long memoryBytes) {}

    /// A port of an instance and its public counterpart.
    record PublishedPort(int guestPort, int publicPort) {}
}
