package dev.deft.state;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;

/// Exclusive locks on files, between processes and between threads of one process.
///
/// The end of a process releases its locks.
public interface FileLocks {

    /// Locks a file unless it is locked, and writes the owner to it. The file is created if
    /// necessary; symbolic links are not followed.
    ///
    /// @param owner is written to the start of the file
    /// @return empty if another owner holds the lock
    /// @throws FileSystemException if the file cannot be opened or created
    Optional<Lock> tryLock(Path directory, String name, Bytes owner) throws IOException;

    /// A held lock. Closing releases it.
    interface Lock extends AutoCloseable {

        @Override
        void close() throws IOException;
    }
}
