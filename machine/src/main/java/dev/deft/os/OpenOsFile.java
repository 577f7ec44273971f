package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// An open file; the lock prevents closing it during a read.
final class OpenOsFile implements WorkspaceFiles.OpenFile {

    private static final Duration TICK = Duration.ofSeconds(1);

    private final OsPath path;
    private final Tree.Source source;
    private final long size;
    private final Consumer<OpenOsFile> onClose;
    private boolean closed;

    OpenOsFile(OsPath path, Tree.Source source, long size, Consumer<OpenOsFile> onClose) {
        this.path = path;
        this.source = source;
        this.size = size;
        this.onClose = onClose;
    }

    @Override
    public long size() {
        return size;
    }

    /// File system timestamps are coarse, so a second change right after the first could go
    /// unnoticed.
    @Override
    public synchronized Optional<String> identity() throws HostException {
        requireOpen();
        try {
            FileStatus status = source.status();
            Instant changed = Instant.EPOCH.plusNanos(status.changed());
            return changed.isBefore(Instant.now().minus(TICK))
                    ? Optional.of(status.identity())
                    : Optional.empty();
        } catch (KernelException e) {
            throw FileErrorMessages.reading(e, path.display());
        }
    }

    private void requireOpen() throws HostException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, path.display() + " is closed.");
        }
    }

    @Override
    public synchronized Bytes read(long position, int length) throws HostException {
        requireOpen();
        try {
            return source.read(position, length);
        } catch (KernelException e) {
            throw FileErrorMessages.reading(e, path.display());
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            source.close();
            onClose.accept(this);
        }
    }
}
