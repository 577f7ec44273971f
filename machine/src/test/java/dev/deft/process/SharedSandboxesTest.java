package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.Shell;
import dev.deft.policy.Ceiling;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.process.pool.Sandboxes;
import dev.deft.proxy.ConnectionListener;
import dev.deft.proxy.NetworkReach;
import dev.deft.run.Mode;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxBase;
import dev.deft.sandbox.Tier;
import dev.deft.state.StatePaths;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The sandboxes of a workspace, used by several sessions.
class SharedSandboxesTest {

    /// Tells sandboxes apart from the inside.
    private static final String WHICH = "readlink /proc/self/ns/pid";

    /// Whatever a command could leave to the next one.
    private static final String LEAVE =
            """
            for place in /tmp /var/tmp /dev/shm /run "$HOME"; do echo left >"$place/left"; done
            chmod 1700 /tmp /dev/shm
            ipcmk --shmem 64 --queue --semaphore 1
            python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.bind("\\0left"); s.listen()'
            umask 0123
            ulimit -n 64
            ulimit -S -f 1000
            alias ls=left
            shopt -s expand_aliases nullglob
            set -o noclobber
            left() { echo left; }
            export -f left
            export LEFT=left PATH=/left:$PATH
            cd /usr
            exec 9</etc/passwd
            trap 'echo left' EXIT
            renice 5 $$
            setsid sleep 1000 </dev/null >/dev/null 2>&1 &
            (trap '' TERM HUP; exec -a left sleep 1000) >/dev/null 2>&1 &
            disown -a
            """;

    /// All of that, as the next one would see it.
    private static final String FIND =
            """
            ls -A /tmp /var/tmp /dev/shm /run "$HOME"
            stat -c '%n %a' /tmp /var/tmp /dev/shm
            cat /proc/sysvipc/shm /proc/sysvipc/msg /proc/sysvipc/sem
            cat /proc/net/unix
            umask
            ulimit -a
            alias
            shopt
            set -o
            declare -F
            env | sort
            pwd
            ls /proc/self/fd
            nice
            trap
            jobs
            cat /proc/[0-9]*/comm
            """;

    @TempDir Path directory;

    private Path root = Path.of("");
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void prepare() throws IOException {
        root = Files.createDirectory(directory.toRealPath().resolve("root"));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable it : open.reversed()) {
            it.close();
        }
    }

    private Sandboxes sandboxes(Duration longestIdle) {
        var made =
                new Sandboxes(
                        SandboxBase.of(root, ShellFixture.environment("FURTHER", "yes"))
                                .hiding(new StatePaths(root).privateFiles()),
                        List.of(directory),
                        EnumSet.of(Tier.BUBBLEWRAP),
                        longestIdle);
        open.add(made);
        return made;
    }

    private Sandboxes sandboxes() {
        return sandboxes(ShellFixture.TIMEOUT);
    }

    private ShellFixture session(Sandboxes sandboxes, Confinement confinement) {
        return session(sandboxes, confinement, List.of());
    }

    private ShellFixture session(
            Sandboxes sandboxes, Confinement confinement, List<String> passedOn) {
        var setup = new ShellSetup(confinement, passedOn, CommandChoices.DEFAULT);
        ShellFixture desk = ShellFixture.on(sandboxes, setup);
        open.add(desk);
        return desk;
    }

    private ShellFixture session(Sandboxes sandboxes) {
        return session(sandboxes, Confinement.of(SandboxMode.REQUIRED));
    }

    private static String output(ShellFixture desk, Mode mode, String script) throws Exception {
        Shell.Result ended = mode == Mode.LOOK ? desk.look(script) : desk.run(script);
        return ended.output().output();
    }

    /// Waits until a sandbox is ready that no command has used, and says which one it is.
    private static String spare(Sandboxes sandboxes) throws Exception {
        assertThat(ShellFixture.eventually(() -> !spares(sandboxes).isEmpty())).isTrue();
        return spares(sandboxes).getFirst() + "\n";
    }

    private static List<String> spares(Sandboxes sandboxes) {
        return sandboxes.spares().stream().map(SharedSandboxesTest::namespace).toList();
    }

    private static String namespace(int process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", String.valueOf(process), "ns/pid"))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FULL", "LOOK"})
    void serveTheNextSessionWithOneThatAnotherOneHadMade(Mode mode) throws Exception {
        Sandboxes sandboxes = sandboxes();
        ShellFixture first = session(sandboxes);
        ShellFixture second = session(sandboxes);
        String used = output(first, mode, WHICH);
        String made = spare(sandboxes);

        assertThat(output(second, mode, WHICH)).isEqualTo(made).isNotEqualTo(used);
    }

    @ParameterizedTest
    @EnumSource(names = {"FULL", "LOOK"})
    void areOpenedBeforeTheFirstCommandOfASession(Mode mode) throws Exception {
        var state = new StatePaths(root);
        state.createDirectory(state.path());
        Sandboxes sandboxes = sandboxes();
        ShellFixture session = session(sandboxes);

        session.shells().warm(mode);

        String opened = spare(sandboxes);
        assertThat(output(session, mode, WHICH)).isEqualTo(opened);
    }

    @Test
    void endWithASessionThatIsClosedWhileTheyAreOpened() throws Exception {
        Sandboxes sandboxes = sandboxes();
        ShellFixture session = session(sandboxes);
        session.shells().warm(Mode.FULL);

        session.close();

        assertThat(ShellFixture.eventually(() -> spares(sandboxes).isEmpty())).isTrue();
    }

    @Test
    void keepNoSpareForASingleSession() throws Exception {
        Sandboxes sandboxes = sandboxes();
        ShellFixture only = session(sandboxes);

        String first = only.output(WHICH);

        assertThat(only.output(WHICH)).isEqualTo(first);
        assertThat(spares(sandboxes)).isEmpty();
        assertThat(sandboxes.idle()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"FULL", "LOOK"})
    void showNothingThatAnotherSessionLeft(Mode mode) throws Exception {
        Sandboxes apart = sandboxes();
        String clean = output(session(apart), mode, FIND);
        Sandboxes sandboxes = sandboxes();
        ShellFixture first = session(sandboxes);
        ShellFixture second = session(sandboxes);
        output(first, mode, LEAVE);
        first.shell().start(ShellFixture.command("sleep 1000", ShellFixture.TIMEOUT, Map.of()));
        spare(sandboxes);

        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            seen.add(output(second, mode, FIND));
            output(first, mode, LEAVE);
        }

        assertThat(clean).contains("noclobber").doesNotContain("left");
        assertThat(seen).containsOnly(clean);
    }

    @ParameterizedTest
    @EnumSource(names = {"FULL", "LOOK"})
    void neverServeTwoSessionsOneAfterTheOther(Mode mode) throws Exception {
        Sandboxes sandboxes = sandboxes();
        List<ShellFixture> sessions =
                List.of(session(sandboxes), session(sandboxes), session(sandboxes));
        List<Set<String>> used = List.of(new HashSet<>(), new HashSet<>(), new HashSet<>());

        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < sessions.size(); i++) {
                used.get(i).add(output(sessions.get(i), mode, WHICH));
            }
        }

        Set<String> all = new HashSet<>();
        used.forEach(all::addAll);
        assertThat(all).hasSize(used.stream().mapToInt(Set::size).sum());
    }

    private CommandFiles rules(String... lines) throws IOException {
        return new CommandFiles(
                Ceiling.of(RequirementSet.EVERYTHING, PatternVariables.of(List.of(), List.of())),
                new RuleBook(Stream.of(lines).map(it -> Rule.parse(Scope.MANIFEST, it)).toList()),
                SecretFiles.in(root));
    }

    @Test
    void serveNoSessionThatIsAllowedSomethingElse() throws Exception {
        Files.writeString(root.resolve("key.txt"), "secret");
        Sandboxes sandboxes = sandboxes();
        Confinement plain = Confinement.of(SandboxMode.REQUIRED);
        ShellFixture first = session(sandboxes, plain);
        session(sandboxes, plain);
        first.output(WHICH);
        String made = spare(sandboxes);
        List<Confinement> others =
                List.of(
                        plain.with(rules("deny fs.read key.txt")),
                        plain.with(rules("deny fs.write key.txt")),
                        plain.protecting(List.of(root.resolve("key.txt"))),
                        plain.with(new NetworkReach(List.of("**"), ConnectionListener.NONE)),
                        plain.with(new NetworkReach(List.of("a.example"), ConnectionListener.NONE)),
                        plain.with(
                                new ResourceLimits(99, OptionalLong.empty(), Duration.ofHours(1))));

        for (Confinement it : others) {
            ShellFixture one = session(sandboxes, it);
            assertThat(one.output(WHICH)).isNotEqualTo(made);
            one.endSession();
        }
        ShellFixture other = session(sandboxes, plain, List.of("FURTHER"));
        assertThat(other.output("echo $FURTHER;" + WHICH)).startsWith("yes").doesNotContain(made);
        other.endSession();
        assertThat(session(sandboxes, plain.with(rules())).output(WHICH)).isEqualTo(made);
    }

    @Test
    void serveNoOtherSessionWhereSingleHostsAreReached() throws Exception {
        Sandboxes sandboxes = sandboxes();
        Confinement reaching =
                Confinement.of(SandboxMode.REQUIRED)
                        .with(new NetworkReach(List.of("a.example"), ConnectionListener.NONE));
        ShellFixture first = session(sandboxes, reaching);
        ShellFixture second = session(sandboxes, reaching);

        assertThat(first.output(WHICH)).isNotEqualTo(second.output(WHICH));
        assertThat(spares(sandboxes)).isEmpty();
    }

    @Test
    void outliveASessionWhoseCommandsEndWithIt() throws Exception {
        Sandboxes sandboxes = sandboxes();
        ShellFixture first = session(sandboxes);
        ShellFixture second = session(sandboxes);
        ShellFixture third = session(sandboxes);
        BackgroundProcess ours =
                first.shell()
                        .start(ShellFixture.command("sleep 1000", ShellFixture.TIMEOUT, Map.of()));
        BackgroundProcess others =
                second.shell()
                        .start(ShellFixture.command("sleep 1000", ShellFixture.TIMEOUT, Map.of()));
        String made = spare(sandboxes);

        first.endSession();

        assertThat(ours.running()).isFalse();
        assertThat(others.running()).isTrue();
        assertThat(third.output(WHICH)).isEqualTo(made);
    }

    @Test
    void endWithTheWorkspace() throws Exception {
        Sandboxes sandboxes = sandboxes();
        ShellFixture first = session(sandboxes);
        session(sandboxes);
        BackgroundProcess ours =
                first.shell()
                        .start(ShellFixture.command("sleep 1000", ShellFixture.TIMEOUT, Map.of()));
        spare(sandboxes);
        List<Path> inside =
                sandboxes.spares().stream()
                        .map(it -> Path.of("/proc", String.valueOf(it)))
                        .toList();

        sandboxes.close();

        assertThat(ours.running()).isFalse();
        assertThat(ShellFixture.eventually(() -> inside.stream().noneMatch(Files::exists)))
                .isTrue();
    }

    @Test
    void waitInASmallNumber() throws Exception {
        Sandboxes sandboxes = sandboxes();
        for (int i = 0; i < Sandboxes.MAX_IDLE + 2; i++) {
            session(sandboxes).output("true");
        }

        assertThat(sandboxes.idle()).isLessThanOrEqualTo(Sandboxes.MAX_IDLE);
    }

    @Test
    void doNotWaitForEver() throws Exception {
        Sandboxes sandboxes = sandboxes(Duration.ofMillis(300));
        ShellFixture first = session(sandboxes);
        session(sandboxes);

        assertThat(first.output("echo one")).isEqualTo("one\n");
        assertThat(ShellFixture.eventually(() -> sandboxes.idle() == 0)).isTrue();
        assertThat(first.output("echo two")).isEqualTo("two\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"FULL", "LOOK"})
    void hideAFileThatWasReplaced(Mode mode) throws Exception {
        Path key = Files.writeString(root.resolve("key.txt"), "old");
        Sandboxes sandboxes = sandboxes();
        Confinement hiding =
                Confinement.of(SandboxMode.REQUIRED).with(rules("deny fs.read key.txt"));
        ShellFixture first = session(sandboxes, hiding);
        ShellFixture second = session(sandboxes, hiding);
        String before = output(first, mode, "cat key.txt");
        spare(sandboxes);

        Path other = Files.writeString(directory.resolve("other"), "new");
        Files.move(other, key, StandardCopyOption.REPLACE_EXISTING);

        assertThat(before).doesNotContain("old");
        assertThat(output(first, mode, "cat key.txt")).doesNotContain("new");
        assertThat(output(second, mode, "cat key.txt")).doesNotContain("new");
    }

    @ParameterizedTest
    @EnumSource(names = {"FULL", "LOOK"})
    void hideWhatOtherSessionsKeepFromItsBeginning(Mode mode) throws Exception {
        Sandboxes sandboxes = sandboxes();
        ShellFixture first = session(sandboxes);
        ShellFixture second = session(sandboxes);
        output(first, mode, "true");
        spare(sandboxes);

        Path other = Files.createDirectories(root.resolve(".deft/sessions/other"));
        Files.writeString(other.resolve("log.txt"), "secret");
        Files.writeString(root.resolve(".deft/sessions.db"), "secret");

        String script = "cat .deft/sessions/other/log.txt .deft/sessions.db; ls -A .deft/sessions";
        assertThat(output(first, mode, script)).doesNotContain("secret", "other\n");
        assertThat(output(second, mode, script)).doesNotContain("secret", "other\n");
    }
}
