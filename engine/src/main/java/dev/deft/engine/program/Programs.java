package dev.deft.engine.program;

import dev.deft.host.Shell;
import java.io.IOException;
import java.io.OutputStream;

/// Runs tools that are programs, each in a sandbox with what it requires.
public interface Programs {

    /// Runs a program until it ends or times out; nothing of it is left then.
    ///
    /// @param input its standard input
    /// @param outputBytes how much of its output the result has at most
    /// @param sidecar for all of its output, if that is too long
    /// @throws IOException if it may not or cannot be started
    Shell.Result run(ToolDescription tool, String input, int outputBytes, Sidecar sidecar)
            throws IOException, InterruptedException;

    /// Opens the sidecar of a call.
    @FunctionalInterface
    interface Sidecar {

        OutputStream open() throws IOException;
    }
}
