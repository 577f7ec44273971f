package dev.deft.instance.supervisor;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Publishes a port of an instance on loopback, and nowhere else.
final class PortForwarder implements AutoCloseable {

    /// More connections are closed at once.
    static final int MAX_CONNECTIONS = 64;

    private static final int BACKLOG = 64;
    private static final int CHUNK = 64 * 1024;

    private final int guestPort;
    private final GuestNetwork network;
    private final ServerSocket server;
    private final Runnable activity;
    private final Set<Relay> relays = ConcurrentHashMap.newKeySet();

    private PortForwarder(
            int guestPort, GuestNetwork network, ServerSocket server, Runnable activity) {
        this.guestPort = guestPort;
        this.network = network;
        this.server = server;
        this.activity = activity;
    }

    /// Starts to forward.
    ///
    /// @param publicPort 0 for a free one
    /// @param activity is called for each connection and whenever bytes are forwarded
    /// @throws IOException if the public port is taken
    static PortForwarder open(
            int guestPort, int publicPort, GuestNetwork network, Runnable activity)
            throws IOException {
        var server = new ServerSocket();
        try {
            server.bind(
                    new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), publicPort), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        var forwarder = new PortForwarder(guestPort, network, server, activity);
        Thread.ofPlatform().daemon().name("port " + guestPort).start(forwarder::serve);
        return forwarder;
    }

    int publicPort() {
        return server.getLocalPort();
    }

    /// Whether anybody is connected.
    boolean isConnected() {
        return !relays.isEmpty();
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                accepted(server.accept());
            } catch (IOException _) {
                // It was closed, or the client has gone again.
            }
        }
    }

    private void accepted(Socket client) throws IOException {
        if (relays.size() >= MAX_CONNECTIONS) {
            client.close();
            return;
        }
        activity.run();
        var relay = new Relay(client);
        relays.add(relay);
        if (server.isClosed()) {
            relay.close();
        }
        Thread.ofPlatform().daemon().name("port %d in".formatted(guestPort)).start(relay::run);
    }

    /// One connection: two directions, each until its end.
    private final class Relay {

        private final Socket client;

        Relay(Socket client) {
            this.client = client;
        }

        void run() {
            try (GuestConnection guest = network.connect(guestPort)) {
                Thread back =
                        Thread.ofPlatform()
                                .daemon()
                                .name("port %d out".formatted(guestPort))
                                .start(() -> toClient(guest));
                toGuest(guest);
                back.join();
            } catch (IOException _) {
                // The instance does not listen; the client sees that the connection is closed.
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                relays.remove(this);
                close();
            }
        }

        private void toGuest(GuestConnection guest) {
            try {
                InputStream in = client.getInputStream();
                byte[] buffer = new byte[CHUNK];
                for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                    activity.run();
                    guest.write(Arrays.copyOf(buffer, got));
                }
                guest.endOutput();
            } catch (IOException _) {
                guest.close();
            }
        }

        private void toClient(GuestConnection guest) {
            try {
                for (byte[] got = guest.read(); got.length > 0; got = guest.read()) {
                    activity.run();
                    client.getOutputStream().write(got);
                }
                client.shutdownOutput();
            } catch (IOException _) {
                guest.close();
                close();
            }
        }

        void close() {
            try {
                client.close();
            } catch (IOException _) {
                // It is closed all the same.
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException _) {
            // It is closed all the same.
        }
        relays.forEach(Relay::close);
    }
}
