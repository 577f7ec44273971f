package dev.deft.instance.supervisor;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.instance.Instances.Running;
import dev.deft.instance.Instances.Spawn;
import dev.deft.json.Json;
import dev.deft.os.SessionVariables;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.Confinement;
import dev.deft.process.OsShells;
import dev.deft.process.ShellSetup;
import dev.deft.process.pool.Sandboxes;
import dev.deft.run.SessionMemory;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.SandboxBase;
import dev.deft.sandbox.Tier;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// A session with real instances, for tests.
final class InstanceFixture implements AutoCloseable {

    static final Duration IDLE = Duration.ofMinutes(30);

    /// Prints what it is told to, then answers every connection with what it got, in upper case.
    static final String SERVER =
            """
            use IO::Socket::INET; $| = 1;
            my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $ARGV[0], Listen => 64,
                ReuseAddr => 1) or die "cannot listen: $!";
            print "up\\n"; $SIG{CHLD} = "IGNORE";
            while (my $c = $s->accept) {
                next if fork;
                while (sysread($c, my $b, 65536)) { syswrite($c, uc $b) }
                exit;
            }
            """;

    private static final Duration DEADLINE = Duration.ofMinutes(1);

    final Path root;
    final Supervisor supervisor;
    final ManualClock clock = new ManualClock();
    private final Sandboxes sandboxes;
    private final OsShells shells;

    InstanceFixture(Tier tier, Path root, String session) throws IOException {
        assumeTrue(
                tier != Tier.LANDLOCK || LandlockRuleset.missing().isEmpty(),
                "this kernel has no Landlock we can use");
        this.root = root.toRealPath();
        this.sandboxes =
                new Sandboxes(
                        SandboxBase.of(this.root, System.getenv()),
                        List.of(Path.of(System.getProperty("java.io.tmpdir"))),
                        Set.of(tier),
                        Duration.ofMinutes(4));
        this.shells =
                new OsShells(
                        sandboxes,
                        new ShellSetup(
                                Confinement.of(
                                        tier == Tier.NONE ? SandboxMode.OFF : SandboxMode.REQUIRED),
                                List.of(),
                                CommandChoices.DEFAULT),
                        new SessionVariables(Map.of(), new Forgetful()),
                        Optional.empty());
        var random = new Random();
        this.supervisor =
                new Supervisor(
                        shells,
                        new StatePaths(this.root),
                        session,
                        clock,
                        IDLE,
                        () -> "%08x".formatted(random.nextInt()));
    }

    static Spawn script(String script, String handle) {
        return new Spawn(
                script,
                Optional.of(handle),
                Optional.empty(),
                Map.of(),
                List.of(),
                OptionalInt.empty());
    }

    Running spawn(String script, String handle) throws IOException, InterruptedException {
        return supervisor.spawn(script(script, handle));
    }

    /// Starts the server and waits until it listens.
    Running serve(String handle, int port, Integer... exposes)
            throws IOException, InterruptedException {
        Files.writeString(root.resolve("server.pl"), SERVER);
        Running started =
                supervisor.spawn(
                        new Spawn(
                                "perl server.pl " + port,
                                Optional.of(handle),
                                Optional.of("."),
                                Map.of(),
                                List.of(exposes),
                                OptionalInt.empty()));
        eventually(() -> log(started).contains("up\n"));
        return started;
    }

    String log(Running instance) {
        try {
            return Files.readString(root.resolve(instance.log()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    List<String> handles() throws IOException {
        return supervisor.running().stream().map(Running::handle).toList();
    }

    boolean runs(String handle) {
        try {
            return handles().contains(handle);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// How many processes have this name.
    static long count(String name) {
        return ProcessHandle.allProcesses()
                .filter(it -> commandLine(it.pid()).startsWith(name + "\0"))
                .count();
    }

    private static String commandLine(long process) {
        try {
            return Files.readString(
                    Path.of("/proc/" + process + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }

    /// Waits for something that must come true.
    static boolean eventually(BooleanSupplier condition) throws InterruptedException {
        long from = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - from > DEADLINE.toNanos()) {
                return false;
            }
            Thread.sleep(Duration.ofMillis(5));
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        try (sandboxes;
                shells;
                supervisor) {
            // The block only closes them.
        }
    }

    /// A clock that stands still until it is moved.
    static final class ManualClock implements InstantSource {

        private volatile Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            return now;
        }

        void advance(Duration time) {
            now = now.plus(time);
        }
    }

    private static final class Forgetful implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.empty();
        }

        @Override
        public void save(String name, Json.Obj value) {}
    }
}
