package dev.deft.instance.supervisor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.instance.Instances.Running;
import dev.deft.instance.Instances.State;
import dev.deft.os.OsFileLocks;
import dev.deft.sandbox.Tier;
import dev.deft.state.FileLocks;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Instances that another process runs, or that somebody only claims to run.
class OtherProcessesTest {

    @TempDir Path root;

    /// A session in a process of its own, with one instance.
    record Child(Process process, String id) {

        static Child start(Tier tier, Path root, String script) throws Exception {
            Process process =
                    new ProcessBuilder(
                                    ProcessHandle.current().info().command().orElseThrow(),
                                    "-Xmx64m",
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    OtherProcessesTest.class.getName(),
                                    tier.name(),
                                    root.toString(),
                                    script)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            BufferedReader said = process.inputReader(UTF_8);
            return new Child(process, String.valueOf(said.readLine()));
        }
    }

    public static void main(String[] arguments) throws Exception {
        var fixture =
                new InstanceFixture(Tier.valueOf(arguments[0]), Path.of(arguments[1]), "elsewhere");
        System.out.println(fixture.spawn(arguments[2], "theirs").id());
        System.in.readAllBytes();
    }

    @ParameterizedTest
    @EnumSource
    void areSeenAndEndWithTheirProcess(Tier tier) throws Exception {
        String name = UUID.randomUUID().toString();
        try (var fixture = new InstanceFixture(tier, root, "here")) {
            Child child = Child.start(tier, root, "exec -a " + name + " sleep 600");
            assertThat(InstanceFixture.eventually(() -> InstanceFixture.count(name) == 1)).isTrue();
            Running mine = fixture.spawn("sleep 600", "mine");
            assertThat(fixture.supervisor.running())
                    .containsExactly(
                            mine,
                            new Running(
                                    child.id(),
                                    "theirs",
                                    State.RUNNING,
                                    "elsewhere",
                                    false,
                                    ".deft/instances/" + child.id() + "/log"));
            assertThatThrownBy(() -> fixture.supervisor.stop("theirs"))
                    .isInstanceOf(HostException.class)
                    .hasMessage("theirs belongs to session elsewhere, which alone can stop it.");
            assertThatThrownBy(() -> fixture.spawn("sleep 600", "theirs"))
                    .hasMessageStartingWith("The handle theirs is taken by " + child.id());

            child.process().destroyForcibly().waitFor();

            assertThat(InstanceFixture.eventually(() -> InstanceFixture.count(name) == 0)).isTrue();
            assertThat(fixture.supervisor.running()).containsExactly(mine);
            assertThat(fixture.spawn("sleep 600", "theirs").state()).isEqualTo(State.RUNNING);
        }
    }

    private Path plant(String id, String owner) throws Exception {
        Path directory = Files.createDirectories(root.resolve(".deft/instances/" + id));
        return Files.writeString(directory.resolve("owner.json"), owner);
    }

    @Test
    void areNotSeenBecauseAFileSaysSo() throws Exception {
        Process bystander = new ProcessBuilder("sleep", "600").start();
        try (var fixture = new InstanceFixture(Tier.NONE, root, "here")) {
            Path planted =
                    plant(
                            "inst_00000001",
                            "{\"id\":\"inst_00000001\",\"handle\":\"web\",\"session\":\"here\",\"process\":%d}"
                                    .formatted(bystander.pid()));
            Path garbage = plant("inst_00000002", "\0\0[{".repeat(10_000));
            Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
            Path target = Files.writeString(elsewhere.resolve("owner.json"), "{}");
            Files.createSymbolicLink(root.resolve(".deft/instances/inst_00000003"), elsewhere);
            Path linked = root.resolve(".deft/instances/inst_00000004");
            Files.createDirectory(linked);
            Files.createSymbolicLink(linked.resolve("owner.json"), target);

            assertThat(fixture.supervisor.running()).isEmpty();
            assertThatThrownBy(() -> fixture.supervisor.stop("web"))
                    .hasMessageStartingWith("No instance web runs in this session.");
            fixture.spawn("sleep 600", "web");
            fixture.supervisor.stop("web");

            assertThat(planted).doesNotExist();
            assertThat(garbage).doesNotExist();
            assertThat(target).hasContent("{}");
            assertThat(Files.exists(linked.resolve("owner.json"), LinkOption.NOFOLLOW_LINKS))
                    .isTrue();
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly();
        }
    }

    /// Even a file that somebody holds locked is only ever shown, and only if it makes sense.
    @Test
    void areOnlyShownWhereSomebodyHoldsAFileLocked() throws Exception {
        Process bystander = new ProcessBuilder("sleep", "600").start();
        Path fake =
                plant(
                        "inst_00000001",
                        "{\"id\":\"inst_00000001\",\"handle\":\"web\",\"session\":\"x\",\"process\":%d}"
                                .formatted(bystander.pid()));
        Path odd =
                plant(
                        "inst_00000002",
                        "{\"id\":\"inst_00000002\",\"handle\":\"\u001b[2J\",\"session\":\"x\",\"process\":1}");
        try (var fixture = new InstanceFixture(Tier.NONE, root, "here");
                Locked _ = Locked.hold(fake);
                Locked _ = Locked.hold(odd)) {
            assertThat(fixture.handles()).isEqualTo(List.of("web"));
            assertThatThrownBy(() -> fixture.supervisor.stop("web"))
                    .hasMessage("web belongs to session x, which alone can stop it.");
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly();
        }
    }

    /// A lock on a file, held by another process.
    private record Locked(Process process) implements AutoCloseable {

        static Locked hold(Path file) throws Exception {
            Process process =
                    new ProcessBuilder(
                                    ProcessHandle.current().info().command().orElseThrow(),
                                    "-XX:TieredStopAtLevel=1",
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Holder.class.getName(),
                                    file.toString())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            process.inputReader(UTF_8).readLine();
            return new Locked(process);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /// Holds a file locked until it is killed.
    static final class Holder {

        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            Path file = Path.of(arguments[0]);
            FileLocks.Lock lock =
                    new OsFileLocks()
                            .tryLock(
                                    file.resolve("..").normalize(),
                                    file.getFileName().toString(),
                                    Bytes.of(Files.readAllBytes(file)))
                            .orElseThrow();
            System.out.println("on");
            System.in.readAllBytes();
            lock.close();
        }
    }
}
