package dev.deft.instance.supervisor;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.process.job.Job;
import dev.deft.sandbox.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;

/// The network of an instance, looked up when it is needed: most instances publish nothing.
final class LazyNetwork implements GuestNetwork {

    private final Job job;
    private final HostPrograms helpers;
    private Optional<GuestNetwork> found = Optional.empty();
    private boolean closed;

    LazyNetwork(Job job, HostPrograms helpers) {
        this.job = job;
        this.helpers = helpers;
    }

    private synchronized GuestNetwork network() throws IOException {
        if (closed) {
            throw new IOException("the instance has ended");
        }
        if (found.isEmpty()) {
            found = Optional.of(find());
        }
        return found.get();
    }

    private GuestNetwork find() throws IOException {
        OptionalInt process = job.firstProcess();
        if (process.isEmpty()) {
            throw new IOException("the instance has ended");
        }
        if (namespace(String.valueOf(process.getAsInt())).equals(namespace("self"))) {
            return new SharedNetwork(process.getAsInt());
        }
        return new NamespaceNetwork(
                process.getAsInt(), required("nsenter"), required("bash").toRealPath());
    }

    private static Path namespace(String process) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", process, "ns", "net"));
    }

    private Path required(String program) throws HostException {
        return helpers.find(program)
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.UNAVAILABLE,
                                "Ports of instances need the program %s. Install it; deft doctor shows where Deft looks."
                                        .formatted(program)));
    }

    @Override
    public GuestConnection connect(int port) throws IOException {
        return network().connect(port);
    }

    @Override
    public SortedSet<Integer> listening() {
        try {
            return network().listening();
        } catch (IOException _) {
            return new TreeSet<>();
        }
    }

    @Override
    public boolean isShared() {
        try {
            return network().isShared();
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        found.ifPresent(GuestNetwork::close);
    }
}
