package dev.deft.os.tree;

import static dev.deft.kernel.Errno.EACCES;
import static dev.deft.kernel.Errno.EAGAIN;
import static dev.deft.kernel.Errno.ELOOP;
import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.Errno.ENOSYS;
import static dev.deft.kernel.Errno.EPERM;
import static dev.deft.kernel.FileErrno.ENODEV;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileHandle;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.kernel.OpenFileAttributes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The tree accessed by system calls of Linux.
public final class KernelTree implements Tree {

    private static final int NEW_DIRECTORY = 0777;

    private final FileHandle root;
    private final String realRoot;
    private final boolean oneStep;
    private volatile boolean closed;

    private KernelTree(FileHandle root, boolean oneStep) throws KernelException {
        this.root = root;
        this.realRoot = root.realPath();
        this.oneStep = oneStep;
    }

    public static KernelTree of(String directory) throws KernelException {
        FileHandle root = FileHandle.openDirectory(directory);
        return new KernelTree(root, resolvesInOneStep(root));
    }

    /// For kernels before 5.6: opens every path component separately.
    public static KernelTree stepByStep(String directory) throws KernelException {
        return new KernelTree(FileHandle.openDirectory(directory), false);
    }

    private static boolean resolvesInOneStep(FileHandle root) throws KernelException {
        try (FileHandle itself = root.openBeneath(".", FileHandle.PATH, 0)) {
            return itself.status().isDirectory();
        } catch (KernelException e) {
            // Some containers answer EPERM to every system call they do not know.
            if (e.errno() == ENOSYS || e.errno() == EPERM) {
                return false;
            }
            throw e;
        }
    }

    /// The one place where a path becomes an open file.
    private FileHandle open(OsPath path, int flags, int mode) throws KernelException {
        if (closed || !holds(path)) {
            throw new KernelException("open", ENODEV);
        }
        return oneStep
                ? root.openBeneath(path.display(), flags, mode)
                : openStepByStep(path, flags, mode);
    }

    private FileHandle openStepByStep(OsPath path, int flags, int mode) throws KernelException {
        String[] parts = path.display().split("/", -1);
        FileHandle at = root.openEntry(".", FileHandle.PATH | FileHandle.DIRECTORY, 0);
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            try (FileHandle directory = at) {
                at =
                        last
                                ? directory.openEntry(parts[i], flags, mode)
                                : directory.openEntry(
                                        parts[i], FileHandle.PATH | FileHandle.DIRECTORY, 0);
            }
        }
        return at;
    }

    private FileHandle directory(OsPath path) throws KernelException {
        return open(path, FileHandle.PATH | FileHandle.DIRECTORY, 0);
    }

    @Override
    public String realRoot() {
        return realRoot;
    }

    @Override
    public Path pinnedRoot() {
        return Path.of(root.link());
    }

    @Override
    public Optional<FileStatus> look(OsPath path) throws KernelException {
        try (FileHandle file = open(path, FileHandle.PATH | FileHandle.NO_FOLLOW, 0)) {
            return Optional.of(file.status());
        } catch (KernelException e) {
            return ifMissing(e);
        }
    }

    private static <T> Optional<T> ifMissing(KernelException e) throws KernelException {
        if (e.errno() == ENOENT) {
            return Optional.empty();
        }
        throw e;
    }

    @Override
    public String linkTarget(OsPath link) throws KernelException {
        try (FileHandle file = open(link, FileHandle.PATH | FileHandle.NO_FOLLOW, 0)) {
            return file.linkTarget();
        }
    }

    @Override
    public List<Entry> entries(OsPath directory) throws KernelException {
        var entries = new ArrayList<Entry>();
        try (FileHandle handle = open(directory, FileHandle.READ | FileHandle.DIRECTORY, 0)) {
            for (String name : handle.names()) {
                entry(handle, name).ifPresent(entries::add);
            }
        }
        return entries;
    }

    private static Optional<Entry> entry(FileHandle directory, String name) throws KernelException {
        try {
            return Optional.of(new Entry(name, directory.status(name)));
        } catch (KernelException e) {
            return ifMissing(e);
        }
    }

    @Override
    public Source open(OsPath file) throws KernelException {
        return new HandleFile(open(file, FileHandle.READ | FileHandle.NEVER_WAIT, 0));
    }

    @Override
    public NewFile create(OsPath file, int permissions) throws KernelException {
        int flags = FileHandle.WRITE | FileHandle.CREATE | FileHandle.EXCLUSIVE;
        return new HandleFile(open(file, flags, permissions));
    }

    @Override
    public NewFile append(OsPath file) throws KernelException {
        int flags =
                FileHandle.WRITE | FileHandle.CREATE | FileHandle.APPEND | FileHandle.NEVER_WAIT;
        return new HandleFile(open(file, flags, NEW_FILE));
    }

    @Override
    public Optional<LockedFile> tryLock(OsPath file) throws KernelException {
        int flags = FileHandle.READ_WRITE | FileHandle.CREATE | FileHandle.NEVER_WAIT;
        FileHandle handle = open(file, flags, NEW_FILE);
        boolean claimed = false;
        try {
            // A file that was removed before it was locked is not the one that others will open.
            claimed = handle.tryLock() && handle.status().links() > 0;
        } finally {
            if (!claimed) {
                handle.close();
            }
        }
        return claimed ? Optional.of(new HandleFile(handle)) : Optional.empty();
    }

    @Override
    public boolean writable(OsPath file) throws KernelException {
        try (FileHandle parent = directory(file.parent())) {
            return parent.writable(file.name());
        }
    }

    @Override
    public void makeDirectory(OsPath directory) throws KernelException {
        try (FileHandle parent = directory(directory.parent())) {
            parent.makeDirectory(directory.name(), NEW_DIRECTORY);
        }
    }

    @Override
    public void makeLink(OsPath link, String target) throws KernelException {
        try (FileHandle parent = directory(link.parent())) {
            parent.makeLink(link.name(), target);
        }
    }

    @Override
    public void adjust(OsPath path, OptionalInt permissions, OptionalLong modified)
            throws KernelException {
        try (FileHandle file = open(path, FileHandle.PATH | FileHandle.NO_FOLLOW, 0)) {
            if (file.status().isSymlink()) {
                throw new KernelException("fchmodat", ELOOP);
            }
            if (permissions.isPresent()) {
                OpenFileAttributes.permissions(file, permissions.getAsInt());
            }
            if (modified.isPresent()) {
                OpenFileAttributes.modified(file, modified.getAsLong());
            }
        }
    }

    @Override
    public void removeDirectory(OsPath directory) throws KernelException {
        try (FileHandle parent = directory(directory.parent())) {
            parent.removeDirectory(directory.name());
        }
    }

    @Override
    public void remove(OsPath file) throws KernelException {
        try (FileHandle parent = directory(file.parent())) {
            parent.unlink(file.name());
        }
    }

    @Override
    public void replace(OsPath target, OsPath with) throws KernelException {
        if (target.parent().equals(with.parent())) {
            try (FileHandle parent = directory(target.parent())) {
                parent.rename(with.name(), parent, target.name());
            }
            return;
        }
        try (FileHandle from = directory(with.parent());
                FileHandle to = directory(target.parent())) {
            from.rename(with.name(), to, target.name());
        }
    }

    @Override
    public void move(OsPath from, OsPath to) throws KernelException {
        try (FileHandle source = directory(from.parent());
                FileHandle target = directory(to.parent())) {
            source.renameToFree(from.name(), target, to.name());
        }
    }

    @Override
    public void sync(OsPath directory) throws KernelException {
        try (FileHandle handle = open(directory, FileHandle.READ | FileHandle.DIRECTORY, 0)) {
            handle.sync();
        }
    }

    @Override
    public boolean syncsAtOnce() {
        return true;
    }

    @Override
    public void syncAll() throws KernelException {
        try (FileHandle handle = open(OsPath.ROOT, FileHandle.READ | FileHandle.DIRECTORY, 0)) {
            handle.syncAll();
        }
    }

    @Override
    public void close() {
        closed = true;
        root.close();
    }

    /// One handle in the three roles a file can have.
    private record HandleFile(FileHandle handle) implements Source, NewFile, LockedFile {

        @Override
        public FileStatus status() throws KernelException {
            return handle.status();
        }

        @Override
        public Map<String, Bytes> extendedAttributes() throws KernelException {
            return OpenFileAttributes.attributes(handle);
        }

        @Override
        public Bytes read(long position, int length) throws KernelException {
            return handle.read(position, length);
        }

        @Override
        public Bytes content() throws KernelException {
            return handle.read(0, Math.toIntExact(handle.status().size()));
        }

        @Override
        public void write(Bytes content) throws KernelException {
            handle.write(content);
        }

        @Override
        public void append(Bytes content) throws KernelException {
            handle.write(content);
        }

        /// The access control list is set last: it contains the group permissions.
        @Override
        public void setAttributes(FileAttributes fileAttributes) throws KernelException {
            OptionalInt permissions = fileAttributes.permissions();
            if (fileAttributes.owner().isPresent() && !owned(fileAttributes.owner().get())) {
                permissions =
                        permissions.isPresent()
                                ? OptionalInt.of(permissions.getAsInt() & WITHOUT_SET_ID)
                                : permissions;
            }
            if (permissions.isPresent()) {
                handle.permissions(permissions.getAsInt());
            }
            if (!fileAttributes.extended().isEmpty()) {
                OpenFileAttributes.attributes(handle, fileAttributes.extended());
            }
            if (fileAttributes.modified().isPresent()) {
                OpenFileAttributes.modified(handle, fileAttributes.modified().getAsLong());
            }
        }

        /// @return whether the file now has the desired owner
        private boolean owned(FileAttributes.Owner wanted) throws KernelException {
            FileStatus own = handle.status();
            return (own.owner() == wanted.user() && own.group() == wanted.group()) || chown(wanted);
        }

        private boolean chown(FileAttributes.Owner other) throws KernelException {
            try {
                handle.owner(other.user(), other.group());
                return true;
            } catch (KernelException e) {
                if (e.errno() == EPERM || e.errno() == EACCES || e.errno() == EAGAIN) {
                    return false;
                }
                throw e;
            }
        }

        @Override
        public void startSync() {
            handle.startSync();
        }

        @Override
        public void sync() throws KernelException {
            handle.sync();
        }

        @Override
        public void close() {
            handle.close();
        }
    }
}
