package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Sockets that another process has opened, with a client of the JDK.
class SocketsTest {

    private static final String LISTEN =
            "exec perl -MIO::Socket::INET -e '$| = 1; open my $other, \"<\", \"/dev/null\";"
                    + " socket(my $plain, Socket::AF_INET, Socket::SOCK_STREAM, 0) or die $!;"
                    + " my $s = IO::Socket::INET->new(LocalAddr => \"127.0.0.1\", Listen => 5) or die $!;"
                    + " print $s->sockport, \"\\n\"; close STDOUT; sleep 600'";

    private int devNull;
    private int child;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(Spawn.available(), "only Linux has these system calls");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "perl is not installed");
        devNull = Descriptors.openDevNull();
    }

    @AfterEach
    void close() {
        if (child > 0) {
            end();
        }
        Descriptors.close(devNull);
    }

    private void end() {
        ChildProcesses.signal(child, ChildProcesses.SIGKILL);
        ChildProcesses.await(child);
        child = 0;
    }

    /// Starts a process that listens, and returns its port.
    private int listen() throws IOException {
        Descriptors.Pipe output = Descriptors.pipe();
        child = SpawnedBash.start(LISTEN, List.of(devNull, output.writeEnd(), devNull));
        Descriptors.close(output.writeEnd());
        int port = Integer.parseInt(SpawnedBash.readAll(output.readEnd()).strip());
        Descriptors.close(output.readEnd());
        return port;
    }

    @Test
    void surviveTheProcessThatOpenedThem() throws Exception {
        int port = listen();
        int listener = Sockets.copyListener(child);
        end();
        try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            int accepted = Sockets.accept(listener);
            assertThat(accepted).isPositive();
            client.getOutputStream().write("hällo".getBytes(UTF_8));
            assertThat(Sockets.read(accepted, 100)).isEqualTo("hällo".getBytes(UTF_8));
            Descriptors.write(accepted, "answer".getBytes(UTF_8));
            Sockets.shutdownOutput(accepted);
            assertThat(client.getInputStream().readAllBytes()).isEqualTo("answer".getBytes(UTF_8));
            client.shutdownOutput();
            assertThat(Sockets.read(accepted, 100)).isEmpty();
            Sockets.close(accepted);
        }
        Sockets.close(listener);
    }

    @Test
    void stopAcceptingWhenTheyAreShutDown() throws Exception {
        listen();
        int listener = Sockets.copyListener(child);
        var accepted = new CompletableFuture<Integer>();
        Thread.ofPlatform().daemon().start(() -> accepted.complete(Sockets.accept(listener)));
        Sockets.shutdown(listener);
        assertThat(accepted.get(SpawnedBash.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isNegative();
        Sockets.close(listener);
    }

    @Test
    void areNotFoundInAProcessThatDoesNotListen() throws IOException {
        child = SpawnedBash.start("exec sleep 600", List.of(devNull, devNull, devNull));
        assertThatThrownBy(() -> Sockets.copyListener(child))
                .isInstanceOf(IOException.class)
                .hasMessage("the proxy listener has no listening socket");
    }

    @Test
    void belongToTheNamespacesTheKernelShows() throws IOException {
        child = SpawnedBash.start("exec sleep 600", List.of(devNull, devNull, devNull));
        int network = Sockets.openNetworkNamespace(child);
        int owner = Sockets.openOwner(network);
        assertThat(Files.readSymbolicLink(Path.of("/proc/self/fd/" + network)))
                .isEqualTo(Files.readSymbolicLink(Path.of("/proc/" + child + "/ns/net")));
        assertThat(Files.readSymbolicLink(Path.of("/proc/self/fd/" + owner)).toString())
                .startsWith("user:[");
        Descriptors.close(owner);
        Descriptors.close(network);
    }
}
