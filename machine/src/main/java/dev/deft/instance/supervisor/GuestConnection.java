package dev.deft.instance.supervisor;

import java.io.IOException;

/// A connection to a port of an instance. Reading blocks a platform thread.
interface GuestConnection extends AutoCloseable {

    /// Waits for bytes; empty at the end.
    byte[] read() throws IOException;

    void write(byte[] bytes) throws IOException;

    /// Ends the sending direction.
    void endOutput() throws IOException;

    /// Ends both directions and every call that waits.
    @Override
    void close();
}
