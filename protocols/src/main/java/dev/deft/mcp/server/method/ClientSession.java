package dev.deft.mcp.server.method;

import dev.deft.engine.Session;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.Optional;

/// The sessions of a client, each opened when it is first needed.
public final class ClientSession implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ClientSession.class.getName());

    private final SessionOpener opener;
    private final Approver approver;
    private volatile Optional<Session> tools = Optional.empty();
    private volatile Optional<Session> files = Optional.empty();
    private boolean closed;

    ClientSession(SessionOpener opener, Approver approver) {
        this.opener = opener;
        this.approver = approver;
    }

    /// The session whose tools the client calls.
    public Session tools() throws IOException {
        Optional<Session> open = tools;
        return open.isPresent() ? open.get() : openTools();
    }

    private synchronized Session openTools() throws IOException {
        requireOpen();
        if (tools.isEmpty()) {
            tools = Optional.of(opener.open(approver, false));
        }
        return tools.get();
    }

    /// The session by which resources and prompts are read.
    Session files() throws IOException {
        if (opener.usesDefaultDialect()) {
            return tools();
        }
        synchronized (this) {
            requireOpen();
            if (files.isEmpty()) {
                files = Optional.of(opener.open(approver, true));
            }
            return files.get();
        }
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("The session is closed.");
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        tools.ifPresent(ClientSession::close);
        files.ifPresent(ClientSession::close);
    }

    private static void close(Session session) {
        try {
            session.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the log of a session is incomplete", e);
        }
    }
}
