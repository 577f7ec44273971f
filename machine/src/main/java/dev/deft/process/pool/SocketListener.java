package dev.deft.process.pool;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;

/// A program of its own: listens in the network of a sandbox until its socket was taken over.
///
/// Nobody can open a socket in a network he is not in, and a JVM with its many threads cannot move
/// to another one. So this is started there, and ends as soon as [ProxySocket] has a copy.
public final class SocketListener {

    static final String LISTENING = "listening\n";

    /// Where programs inside find their proxy; nobody else is in that network.
    static final int PORT = 3128;

    private static final int MOST_WAITING = 128;

    private SocketListener() {}

    public static void main(String[] arguments) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (var socket = new ServerSocket(PORT, MOST_WAITING, here);
                OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write(LISTENING.getBytes(StandardCharsets.UTF_8));
            while (System.in.read() >= 0 && !socket.isClosed()) {
                // The pipe closes when the socket was taken, or its taker is gone.
            }
        }
    }
}
