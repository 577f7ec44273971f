package dev.deft.host;

import java.io.IOException;
import java.io.OutputStream;

/// The world as one call may see it.
///
/// A host lives as long as its call. Once the call is over, whether it ended, timed out or was
/// cancelled, every handle refuses further work. A tool may hand it to threads of its own as long
/// as it waits for them. There is nothing to close.
public interface Host {

    /// {@return the files this call may reach}
    WorkspaceFiles files();

    /// {@return what runs commands, in the sandbox of this call}
    Shell shell();

    /// {@return HTTP to the hosts this call may reach}
    Network net();

    /// {@return the conversation the call belongs to}
    HostSession session();

    /// {@return where to report progress}
    Progress progress();

    /// {@return the limits of this call, which a configuration or a dialect may have changed}
    Limits limits();

    /// {@return which call this is, and who makes it}
    CallInfo call();

    /// Takes all of an output whose head alone is shown. The file is made on first use and kept
    /// with the session.
    ///
    /// @return the same stream each time; the tool need not close it
    /// @throws IOException when the file cannot be made
    OutputStream sidecar() throws IOException;
}
