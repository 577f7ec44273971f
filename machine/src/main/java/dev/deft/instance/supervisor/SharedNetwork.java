package dev.deft.instance.supervisor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.SortedSet;

/// The network of an instance that shares that of this machine.
///
/// @param process the first process of the instance
record SharedNetwork(int process) implements GuestNetwork {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int CHUNK = 64 * 1024;

    /// Only what the instance itself listens on: other ports of the machine are not its own.
    @Override
    public GuestConnection connect(int port) throws IOException {
        if (!listening().contains(port)) {
            throw new IOException("the instance does not listen on port " + port);
        }
        try {
            return connect("127.0.0.1", port);
        } catch (IOException _) {
            return connect("::1", port);
        }
    }

    private static GuestConnection connect(String address, int port) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(
                    new InetSocketAddress(InetAddress.ofLiteral(address), port), CONNECT_MILLIS);
            return new Connection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public SortedSet<Integer> listening() {
        return ListeningPorts.ofTree(process);
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void close() {}

    private record Connection(Socket socket) implements GuestConnection {

        @Override
        public byte[] read() throws IOException {
            byte[] buffer = new byte[CHUNK];
            int got = socket.getInputStream().read(buffer);
            return Arrays.copyOf(buffer, Math.max(0, got));
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
        }

        @Override
        public void endOutput() throws IOException {
            socket.shutdownOutput();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException _) {
                // It is closed all the same.
            }
        }
    }
}
