package dev.deft.state;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;

/// Exclusive locks on files, between processes and between threads of one process.
///
/// A lock ends with the process that holds it, however that ends.
public interface FileLocks {

    /// Locks a file unless somebody has it, and writes into it who has it now. The file is made
    /// where there is none; a symlink of that name is not followed.
    ///
    /// @param owner is written from the beginning of the file on
    /// @return nothing where somebody has the lock
    /// @throws FileSystemException where the file cannot be opened or made; its reason says why
    Optional<Lock> tryLock(Path directory, String name, Bytes owner) throws IOException;

    /// A lock that is held until it is closed.
    interface Lock extends AutoCloseable {

        @Override
        void close() throws IOException;
    }
}
