package dev.deft.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/// A network to a database that can be cut: open connections fall silent, then break, and new ones
/// are refused.
public final class CutNetwork implements AutoCloseable {

    private final ServerSocket server;
    private final int target;
    private final List<Socket> open = new ArrayList<>();
    private boolean cut;

    /// @param target the port of the database
    public CutNetwork(int target) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                if (isCut()) {
                    client.close();
                    continue;
                }
                var database = new Socket(InetAddress.getLoopbackAddress(), target);
                add(client, database);
                Thread.ofVirtual().start(() -> copy(client, database));
                Thread.ofVirtual().start(() -> copy(database, client));
            } catch (IOException _) {
                // The next connection may work.
            }
        }
    }

    private synchronized boolean isCut() {
        return cut;
    }

    private synchronized void add(Socket client, Socket database) {
        open.add(client);
        open.add(database);
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // The connection was cut.
        }
    }

    /// Breaks all connections and refuses new ones.
    public synchronized void cut() throws IOException {
        cut = true;
        for (Socket socket : open) {
            socket.close();
        }
        open.clear();
    }

    public synchronized void mend() {
        cut = false;
    }

    @Override
    public void close() throws IOException {
        cut();
        server.close();
    }
}
