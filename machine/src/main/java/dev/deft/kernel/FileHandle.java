package dev.deft.kernel;

import dev.deft.host.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// An open file or directory. Names are UTF-8, independent of the locale.
///
/// All errors are [KernelException]s. Only one thread at a time may use a handle, because the
/// number of a closed descriptor may be reused.
public final class FileHandle implements AutoCloseable {

    public static final int READ = 0;
    public static final int WRITE = 0x1;
    public static final int READ_WRITE = 0x2;
    public static final int CREATE = 0x40;
    public static final int EXCLUSIVE = 0x80;
    public static final int APPEND = 0x400;

    /// Does not wait for the other end of a pipe and does not acquire a controlling terminal.
    public static final int NEVER_WAIT = Syscalls.O_NONBLOCK | 0x100;

    public static final int NO_FOLLOW = Syscalls.O_NOFOLLOW;
    public static final int DIRECTORY = Syscalls.O_DIRECTORY;

    /// Refers to the file without opening it.
    public static final int PATH = 0x200000;

    /// Path resolution stays below the directory and follows neither symlinks nor `/proc` links.
    private static final long RESOLVE_LITERALLY = 0x02 | 0x04 | 0x08;

    static final FileSyscallNumbers NUMBERS = FileSyscallNumbers.OF_THIS_MACHINE;
    private static final String ITSELF = "";
    private static final int LONGEST_PATH = 4096;
    private static final int PIECE = 1 << 20;
    private static final int ENTRIES = 1 << 15;
    private static final int LOCK_EXCLUSIVELY_NOW = 2 | 4;
    private static final int NO_REPLACE = 1;
    private static final int REMOVE_DIRECTORY = 0x200;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int MAY_WRITE = 2;
    private static final int BASIC_STATS = 0x7ff;
    private static final int START_WRITING = 2;

    private final int descriptor;
    private boolean closed;

    private FileHandle(int descriptor) {
        this.descriptor = descriptor;
    }

    /// Opens a directory by its absolute path.
    public static FileHandle openDirectory(String path) throws KernelException {
        return open(Syscalls.AT_FDCWD, path, DIRECTORY | PATH, 0);
    }

    /// Opens a path below this directory in one call. A symlink in the middle is an error; one at
    /// the end is opened itself with `PATH | NO_FOLLOW`, and is an error otherwise.
    public FileHandle openBeneath(String path, int flags, int mode) throws KernelException {
        try (var call = SyscallMemory.take()) {
            NativeMemory how = call.allocate(24);
            how.bytes()
                    .putLong(0, flags | Syscalls.O_CLOEXEC)
                    .putLong(8, mode)
                    .putLong(16, RESOLVE_LITERALLY);
            return new FileHandle(
                    (int)
                            call.make(
                                    "openat2",
                                    CLibrary.NUMBERS.openat2(),
                                    descriptor,
                                    call.name(path),
                                    how.address(),
                                    how.size(),
                                    0));
        }
    }

    /// Opens an entry of this directory; symlinks are treated as in [#openBeneath].
    public FileHandle openEntry(String name, int flags, int mode) throws KernelException {
        return open(descriptor, name, flags | NO_FOLLOW, mode);
    }

    private static FileHandle open(int directory, String path, int flags, int mode)
            throws KernelException {
        try (var call = SyscallMemory.take()) {
            return new FileHandle(
                    (int)
                            call.make(
                                    "openat",
                                    CLibrary.NUMBERS.openat(),
                                    directory,
                                    call.name(path),
                                    flags | Syscalls.O_CLOEXEC,
                                    mode,
                                    0));
        }
    }

    int descriptor() {
        return descriptor;
    }

    /// A path that always refers to this open file, even if it was moved.
    public String link() {
        return "/proc/self/fd/" + descriptor;
    }

    public FileStatus status() throws KernelException {
        return status(ITSELF);
    }

    /// The status of an entry of this directory; does not follow symlinks.
    public FileStatus status(String name) throws KernelException {
        try (var call = SyscallMemory.take()) {
            NativeMemory answer = call.allocate(FileStatus.BYTES);
            call.make(
                    "statx",
                    CLibrary.NUMBERS.statx(),
                    descriptor,
                    call.name(name),
                    AT_SYMLINK_NOFOLLOW | (name.isEmpty() ? AT_EMPTY_PATH : 0),
                    BASIC_STATS,
                    answer.address());
            return FileStatus.read(answer.bytes());
        }
    }

    /// Whether this process may write to an entry of this directory.
    public boolean writable(String name) throws KernelException {
        try (var call = SyscallMemory.take()) {
            call.make(
                    "faccessat", NUMBERS.faccessat(), descriptor, call.name(name), MAY_WRITE, 0, 0);
            return true;
        } catch (KernelException e) {
            if (e.errno() == Errno.EACCES || e.errno() == Errno.EPERM) {
                return false;
            }
            throw e;
        }
    }

    /// The target of this symlink, opened with `PATH | NO_FOLLOW`.
    public String linkTarget() throws KernelException {
        return readLink(descriptor, ITSELF);
    }

    /// The current absolute path of this file, with all symlinks resolved.
    public String realPath() throws KernelException {
        return readLink(Syscalls.AT_FDCWD, link());
    }

    private static String readLink(int directory, String name) throws KernelException {
        try (var call = SyscallMemory.take()) {
            NativeMemory target = call.allocate(LONGEST_PATH);
            long length =
                    call.make(
                            "readlinkat",
                            NUMBERS.readlinkat(),
                            directory,
                            call.name(name),
                            target.address(),
                            LONGEST_PATH,
                            0);
            return new String(target.copy((int) length), StandardCharsets.UTF_8);
        }
    }

    /// The names of the entries, unsorted, without `.` and `..`.
    public List<String> names() throws KernelException {
        var names = new ArrayList<String>();
        try (var call = SyscallMemory.take()) {
            NativeMemory entries = call.allocate(ENTRIES);
            int number = CLibrary.NUMBERS.getdents64();
            long end;
            while ((end =
                            call.make(
                                    "getdents64",
                                    number,
                                    descriptor,
                                    entries.address(),
                                    ENTRIES,
                                    0,
                                    0))
                    > 0) {
                addNames(entries.copy((int) end), names);
            }
        }
        return names;
    }

    private static void addNames(byte[] entries, List<String> names) {
        for (int at = 0; at < entries.length; ) {
            String name = DirectoryReader.name(entries, at, StandardCharsets.UTF_8);
            if (!name.equals(".") && !name.equals("..")) {
                names.add(name);
            }
            at += DirectoryReader.size(entries, at);
        }
    }

    /// Reads up to `length` bytes from a position; fewer only at the end of the file.
    public Bytes read(long position, int length) throws KernelException {
        byte[] content = new byte[length];
        int got = 0;
        try (var call = SyscallMemory.take()) {
            NativeMemory piece = call.allocate(Math.clamp(length, 1, PIECE));
            while (got < length) {
                long count = Math.min(piece.size(), length - got);
                int number = CLibrary.NUMBERS.pread64();
                long read =
                        call.make(
                                "pread64",
                                number,
                                descriptor,
                                piece.address(),
                                count,
                                position + got,
                                0);
                if (read == 0) {
                    break;
                }
                piece.bytes().get(0, content, got, (int) read);
                got += (int) read;
            }
        }
        return Bytes.wrap(got == length ? content : Arrays.copyOf(content, got));
    }

    /// Writes all bytes at the current file position.
    public void write(Bytes content) throws KernelException {
        ByteBuffer source = content.buffer();
        try (var call = SyscallMemory.take()) {
            NativeMemory piece = call.allocate(Math.clamp(content.size(), 1, PIECE));
            for (int at = 0; at < content.size(); ) {
                int count = Math.min(piece.size(), content.size() - at);
                piece.bytes().put(0, source, at, count);
                at +=
                        (int)
                                call.make(
                                        "write",
                                        NUMBERS.write(),
                                        descriptor,
                                        piece.address(),
                                        count,
                                        0,
                                        0);
            }
        }
    }

    /// Begins to write the content to the disk and does not wait, so that several files are written
    /// at the same time and each [#sync] waits less. It promises nothing: errors show in [#sync].
    public void startSync() {
        try (var call = SyscallMemory.take()) {
            call.result(NUMBERS.syncFileRange(), descriptor, 0, 0, START_WRITING, 0);
        }
    }

    /// Waits until the file is on disk.
    public void sync() throws KernelException {
        call("fsync", NUMBERS.fsync(), 0, 0);
    }

    /// Waits until everything written to this file system is on disk.
    public void syncAll() throws KernelException {
        call("syncfs", NUMBERS.syncfs(), 0, 0);
    }

    public void permissions(int permissions) throws KernelException {
        call("fchmod", NUMBERS.fchmod(), permissions, 0);
    }

    public void owner(int owner, int group) throws KernelException {
        call("fchown", NUMBERS.fchown(), owner, group);
    }

    /// Takes an exclusive lock.
    ///
    /// @return whether no other handle holds it
    public boolean tryLock() throws KernelException {
        try {
            call("flock", NUMBERS.flock(), LOCK_EXCLUSIVELY_NOW, 0);
            return true;
        } catch (KernelException e) {
            if (e.errno() == Errno.EAGAIN) {
                return false;
            }
            throw e;
        }
    }

    private void call(String name, int number, long a, long b) throws KernelException {
        try (var call = SyscallMemory.take()) {
            call.make(name, number, descriptor, a, b, 0, 0);
        }
    }

    public void makeDirectory(String name, int mode) throws KernelException {
        try (var call = SyscallMemory.take()) {
            call.make("mkdirat", NUMBERS.mkdirat(), descriptor, call.name(name), mode, 0, 0);
        }
    }

    /// Creates a symlink in this directory.
    public void makeLink(String name, String target) throws KernelException {
        try (var call = SyscallMemory.take()) {
            call.make(
                    "symlinkat",
                    NUMBERS.symlinkat(),
                    call.name(target),
                    descriptor,
                    call.name(name),
                    0,
                    0);
        }
    }

    /// Removes a file or symlink from this directory.
    public void unlink(String name) throws KernelException {
        unlink(name, 0);
    }

    public void removeDirectory(String name) throws KernelException {
        unlink(name, REMOVE_DIRECTORY);
    }

    private void unlink(String name, int flags) throws KernelException {
        try (var call = SyscallMemory.take()) {
            call.make("unlinkat", NUMBERS.unlinkat(), descriptor, call.name(name), flags, 0, 0);
        }
    }

    /// Moves an entry of this directory and replaces the target if it exists.
    public void rename(String name, FileHandle directory, String newName) throws KernelException {
        rename(name, directory, newName, 0);
    }

    /// Moves an entry of this directory unless the target exists.
    public void renameToFree(String name, FileHandle directory, String newName)
            throws KernelException {
        rename(name, directory, newName, NO_REPLACE);
    }

    private void rename(String name, FileHandle directory, String newName, int flags)
            throws KernelException {
        try (var call = SyscallMemory.take()) {
            long to = directory.descriptor;
            call.make(
                    "renameat2",
                    NUMBERS.renameat2(),
                    descriptor,
                    call.name(name),
                    to,
                    call.name(newName),
                    flags);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try (var call = SyscallMemory.take()) {
                call.result(CLibrary.NUMBERS.close(), descriptor, 0, 0, 0, 0);
            }
        }
    }
}
