package dev.deft.app.cli.command;

import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import java.io.IOException;

/// A session with its engine and workspace, closed in order.
public record OpenSession(Engine engine, Workspace workspace, Session session)
        implements AutoCloseable {

    @Override
    public void close() throws IOException {
        try (engine;
                workspace;
                session) {
            // The block only closes them.
        }
    }
}
