package dev.deft.instance.supervisor;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Sockets;
import dev.deft.kernel.Spawn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/// The network of an instance in a namespace of its own.
///
/// A socket belongs to the namespace in which it was opened. So a small shell in the namespace
/// opens the connections, and this process takes copies of its sockets. The shell is not inside the
/// sandbox; it ends when its input does.
final class NamespaceNetwork implements GuestNetwork {

    private static final String SCRIPT =
            """
            while IFS= read -r port; do
                if exec {socket}<>"/dev/tcp/127.0.0.1/$port" || exec {socket}<>"/dev/tcp/::1/$port"; then
                    echo "$socket"
                    IFS= read -r _
                    exec {socket}>&-
                else
                    echo refused
                fi
            done 2>/dev/null
            """;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int LONGEST_LINE = 100;

    private final int inside;
    private final Path nsenter;
    private final Path bash;
    private Optional<Connector> connector = Optional.empty();
    private boolean closed;

    /// @param inside a process of the instance
    NamespaceNetwork(int inside, Path nsenter, Path bash) {
        this.inside = inside;
        this.nsenter = nsenter;
        this.bash = bash;
    }

    /// The shell in the namespace.
    private record Connector(int process, int input, int output) {

        int connect(int port) throws IOException {
            Descriptors.write(input, (port + "\n").getBytes(StandardCharsets.US_ASCII));
            String answer = line();
            if (!answer.chars().allMatch(Character::isDigit) || answer.isEmpty()) {
                throw new IOException("the instance does not listen on port " + port);
            }
            try {
                return Sockets.copy(process, Integer.parseInt(answer));
            } finally {
                Descriptors.write(input, "taken\n".getBytes(StandardCharsets.US_ASCII));
            }
        }

        private String line() throws IOException {
            long from = System.nanoTime();
            var text = new ByteArrayOutputStream();
            while (System.nanoTime() - from < TIMEOUT.toNanos()) {
                if (Descriptors.poll(Duration.ofMillis(500), output)[0] == 0) {
                    continue;
                }
                byte[] got = Sockets.read(output, LONGEST_LINE);
                text.writeBytes(got);
                String said = text.toString(StandardCharsets.US_ASCII);
                if (got.length == 0 || said.endsWith("\n")) {
                    return said.strip();
                }
            }
            throw new IOException("the instance did not accept a connection in time");
        }

        void close() {
            ChildProcesses.signal(process, ChildProcesses.SIGKILL);
            ChildProcesses.await(process);
            Descriptors.close(input);
            Descriptors.close(output);
        }
    }

    @Override
    public synchronized GuestConnection connect(int port) throws IOException {
        if (closed) {
            throw new IOException("the instance has ended");
        }
        if (!listening().contains(port)) {
            throw new IOException("the instance does not listen on port " + port);
        }
        if (connector.isEmpty()) {
            connector = Optional.of(start());
        }
        try {
            return new Connection(connector.get().connect(port));
        } catch (IOException e) {
            closeConnector();
            throw e;
        }
    }

    private Connector start() throws IOException {
        int network = Sockets.openNetworkNamespace(inside);
        try {
            int owner = Sockets.openOwner(network);
            try {
                return start(owner, network);
            } finally {
                Descriptors.close(owner);
            }
        } finally {
            Descriptors.close(network);
        }
    }

    private Connector start(int owner, int network) throws IOException {
        Descriptors.Pipe input = Descriptors.blockingPipe();
        Descriptors.Pipe output = Descriptors.pipe();
        int devNull = Descriptors.openDevNull();
        try {
            int process =
                    new Spawn(
                                    command(),
                                    Map.of(),
                                    Optional.empty(),
                                    List.of(
                                            input.readEnd(),
                                            output.writeEnd(),
                                            devNull,
                                            owner,
                                            network))
                            .start();
            return new Connector(process, input.writeEnd(), output.readEnd());
        } catch (IOException e) {
            Descriptors.close(input.writeEnd());
            Descriptors.close(output.readEnd());
            throw e;
        } finally {
            Descriptors.close(input.readEnd());
            Descriptors.close(output.writeEnd());
            Descriptors.close(devNull);
        }
    }

    private List<String> command() {
        return List.of(
                nsenter.toString(),
                "--user=/proc/self/fd/3",
                "--net=/proc/self/fd/4",
                "--preserve-credentials",
                bash.toString(),
                "--noprofile",
                "--norc",
                "-c",
                SCRIPT);
    }

    @Override
    public SortedSet<Integer> listening() {
        return ListeningPorts.inNamespaceOf(inside);
    }

    @Override
    public boolean isShared() {
        return false;
    }

    private void closeConnector() {
        connector.ifPresent(Connector::close);
        connector = Optional.empty();
    }

    @Override
    public synchronized void close() {
        closed = true;
        closeConnector();
    }

    /// A connected socket in the namespace.
    private static final class Connection implements GuestConnection {

        private static final int CHUNK = 64 * 1024;

        private final int socket;
        private int users;
        private boolean ended;

        Connection(int socket) {
            this.socket = socket;
        }

        @Override
        public byte[] read() throws IOException {
            begin();
            try {
                return Sockets.read(socket, CHUNK);
            } finally {
                end();
            }
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            begin();
            try {
                Descriptors.write(socket, bytes);
            } finally {
                end();
            }
        }

        @Override
        public synchronized void endOutput() {
            if (!ended) {
                Sockets.shutdownOutput(socket);
            }
        }

        private synchronized void begin() throws IOException {
            if (ended) {
                throw new IOException("the connection is closed");
            }
            users++;
        }

        /// The descriptor must not be reused while another thread waits on it.
        private synchronized void end() {
            users--;
            if (ended && users == 0) {
                Sockets.close(socket);
            }
        }

        @Override
        public synchronized void close() {
            if (ended) {
                return;
            }
            ended = true;
            Sockets.shutdown(socket);
            if (users == 0) {
                Sockets.close(socket);
            }
        }
    }
}
