package dev.deft.search.walk;

import static dev.deft.kernel.Syscalls.O_CLOEXEC;
import static dev.deft.kernel.Syscalls.O_DIRECTORY;
import static dev.deft.kernel.Syscalls.O_NOFOLLOW;
import static dev.deft.kernel.Syscalls.O_NONBLOCK;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.kernel.Errno;
import dev.deft.kernel.MemoryScan;
import dev.deft.kernel.Stat;
import dev.deft.kernel.Syscalls;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Accesses the disk by system calls: three for a file, two or three for a directory.
public final class NativeDisk implements Disk {

    private static final int LISTING_BYTES = 64 * 1024;
    private static final int SIZE = 16;
    private static final int TYPE = 18;
    private static final int NAME = 19;
    private static final byte[] SELF = {};
    private static final int FILE = O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;
    private static final long BELOW = Syscalls.RESOLVE_BENEATH | Syscalls.RESOLVE_NO_SYMLINKS;

    /// NFS, CIFS, SMB, SMB2, FUSE, 9p, AFS, Ceph, Coda, GFS2, OCFS2.
    private static final Set<Long> REMOTE =
            Set.of(
                    0x6969L,
                    0xff534d42L,
                    0x517bL,
                    0xfe534d42L,
                    0x65735546L,
                    0x01021997L,
                    0x5346414fL,
                    0x00c36400L,
                    0x73757245L,
                    0x01161970L,
                    0x7461636fL);

    private final byte[] root;
    private final NativeText entries = NativeText.allocate(LISTING_BYTES);
    private byte[] listing = new byte[1024];
    private final Syscalls kernel = new Syscalls();
    private final MemoryScan scan = new MemoryScan();
    private int file = -1;

    public NativeDisk(Path root) {
        this.root = RawNames.of(root);
    }

    /// A directory held open by its descriptor.
    static final class Handle extends Folder {

        final int descriptor;

        Handle(int descriptor) {
            this.descriptor = descriptor;
        }
    }

    @Override
    public Folder root() throws IOException {
        int flags = O_DIRECTORY | O_CLOEXEC | O_NONBLOCK;
        return handle(kernel.openat(Syscalls.AT_FDCWD, root, flags, 0), root);
    }

    @Override
    public Folder open(Folder parent, byte[] name) throws IOException {
        int flags = O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;
        return handle(kernel.openat(descriptor(parent), name, flags, 0), name);
    }

    @Override
    public Folder openPath(Folder root, byte[] path, int from) throws IOException {
        if (path.length == from) {
            root.retain();
            return root;
        }
        byte[] relative = Arrays.copyOfRange(path, from, path.length - 1);
        int flags = O_DIRECTORY | O_CLOEXEC | O_NONBLOCK;
        int result = kernel.openat2(descriptor(root), relative, flags, BELOW);
        return cannotOpenPaths(result)
                ? Disk.super.openPath(root, path, from)
                : handle(result, relative);
    }

    /// Makes the calling thread give way to all others from now on.
    public void workInBackground() {
        kernel.lowerPriority();
    }

    /// Whether the folder is on a file system whose changes all pass through the kernel of this
    /// machine.
    public boolean isLocal(Folder folder) {
        long kind = kernel.fileSystem(descriptor(folder));
        return kind >= 0 && !REMOTE.contains(kind);
    }

    private static Folder handle(int result, byte[] name) throws IOException {
        if (result < 0) {
            throw Errno.exception("open", new String(name, UTF_8), result);
        }
        return new Handle(result);
    }

    public static int descriptor(Folder folder) {
        return ((Handle) folder).descriptor;
    }

    @Override
    public void release(Folder folder) {
        if (folder.release()) {
            kernel.close(descriptor(folder));
        }
    }

    @Override
    public void list(Folder folder, DirectoryEntries into) throws IOException {
        into.clear();
        while (true) {
            long length = kernel.getdents64(descriptor(folder), entries.memory());
            if (length < 0) {
                throw Errno.exception("list", "directory", length);
            }
            if (length == 0) {
                break;
            }
            parse((int) length, into, folder);
        }
    }

    /// Parses the entries from a copy on the heap: reading single native bytes is slower.
    private void parse(int length, DirectoryEntries into, Folder folder) {
        if (listing.length < length) {
            listing = new byte[LISTING_BYTES];
        }
        byte[] bytes = listing;
        entries.copyTo(bytes, 0, length);
        for (int at = 0; at < length; ) {
            int start = at + NAME;
            int end = start;
            while (bytes[end] != 0) {
                end++;
            }
            byte[] name = Arrays.copyOfRange(bytes, start, end);
            if (!isSelfOrParent(name)) {
                into.add(name, type(bytes[at + TYPE], folder, name));
            }
            at += (bytes[at + SIZE] & 0xff) | (bytes[at + SIZE + 1] & 0xff) << 8;
        }
    }

    private DirectoryEntries.Type type(byte kind, Folder folder, byte[] name) {
        return switch (kind) {
            case 4 -> DirectoryEntries.Type.DIRECTORY;
            case 8 -> DirectoryEntries.Type.FILE;
            case 10 -> DirectoryEntries.Type.LINK;
            case 0 ->
                    kernel.statx(descriptor(folder), name) < 0
                            ? DirectoryEntries.Type.OTHER
                            : type(kernel.stat());
            default -> DirectoryEntries.Type.OTHER;
        };
    }

    private static DirectoryEntries.Type type(Stat stat) {
        if (stat.isRegularFile()) {
            return DirectoryEntries.Type.FILE;
        }
        if (stat.isDirectory()) {
            return DirectoryEntries.Type.DIRECTORY;
        }
        return stat.isSymbolicLink() ? DirectoryEntries.Type.LINK : DirectoryEntries.Type.OTHER;
    }

    private static boolean isSelfOrParent(byte[] name) {
        return name[0] == '.' && (name.length == 1 || (name.length == 2 && name[1] == '.'));
    }

    @Override
    public FileStat stat(Folder folder, byte[] name) throws IOException {
        long result = kernel.statx(descriptor(folder), name);
        if (result < 0) {
            throw Errno.exception("stat", new String(name, UTF_8), result);
        }
        Stat stat = kernel.stat();
        Object key = List.of(stat.device(), stat.inode());
        return new FileStat(type(stat), stat.size(), stat.modified(), stat.links(), key);
    }

    @Override
    public boolean openFile(Folder folder, byte[] path, int name) {
        file = kernel.openat(descriptor(folder), path, name, FILE, 0);
        return file >= 0;
    }

    @Override
    public boolean openFilePath(Folder root, byte[] path, int from) {
        byte[] relative = Arrays.copyOfRange(path, from, path.length);
        file = kernel.openat2(descriptor(root), relative, FILE, BELOW);
        return cannotOpenPaths(file) ? Disk.super.openFilePath(root, path, from) : file >= 0;
    }

    /// Whether the path must be opened one component at a time.
    private static boolean cannotOpenPaths(int result) {
        boolean unsupported = result == -Errno.ENOSYS || result == -Errno.EPERM;
        return unsupported || result == -Errno.ENAMETOOLONG || result == -Errno.EAGAIN;
    }

    @Override
    public long fill(MemorySegment buffer, long from, long to) {
        long result;
        do {
            result = kernel.read(file, buffer, from, to - from);
        } while (result == -Errno.EINTR);
        return result;
    }

    /// How many hard links the open file has, or 0 if it is not a regular file.
    public long linksOfOpenFile() {
        boolean regular = kernel.statx(file, SELF) >= 0 && kernel.stat().isRegularFile();
        return regular ? kernel.stat().links() : 0;
    }

    @Override
    public void closeFile() {
        kernel.close(file);
        file = -1;
    }

    @Override
    public long indexOf(MemorySegment text, long from, long to, byte value) {
        return scan.indexOf(text, from, to, value);
    }

    @Override
    public long indexOf(MemorySegment text, long from, long to, MemorySegment needle) {
        return scan.indexOf(text, from, to, needle);
    }
}
