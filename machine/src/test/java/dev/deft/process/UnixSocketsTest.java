package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Shell;
import dev.deft.policy.GrantedSockets;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands and the Unix sockets of this machine.
class UnixSocketsTest {

    private static final String CONNECT =
            "perl -e 'use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0) or die \"socket: $!\";"
                    + " connect(S, pack_sockaddr_un($ARGV[0])) or die \"connect: $!\"; print \"connected\"' -- ";

    @TempDir Path root;
    @TempDir Path outside;

    private ShellFixture desk(Tier tier, String... granted) throws IOException {
        assumeTrue(
                tier != Tier.LANDLOCK || LandlockRuleset.missing().isEmpty(),
                "this kernel has no Landlock we can use");
        return new ShellFixture(
                root,
                SandboxMode.REQUIRED,
                System.getenv(),
                CommandChoices.DEFAULT.with(new GrantedSockets(List.of(granted))),
                Set.of(tier));
    }

    private static ServerSocketChannel listening(Path path) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path));
        return server;
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void areOutOfReachWhereverTheyLie(Tier tier) throws Exception {
        Path late = root.resolve("late");
        Path link = Files.createSymbolicLink(root.resolve("link"), root.resolve("here"));
        try (var _ = listening(root.resolve("here"));
                var _ = listening(outside.resolve("there"));
                var desk = desk(tier)) {
            Shell.Result first = desk.run(CONNECT + "here");
            assertThat(first.output().output()).contains("socket: Operation not permitted");
            assertThat(first.note().orElse("")).contains("requires.net.sockets");
            try (var _ = listening(late)) {
                for (Path it : List.of(late, link, outside.resolve("there"))) {
                    assertThat(desk.output(CONNECT + it)).doesNotContain("connected");
                }
            }
        }
    }

    /// One end of a pair of datagram sockets can be turned to any address.
    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void areNotReachedByTurningAPairRound(Tier tier) throws Exception {
        try (var _ = listening(root.resolve("here"));
                var desk = desk(tier)) {
            for (String kind : List.of("SOCK_DGRAM", "SOCK_RAW", "SOCK_DGRAM|02000000")) {
                String pair =
                        "perl -e 'use Socket; socketpair(A, B, AF_UNIX, %s, 0) or die \"pair: $!\"; print \"made\"'"
                                .formatted(kind);
                assertThat(desk.output(pair)).contains("pair: Operation not permitted");
            }
            String stream =
                    "perl -e 'use Socket; socketpair(A, B, AF_UNIX, SOCK_STREAM, 0) or die $!; connect(A, pack_sockaddr_un(\"here\")) or print $!'";
            assertThat(desk.output(stream)).isEqualTo("Transport endpoint is already connected");
        }
    }

    @Test
    void areOpenedOneByOne() throws Exception {
        Path docker = outside.resolve("docker.sock");
        Path other = outside.resolve("other.sock");
        try (var _ = listening(docker);
                var _ = listening(other);
                var desk = desk(Tier.BUBBLEWRAP, docker.toString())) {
            assertThat(desk.output(CONNECT + docker)).isEqualTo("connected");
            assertThat(desk.output(CONNECT + other)).doesNotContain("connected");
        }
    }

    @Test
    void areFreeAmongCommandsWherePrivateOnesAreGranted() throws Exception {
        String both =
                "perl -e 'use Socket; socket(L, AF_UNIX, SOCK_STREAM, 0) or die; bind(L, pack_sockaddr_un(\"/tmp/x\")) or die; listen(L, 1); sleep 60' &"
                        + " until [ -S /tmp/x ]; do sleep 0.02; done; "
                        + CONNECT
                        + "/tmp/x";
        try (var desk = desk(Tier.BUBBLEWRAP, "/tmp/**")) {
            assertThat(desk.output(both)).isEqualTo("connected");
        }
    }

    @Test
    void areAllOrNoneBehindLandlock() throws Exception {
        Path one = outside.resolve("one");
        try (var _ = listening(one)) {
            try (var desk = desk(Tier.LANDLOCK, one.toString())) {
                assertThat(desk.output(CONNECT + one)).doesNotContain("connected");
            }
            try (var desk = desk(Tier.LANDLOCK, "**")) {
                assertThat(desk.output(CONNECT + one)).isEqualTo("connected");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"docker.sock", "", "/", "/run/*.sock", "/run/../x", "/a//b", "~/x"})
    void areNamedByAbsolutePaths(String wrong) {
        assertThatThrownBy(() -> new GrantedSockets(List.of(wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("requires.net.sockets");
    }
}
