package dev.deft.server.listener;

import dev.deft.output.ErrorLog;
import dev.deft.server.access.Principal;
import dev.deft.server.wire.SocketOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/// A connection as others than its own thread see it: what it does, and how it is given up.
final class OpenConnection {

    private static final long BUSY = Long.MIN_VALUE;

    private final Socket socket;
    private final long opened = System.nanoTime();
    private volatile long idleSince = opened;
    private volatile Optional<SocketOutput> output = Optional.empty();
    private volatile Optional<Stream> stream = Optional.empty();

    /// A stream of events that is open.
    record Stream(EventOutput output, Optional<Principal> principal, Thread thread) {}

    /// @param socket below TLS, so that closing it waits for nobody
    OpenConnection(Socket socket) {
        this.socket = socket;
    }

    Socket socket() {
        return socket;
    }

    InetAddress address() {
        return socket.getInetAddress();
    }

    /// The handshake, if there is one, is done.
    void ready(SocketOutput out) {
        output = Optional.of(out);
    }

    /// Whether the handshake takes too long.
    boolean isOverdue(Duration handshake) {
        return output.isEmpty() && System.nanoTime() - opened > handshake.toNanos();
    }

    /// A request is carried out from now on.
    void busy() {
        idleSince = BUSY;
    }

    void idle() {
        idleSince = System.nanoTime();
    }

    /// Whether no request is carried out. One that is still arriving does not count.
    boolean isIdle() {
        return idleSince != BUSY;
    }

    /// For how long no request has been carried out; negative if one is.
    long idleNanos() {
        long since = idleSince;
        return since == BUSY ? -1 : System.nanoTime() - since;
    }

    void streaming(Optional<Stream> open) {
        stream = open;
    }

    Optional<Stream> stream() {
        return stream;
    }

    /// Whether the client has read nothing for too long.
    boolean isStalled(Duration most) {
        Optional<SocketOutput> out = output;
        return out.isPresent() && out.get().stalled() > most.toNanos();
    }

    /// Gives the client up. What waits for it goes on with an exception.
    void abort() {
        try {
            socket.close();
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "closing a connection failed", e);
        }
    }

    /// Ends the stream of events.
    void endStream() {
        stream.ifPresent(it -> it.thread().interrupt());
    }
}
