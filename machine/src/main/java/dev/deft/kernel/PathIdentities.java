package dev.deft.kernel;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/// Reads which files some paths lead to, again and again.
///
/// The paths are converted once, since a check of many paths comes before every command.
public final class PathIdentities {

    private static final int STATX_BASIC_STATS = 0x7ff;
    private static final int STATX_BTIME = 0x800;
    private static final int TYPE = 0xf000;
    private static final int DIRECTORY = 0x4000;
    private static final int NOFOLLOW = 0x100;
    private static final long NANOS = 1_000_000_000L;

    /// The numbers that identify a file: device, inode and time of creation.
    public static final int NUMBERS = 3;

    private final NativeMemory names;
    private final int[] starts;
    private final int flags;

    /// Follows links.
    public PathIdentities(List<Path> paths) {
        this(paths, 0);
    }

    /// Identifies links, not what they lead to.
    public static PathIdentities ofLinks(List<Path> paths) {
        return new PathIdentities(paths, NOFOLLOW);
    }

    private PathIdentities(List<Path> paths, int flags) {
        this.flags = flags;
        starts = new int[paths.size()];
        byte[][] all = new byte[starts.length][];
        int length = 0;
        for (int i = 0; i < starts.length; i++) {
            all[i] = paths.get(i).toString().getBytes(DirectoryReader.NAMES);
            starts[i] = length;
            length += all[i].length + 1;
        }
        names = NativeMemory.allocate(Math.max(1, length));
        for (int i = 0; i < starts.length; i++) {
            names.putString(starts[i], all[i]);
        }
    }

    /// Identifies the files that are there now, each by [#NUMBERS] numbers. Those of a path that
    /// leads nowhere are zero; those of a path that cannot be followed are zero but for the first.
    public long[] read() {
        return read(NUMBERS);
    }

    /// The same with the change time of each file, in nanoseconds, as a further number.
    public long[] readWithChangeTimes() {
        return read(NUMBERS + 1);
    }

    private long[] read(int numbers) {
        long[] found = new long[starts.length * numbers];
        try (var call = SyscallMemory.take()) {
            NativeMemory stat = call.allocate(FileStatus.BYTES);
            for (int i = 0; i < starts.length; i++) {
                int at = i * numbers;
                long result = statx(call, names.address() + starts[i], stat);
                if (result < 0) {
                    boolean none = result == -Errno.ENOENT || result == -Errno.ENOTDIR;
                    found[at] = none ? 0 : -result;
                    continue;
                }
                identify(stat.bytes(), found, at);
                if (numbers > NUMBERS) {
                    found[at + NUMBERS] = time(stat.bytes(), 96);
                }
            }
        } finally {
            Reference.reachabilityFence(names);
        }
        return found;
    }

    private long statx(SyscallMemory call, long path, NativeMemory stat) {
        return call.result(
                CLibrary.NUMBERS.statx(),
                Syscalls.AT_FDCWD,
                path,
                flags,
                STATX_BASIC_STATS | STATX_BTIME,
                stat.address());
    }

    /// Inode numbers are reused, so the time of creation counts too. Without one in the file
    /// system, the time of modification takes its place, except for directories, which change
    /// often.
    private static void identify(ByteBuffer stat, long[] into, int at) {
        boolean hasCreation = (stat.getInt(0) & STATX_BTIME) != 0;
        boolean directory = (stat.getShort(28) & TYPE) == DIRECTORY;
        into[at] = ((long) stat.getInt(136) << 32) | stat.getInt(140);
        into[at + 1] = stat.getLong(32);
        if (hasCreation) {
            into[at + 2] = time(stat, 80);
        } else if (!directory) {
            into[at + 2] = time(stat, 112);
        }
    }

    private static long time(ByteBuffer stat, int at) {
        return stat.getLong(at) * NANOS + stat.getInt(at + 8);
    }
}
