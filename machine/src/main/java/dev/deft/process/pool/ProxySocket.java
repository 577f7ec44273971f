package dev.deft.process.pool;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Sockets;
import dev.deft.kernel.Spawn;
import dev.deft.proxy.NetworkReach;
import dev.deft.proxy.Proxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Creates the listening socket of the proxy inside the empty network namespace of a sandbox.
///
/// @param nsenter the program that joins namespaces
/// @param reach the hosts that are allowed
record ProxySocket(Path nsenter, NetworkReach reach) {

    private static final int LONGEST_MESSAGE = 4096;
    private static final Duration LISTEN_TIMEOUT = Duration.ofSeconds(20);

    /// The environment variables that point programs to the proxy.
    static final Map<String, String> VARIABLES = variables();

    private static Map<String, String> variables() {
        String proxy = "http://127.0.0.1:" + SocketListener.PORT;
        return Map.of(
                "http_proxy", proxy,
                "https_proxy", proxy,
                "all_proxy", proxy,
                "no_proxy", "",
                "HTTP_PROXY", proxy,
                "HTTPS_PROXY", proxy,
                "ALL_PROXY", proxy,
                "NO_PROXY", "");
    }

    /// @param inside a process in the sandbox
    Proxy open(int inside) throws IOException {
        int network = Sockets.openNetworkNamespace(inside);
        try {
            int owner = Sockets.openOwner(network);
            try {
                return new Proxy(listener(owner, network), reach);
            } finally {
                Descriptors.close(owner);
            }
        } finally {
            Descriptors.close(network);
        }
    }

    private int listener(int owner, int network) throws IOException {
        Descriptors.Pipe hold = Descriptors.blockingPipe();
        Descriptors.Pipe output = Descriptors.pipe();
        try {
            int listener =
                    start(
                            List.of(
                                    hold.readEnd(),
                                    output.writeEnd(),
                                    output.writeEnd(),
                                    owner,
                                    network));
            try {
                awaitListening(output.readEnd());
                return Sockets.copyListener(listener);
            } finally {
                ChildProcesses.signal(listener, ChildProcesses.SIGKILL);
                ChildProcesses.await(listener);
            }
        } finally {
            Descriptors.close(hold.writeEnd());
            Descriptors.close(output.readEnd());
        }
    }

    /// Closes our copies of the pipe ends, so that its exit is seen as end-of-file.
    private int start(List<Integer> descriptors) throws IOException {
        try {
            return new Spawn(command(), Map.of(), Optional.empty(), descriptors).start();
        } finally {
            Descriptors.close(descriptors.get(0));
            Descriptors.close(descriptors.get(1));
        }
    }

    private List<String> command() {
        return List.of(
                nsenter.toString(),
                "--user=/proc/self/fd/3",
                "--net=/proc/self/fd/4",
                "--preserve-credentials",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx16m",
                "-Djava.net.preferIPv4Stack=true",
                "-cp",
                Path.of(
                                URI.create(
                                        SocketListener.class
                                                .getProtectionDomain()
                                                .getCodeSource()
                                                .getLocation()
                                                .toString()))
                        .toString(),
                SocketListener.class.getName());
    }

    private static void awaitListening(int pipe) throws IOException {
        long from = System.nanoTime();
        var text = new ByteArrayOutputStream();
        while (System.nanoTime() - from < LISTEN_TIMEOUT.toNanos()) {
            if (Descriptors.poll(Duration.ofMillis(500), pipe)[0] == 0) {
                continue;
            }
            byte[] got = Sockets.read(pipe, LONGEST_MESSAGE);
            text.writeBytes(got);
            if (text.toString(StandardCharsets.UTF_8).endsWith(SocketListener.LISTENING)) {
                return;
            }
            if (got.length == 0) {
                break;
            }
        }
        throw new IOException(text.toString(StandardCharsets.UTF_8).strip());
    }
}
