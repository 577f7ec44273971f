package dev.deft.host;

import java.io.IOException;
import java.io.OutputStream;

/// Gives a tool access to files, commands and the network, restricted to what the call may use.
///
/// A host is valid as long as its call. After the call has ended, timed out or was cancelled, every
/// method fails. A tool may use it in its own threads if it waits for them. There is nothing to
/// close.
public interface Host {

    /// {@return the files the call may access}
    WorkspaceFiles files();

    /// {@return runs commands in the sandbox of the call}
    Shell shell();

    /// {@return HTTP to the hosts the call may access}
    Network net();

    /// {@return the session of the call}
    HostSession session();

    /// {@return reports progress}
    Progress progress();

    /// {@return the limits of the call, which the configuration or the dialect may have changed}
    Limits limits();

    /// {@return the call and its caller}
    CallInfo call();

    /// Opens the sidecar: the file for the complete output if the result shows only its head. It is
    /// created on first use and stored with the session.
    ///
    /// @return always the same stream; the tool need not close it
    /// @throws IOException if the file cannot be created
    OutputStream sidecar() throws IOException;

    /// {@return what only some tools need, such as the schedules of the workspace, restricted to
    /// what the call may do}
    ///
    /// @param <T> its type
    /// @param type the interface that the tool works with
    /// @throws HostException with [ErrorCode#UNAVAILABLE] if this host has none
    /// @throws IOException if it cannot be opened
    default <T> T handle(Class<T> type) throws IOException {
        throw new HostException(
                ErrorCode.UNAVAILABLE, "This host has no %s.".formatted(type.getSimpleName()));
    }
}
