package dev.deft.host;

import java.io.IOException;
import java.io.OutputStream;

/// The world as one call may see it.
///
/// A host lives as long as its call. Once the call is over, whether it ended, timed out or was
/// aborted, every handle refuses further work.
public interface Host {

    WorkspaceFiles files();

    Shell shell();

    Network net();

    Session session();

    Progress progress();

    Limits limits();

    /// Which call this is, and who makes it.
    CallInfo call();

    /// Takes all of an output whose head alone is shown; made on first use, kept with the session.
    OutputStream sidecar() throws IOException;
}
