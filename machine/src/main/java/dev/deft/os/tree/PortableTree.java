package dev.deft.os.tree;

import static dev.deft.kernel.Errno.ELOOP;
import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.Errno.ENOTDIR;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.deft.kernel.Errno;
import dev.deft.kernel.FileErrno;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// The tree accessed by the JDK alone, for Unix systems whose kernel we do not call.
///
/// Files are opened, removed and renamed relative to open directories, as in the kernel tree. Where
/// the JDK offers only paths (creating a directory, reading a link, owner and link count), the
/// result is compared with the open file if a mistake could matter. Names depend on the locale
/// here.
public final class PortableTree implements Tree {

    private final Path root;
    private final Map<OsPath, PortableFile> claims = new ConcurrentHashMap<>();

    private PortableTree(Path root) {
        this.root = root;
    }

    public static PortableTree of(String directory) throws KernelException {
        return call(() -> new PortableTree(Path.of(directory).toRealPath()));
    }

    /// The one place where a directory is opened.
    private SecureDirectoryStream<Path> directory(OsPath path) throws IOException {
        requireHeld(path);
        SecureDirectoryStream<Path> at =
                secure(root.getFileSystem().provider().newDirectoryStream(root, _ -> true));
        if (path.isRoot()) {
            return at;
        }
        for (String part : path.display().split("/", -1)) {
            try (SecureDirectoryStream<Path> parent = at) {
                at = parent.newDirectoryStream(Path.of(part), NOFOLLOW_LINKS);
            }
        }
        return at;
    }

    private void requireHeld(OsPath path) throws KernelException {
        if (!holds(path)) {
            throw new KernelException("open", FileErrno.ENODEV);
        }
    }

    private Path absolute(OsPath path) throws KernelException {
        requireHeld(path);
        return path.isRoot() ? root : root.resolve(path.display());
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream)
            throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this system cannot open a file from an open directory");
    }

    private FileChannel channel(OsPath file, Set<? extends OpenOption> options) throws IOException {
        try (SecureDirectoryStream<Path> parent = directory(file.parent())) {
            SeekableByteChannel channel = parent.newByteChannel(Path.of(file.name()), options);
            if (channel instanceof FileChannel opened) {
                return opened;
            }
            channel.close();
            throw new IOException("not a file that can be locked and synchronized");
        }
    }

    @Override
    public String realRoot() {
        return root.toString();
    }

    @Override
    public Optional<FileStatus> look(OsPath path) throws KernelException {
        try {
            return Optional.of(call(() -> status(path)));
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private FileStatus status(OsPath path) throws IOException {
        if (path.isRoot()) {
            return PortableStatus.of(root);
        }
        try (SecureDirectoryStream<Path> parent = directory(path.parent())) {
            return status(parent, path);
        }
    }

    private FileStatus status(SecureDirectoryStream<Path> parent, OsPath path) throws IOException {
        Object key =
                parent.getFileAttributeView(
                                Path.of(path.name()), BasicFileAttributeView.class, NOFOLLOW_LINKS)
                        .readAttributes()
                        .fileKey();
        return PortableStatus.of(absolute(path), key);
    }

    @Override
    public String linkTarget(OsPath link) throws KernelException {
        return call(() -> Files.readSymbolicLink(absolute(link)).toString());
    }

    @Override
    public List<Entry> entries(OsPath directory) throws KernelException {
        return call(() -> {
            var entries = new ArrayList<Entry>();
            try (SecureDirectoryStream<Path> stream = directory(directory)) {
                for (Path entry : stream) {
                    String name = entry.getFileName().toString();
                    entries.add(new Entry(name, status(stream, directory.child(name))));
                }
            }
            return entries;
        });
    }

    @Override
    public Source open(OsPath file) throws KernelException {
        PortableFile claimed = claims.get(file);
        if (claimed != null) {
            // Closing a second channel would release the lock.
            return claimed.shared();
        }
        FileStatus status = look(file).orElseThrow(PortableTree::missing);
        if (!status.isRegular()) {
            throw new KernelException("open", status.isSymlink() ? ELOOP : unopened(status));
        }
        return call(() ->
                new PortableFile(
                        this,
                        file,
                        channel(file, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS))));
    }

    private static int unopened(FileStatus status) {
        return status.isDirectory() ? FileErrno.EISDIR : FileErrno.ENXIO;
    }

    private static KernelException missing() {
        return new KernelException("open", ENOENT);
    }

    @Override
    public NewFile create(OsPath file, int permissions) throws KernelException {
        return call(() ->
                new PortableFile(
                        this,
                        file,
                        channel(
                                file,
                                Set.of(
                                        StandardOpenOption.WRITE,
                                        StandardOpenOption.CREATE_NEW,
                                        NOFOLLOW_LINKS))));
    }

    @Override
    public NewFile append(OsPath file) throws KernelException {
        return call(() ->
                new PortableFile(
                        this,
                        file,
                        channel(
                                file,
                                Set.of(
                                        StandardOpenOption.WRITE,
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.APPEND,
                                        NOFOLLOW_LINKS))));
    }

    @Override
    public Optional<LockedFile> tryLock(OsPath file) throws KernelException {
        if (claims.containsKey(file)) {
            return Optional.empty();
        }
        return call(() -> {
            FileChannel channel =
                    channel(
                            file,
                            Set.of(
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.CREATE,
                                    NOFOLLOW_LINKS));
            var claim = new PortableFile(this, file, channel);
            if (isLocked(channel) && claims.putIfAbsent(file, claim) == null) {
                if (isStillThere(file)) {
                    return Optional.of(claim);
                }
                claims.remove(file, claim);
            }
            channel.close();
            return Optional.empty();
        });
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    private boolean isStillThere(OsPath file) throws KernelException {
        return look(file).isPresent();
    }

    void unclaim(OsPath file, PortableFile claim) {
        claims.remove(file, claim);
    }

    @Override
    public boolean writable(OsPath file) throws KernelException {
        return Files.isWritable(absolute(file));
    }

    @Override
    public void makeDirectory(OsPath directory) throws KernelException {
        call(() -> {
            requirePlain(directory.parent(), "mkdir");
            return Files.createDirectory(absolute(directory));
        });
    }

    @Override
    public void makeLink(OsPath link, String target) throws KernelException {
        call(() -> {
            requirePlain(link.parent(), "symlink");
            return Files.createSymbolicLink(absolute(link), Path.of(target));
        });
    }

    private void requirePlain(OsPath directory, String what) throws IOException {
        Path plain = absolute(directory);
        if (!plain.toRealPath().equals(plain)) {
            throw new KernelException(what, ELOOP);
        }
    }

    @Override
    public void adjust(OsPath path, OptionalInt permissions, OptionalLong modified)
            throws KernelException {
        call(() -> {
            if (status(path).isSymlink()) {
                throw new KernelException("chmod", ELOOP);
            }
            if (permissions.isPresent()) {
                Files.setAttribute(absolute(path), "unix:mode", permissions.getAsInt());
            }
            if (modified.isPresent()) {
                Files.setLastModifiedTime(absolute(path), time(modified.getAsLong()));
            }
            return path;
        });
    }

    static FileTime time(long nanos) {
        return FileTime.from(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void removeDirectory(OsPath directory) throws KernelException {
        call(() -> {
            try (SecureDirectoryStream<Path> parent = directory(directory.parent())) {
                parent.deleteDirectory(Path.of(directory.name()));
            }
            return directory;
        });
    }

    @Override
    public void remove(OsPath file) throws KernelException {
        call(() -> {
            try (SecureDirectoryStream<Path> parent = directory(file.parent())) {
                parent.deleteFile(Path.of(file.name()));
            }
            return file;
        });
    }

    @Override
    public void replace(OsPath target, OsPath with) throws KernelException {
        call(() -> {
            try (SecureDirectoryStream<Path> from = directory(with.parent());
                    SecureDirectoryStream<Path> to = directory(target.parent())) {
                from.move(Path.of(with.name()), to, Path.of(target.name()));
            }
            return target;
        });
    }

    /// The JDK has no rename that refuses to replace; our locks keep other writers of ours away.
    @Override
    public void move(OsPath from, OsPath to) throws KernelException {
        if (look(to).isPresent()) {
            throw new KernelException("rename", FileErrno.EEXIST);
        }
        replace(to, from);
    }

    @Override
    public void sync(OsPath directory) throws KernelException {
        call(() -> {
            if (!status(directory).isDirectory()) {
                throw new KernelException("fsync", ENOTDIR);
            }
            try (FileChannel channel = FileChannel.open(absolute(directory))) {
                channel.force(true);
            }
            return directory;
        });
    }

    @Override
    public boolean syncsAtOnce() {
        return false;
    }

    @Override
    public void syncAll() throws KernelException {
        throw new KernelException("syncfs", Errno.ENOSYS);
    }

    @Override
    public void close() {
        claims.values().forEach(PortableFile::close);
    }

    static <T> T call(Body<T> body) throws KernelException {
        try {
            return body.run();
        } catch (IOException e) {
            throw PortableErrors.of(e);
        }
    }

    /// An operation of the JDK that may fail.
    @FunctionalInterface
    interface Body<T> {

        T run() throws IOException;
    }
}
