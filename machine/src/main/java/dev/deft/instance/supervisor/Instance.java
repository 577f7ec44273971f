package dev.deft.instance.supervisor;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.instance.Instances;
import dev.deft.instance.Instances.PublishedPort;
import dev.deft.process.job.Job;
import dev.deft.process.job.JobExit;
import dev.deft.process.launch.Launcher;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One instance that this process runs.
final class Instance {

    /// How long a killed instance may take to end.
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(8);

    private final String id;
    private final String handle;
    private final InstanceFiles.Claim claim;
    private final Launcher launcher;
    private final Job job;
    private final InstanceLog log;
    private final GuestNetwork network;
    private final Activity activity;
    private final SortedMap<Integer, PortForwarder> ports = new TreeMap<>();
    private final Object finishing = new Object();
    private volatile boolean finished;
    private volatile Optional<String> reason = Optional.empty();

    Instance(
            String id,
            String handle,
            InstanceFiles.Claim claim,
            Launcher launcher,
            Job job,
            InstanceLog log,
            GuestNetwork network,
            Activity activity) {
        this.id = id;
        this.handle = handle;
        this.claim = claim;
        this.launcher = launcher;
        this.job = job;
        this.log = log;
        this.network = network;
        this.activity = activity;
    }

    /// When something was last printed or sent.
    static final class Activity implements Runnable {

        private final InstantSource clock;
        private volatile Instant last;

        Activity(InstantSource clock) {
            this.clock = clock;
            this.last = clock.instant();
        }

        @Override
        public void run() {
            last = clock.instant();
        }

        private boolean isOlderThan(Duration time) {
            return last.plus(time).isBefore(clock.instant());
        }
    }

    String id() {
        return id;
    }

    String handle() {
        return handle;
    }

    boolean isCalled(String name) {
        return id.equals(name) || handle.equals(name);
    }

    Job job() {
        return job;
    }

    String tail() {
        return log.tail();
    }

    /// Whether nothing was printed or sent for some time, and nobody is connected.
    synchronized boolean isIdleFor(Duration time) {
        return activity.isOlderThan(time)
                && ports.values().stream().noneMatch(PortForwarder::isConnected);
    }

    SortedSet<Integer> listening() {
        return network.listening();
    }

    /// The published counterpart of a port.
    synchronized Optional<PublishedPort> published(int guestPort) {
        return Optional.ofNullable(ports.get(guestPort))
                .map(it -> new PublishedPort(guestPort, it.publicPort()));
    }

    /// Publishes a port. In a shared network the port is on loopback already under its own number.
    synchronized PublishedPort publish(int guestPort, OptionalInt publicPort) throws IOException {
        if (finished) {
            throw new HostException(ErrorCode.CONFLICT, id + " has ended.");
        }
        Optional<PublishedPort> before = published(guestPort);
        if (before.isPresent()) {
            if (publicPort.isPresent() && publicPort.getAsInt() != before.get().publicPort()) {
                throw new HostException(
                        ErrorCode.CONFLICT,
                        "Port %d is published as %d already. Unexpose it first."
                                .formatted(guestPort, before.get().publicPort()));
            }
            return before.get();
        }
        if (ports.size() >= Instances.MAX_PORTS) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "%s has published %d ports; unexpose one first."
                            .formatted(handle, ports.size()));
        }
        boolean own = publicPort.isEmpty() || publicPort.getAsInt() == guestPort;
        if (network.isShared() && own && listening().contains(guestPort)) {
            return new PublishedPort(guestPort, guestPort);
        }
        PortForwarder forwarder = forwarder(guestPort, publicPort);
        ports.put(guestPort, forwarder);
        activity.run();
        return new PublishedPort(guestPort, forwarder.publicPort());
    }

    /// In a shared network its own number must stay free for the instance.
    private PortForwarder forwarder(int guestPort, OptionalInt publicPort) throws IOException {
        if (publicPort.isPresent()) {
            try {
                return PortForwarder.open(guestPort, publicPort.getAsInt(), network, activity);
            } catch (IOException e) {
                throw new HostException(
                        ErrorCode.CONFLICT,
                        "Port %d of 127.0.0.1 cannot be used (%s). Leave public_port out, or choose another."
                                .formatted(publicPort.getAsInt(), e.getMessage()));
            }
        }
        if (!network.isShared()) {
            try {
                return PortForwarder.open(guestPort, guestPort, network, activity);
            } catch (IOException _) {
                // The number is taken; any free one will do.
            }
        }
        return PortForwarder.open(guestPort, 0, network, activity);
    }

    /// Ends the publication of a port; nothing happens if it is not published.
    synchronized void unpublish(int guestPort) {
        Optional.ofNullable(ports.remove(guestPort)).ifPresent(PortForwarder::close);
    }

    /// Ends it with everything it started.
    ///
    /// @param why what is told about its end
    void stop(String why) throws InterruptedException {
        terminate(why);
        job.await(Job.GRACE.plus(KILL_TIMEOUT));
    }

    /// Begins to end it.
    void terminate(String why) {
        if (reason.isEmpty() && job.exit().isEmpty()) {
            reason = Optional.of(why);
        }
        job.terminate();
    }

    /// Releases what it held, once. Whoever comes second waits until it is done.
    void finish() throws IOException {
        synchronized (finishing) {
            if (finished) {
                return;
            }
            synchronized (this) {
                finished = true;
                ports.values().forEach(PortForwarder::close);
                ports.clear();
            }
            network.close();
            launcher.close();
            log.end(note());
            claim.release();
        }
    }

    /// How it ended, in a few words.
    String note() {
        return reason.or(() -> job.exit().map(Instance::note)).orElse("ended");
    }

    private static String note(JobExit exit) {
        String how =
                exit.signal()
                        .map(it -> "ended by " + it)
                        .orElse("ended with exit code " + exit.code());
        return exit.remark().map(it -> how + "; " + it).orElse(how);
    }

    /// The ports it listens on, for messages.
    static String spelled(SortedSet<Integer> ports) {
        return ports.isEmpty()
                ? "no port"
                : "port "
                        + String.join(
                                ", ", new TreeSet<>(ports).stream().map(String::valueOf).toList());
    }
}
