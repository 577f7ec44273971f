package dev.deft.process.pool;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;

/// A program that listens in the network namespace of a sandbox until its socket has been taken
/// over.
///
/// A socket belongs to the network namespace in which it was opened, and a JVM with many threads
/// cannot switch to another one. So this program is started there, and ends as soon as
/// [ProxySocket] has a copy of its socket.
public final class SocketListener {

    static final String LISTENING = "listening\n";

    /// The port of the proxy in the sandbox; nothing else listens there.
    static final int PORT = 3128;

    private static final int BACKLOG = 128;

    private SocketListener() {}

    public static void main(String[] arguments) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (var socket = new ServerSocket(PORT, BACKLOG, here);
                OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write(LISTENING.getBytes(StandardCharsets.UTF_8));
            while (System.in.read() >= 0 && !socket.isClosed()) {
                // The pipe closes when the socket has been taken over, or when the parent has
                // ended.
            }
        }
    }
}
