package dev.deft.kernel;

import java.lang.foreign.MemorySegment;

/// Makes system calls; not thread-safe.
///
/// A call returns what the kernel returns: the result, or a negative error number of [Errno].
/// Nothing here throws, because exceptions are too slow for walks over hundreds of thousands of
/// files.
public final class Syscalls {

    public static final int AT_FDCWD = -100;
    public static final int O_RDONLY = 0;
    public static final int O_NONBLOCK = 0x800;
    public static final int O_CLOEXEC = 0x80000;
    public static final int O_NOFOLLOW = ofMachine(0x20000, 0x8000);
    public static final int O_DIRECTORY = ofMachine(0x10000, 0x4000);
    public static final long RESOLVE_BENEATH = 0x08;
    public static final long RESOLVE_NO_SYMLINKS = 0x04;

    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int STATX_BASIC_STATS = 0x7ff;
    private static final int LONGEST_PATH = 4096;
    private static final int HOW = 24;
    private static final int STAT = 256;
    private static final int PRIO_PROCESS = 0;

    /// A thread of the usual priority gets ten times as much time.
    private static final int NICE = 10;

    private final NativeCall kernel = new NativeCall();
    private final NativeMemory all = NativeMemory.allocate(LONGEST_PATH + HOW + STAT);
    private final NativeMemory path = all.slice(0, LONGEST_PATH);
    private final NativeMemory how = all.slice(LONGEST_PATH, HOW);
    private final NativeMemory stat = all.slice(LONGEST_PATH + HOW, STAT);

    /// Whether this machine allows direct system calls.
    public static boolean available() {
        return Availability.LINKED;
    }

    /// Opens a name relative to the directory `dir`; the name must not contain a NUL.
    public int openat(int dir, byte[] name, int flags, int mode) {
        return openat(dir, name, 0, flags, mode);
    }

    /// The same for a name that begins at `from` in `path` and is all of its rest.
    public int openat(int dir, byte[] path, int from, int flags, int mode) {
        if (path.length - from >= LONGEST_PATH) {
            return -Errno.ENAMETOOLONG;
        }
        return (int) call(CLibrary.NUMBERS.openat(), dir, path(path, from), flags, mode, 0);
    }

    /// Opens a path relative to `dir` with the `RESOLVE_` flags of `resolve`, in one call.
    public int openat2(int dir, byte[] name, int flags, long resolve) {
        if (name.length >= LONGEST_PATH) {
            return -Errno.ENAMETOOLONG;
        }
        how.bytes().putLong(0, flags).putLong(8, 0).putLong(16, resolve);
        return (int) call(CLibrary.NUMBERS.openat2(), dir, path(name), how.address(), HOW, 0);
    }

    public long read(int file, MemorySegment into, long offset, long length) {
        return call(CLibrary.NUMBERS.read(), file, into.address() + offset, length, 0, 0);
    }

    public long pread(int file, MemorySegment into, long offset, long length, long position) {
        return call(CLibrary.NUMBERS.pread64(), file, into.address() + offset, length, position, 0);
    }

    public long getdents64(int dir, MemorySegment into) {
        return call(CLibrary.NUMBERS.getdents64(), dir, into.address(), into.byteSize(), 0, 0);
    }

    long getdents64(int dir, NativeMemory into) {
        return call(CLibrary.NUMBERS.getdents64(), dir, into.address(), into.size(), 0, 0);
    }

    long read(int file, NativeMemory into) {
        return call(CLibrary.NUMBERS.read(), file, into.address(), into.size(), 0, 0);
    }

    public long close(int file) {
        return call(CLibrary.NUMBERS.close(), file, 0, 0, 0, 0);
    }

    /// Reads the metadata of an entry, or of `dir` itself if the name is empty; does not follow
    /// symlinks. [#stat] returns the result.
    public long statx(int dir, byte[] name) {
        int emptyPath = name.length == 0 ? 0x1000 : 0;
        return call(
                CLibrary.NUMBERS.statx(),
                dir,
                path(name),
                AT_SYMLINK_NOFOLLOW | emptyPath,
                STATX_BASIC_STATS,
                stat.address());
    }

    /// The result of the last successful [#statx].
    public Stat stat() {
        return Stat.read(stat.bytes());
    }

    /// The magic number of the file system of `file`, or a negative error.
    public long fileSystem(int file) {
        long result = call(CLibrary.NUMBERS.fstatfs(), file, stat.address(), 0, 0, 0);
        return result < 0 ? result : stat.bytes().getLong(0) & 0xffffffffL;
    }

    public int inotifyInit() {
        return (int) call(CLibrary.NUMBERS.inotifyInit1(), O_NONBLOCK | O_CLOEXEC, 0, 0, 0, 0);
    }

    /// Watches the open directory itself, even if it is renamed.
    public int inotifyAddWatch(int inotify, int dir, int mask) {
        byte[] self = ("/proc/self/fd/" + dir).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        return (int)
                call(
                        CLibrary.NUMBERS.inotifyAddWatch(),
                        inotify,
                        path(self),
                        mask & 0xffffffffL,
                        0,
                        0);
    }

    public long inotifyRemoveWatch(int inotify, int watch) {
        return call(CLibrary.NUMBERS.inotifyRmWatch(), inotify, watch, 0, 0, 0);
    }

    /// Makes the calling thread, and no other, give way to all others. It stays so: only a
    /// privileged thread may take it back.
    public void lowerPriority() {
        call(CLibrary.NUMBERS.setpriority(), PRIO_PROCESS, 0, NICE, 0, 0);
    }

    private long path(byte[] name) {
        return path(name, 0);
    }

    private long path(byte[] name, int from) {
        int length = Math.min(name.length - from, LONGEST_PATH - 1);
        path.bytes().put(0, name, from, length).put(length, (byte) 0);
        return path.address();
    }

    private long call(int number, long a, long b, long c, long d, long e) {
        return kernel.syscall(number, a, b, c, d, e);
    }

    private static int ofMachine(int pc, int arm) {
        return "aarch64".equals(System.getProperty("os.arch")) ? arm : pc;
    }

    /// Links on first use; if that fails, callers use the JDK instead.
    private static final class Availability {

        static final boolean LINKED = linked();

        private static boolean linked() {
            try {
                return NativeCall.available();
            } catch (LinkageError | RuntimeException _) {
                return false;
            }
        }
    }
}
