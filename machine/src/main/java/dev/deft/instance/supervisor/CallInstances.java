package dev.deft.instance.supervisor;

import dev.deft.instance.Instances;
import dev.deft.os.CallLifetime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The instances of a session as one call may use them.
///
/// @param facts what the session knows about itself
public record CallInstances(Supervisor supervisor, SessionFacts facts, CallLifetime lifetime)
        implements Instances {

    /// The kernel counts CPU time in hundredths of a second, whatever its own tick is.
    private static final long MILLIS_PER_TICK = 10;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    /// What a session knows about itself.
    public interface SessionFacts {

        String id();

        String agent();

        Tokens tokens() throws IOException;

        /// Requests a restart, and returns in one sentence what will happen.
        String restart() throws IOException;
    }

    /// The tokens of all requests of the session.
    public record Tokens(long input, long output) {}

    @Override
    public Running spawn(Spawn request) throws IOException, InterruptedException {
        lifetime.checkEffect();
        return supervisor.spawn(request);
    }

    @Override
    public List<Running> running() throws IOException {
        lifetime.check();
        return supervisor.running();
    }

    @Override
    public String stop(String name) throws IOException, InterruptedException {
        lifetime.checkEffect();
        return supervisor.stop(name);
    }

    @Override
    public Self self() throws IOException {
        lifetime.check();
        Tokens tokens = facts.tokens();
        return new Self(
                facts.id(), facts.agent(), tokens.input(), tokens.output(), cpu(), memory());
    }

    private static Duration cpu() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
        return Duration.ofMillis(ticks * MILLIS_PER_TICK);
    }

    private static long memory() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(it -> it.startsWith("VmRSS:"))
                .mapToLong(it -> Long.parseLong(it.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }

    @Override
    public PublishedPort expose(int guestPort, OptionalInt publicPort)
            throws IOException, InterruptedException {
        lifetime.checkEffect();
        return supervisor.expose(guestPort, publicPort);
    }

    @Override
    public void unexpose(int guestPort) throws IOException {
        lifetime.checkEffect();
        supervisor.unexpose(guestPort);
    }

    @Override
    public void keepAlive(Duration time, Optional<String> reason) throws IOException {
        lifetime.checkEffect();
        supervisor.keepAlive(time);
    }

    @Override
    public void endKeepAlive() throws IOException {
        lifetime.checkEffect();
        supervisor.endKeepAlive();
    }

    @Override
    public String restart() throws IOException {
        lifetime.checkEffect();
        return facts.restart();
    }
}
