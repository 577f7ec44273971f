package dev.deft.instance.supervisor;

import java.io.IOException;
import java.util.SortedSet;

/// The network of an instance, as seen from outside.
interface GuestNetwork extends AutoCloseable {

    /// Connects to a port on which the instance listens.
    ///
    /// @throws IOException if it does not listen there
    GuestConnection connect(int port) throws IOException;

    /// The ports on which the instance listens now.
    SortedSet<Integer> listening();

    /// Whether its ports are ports of this machine too.
    boolean isShared();

    @Override
    void close();
}
