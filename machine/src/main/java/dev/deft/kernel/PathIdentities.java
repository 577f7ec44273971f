package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.List;

/// Reads which files some paths lead to, again and again.
///
/// The paths are converted once, since a check of many paths comes before every command.
public final class PathIdentities {

    private static final int STATX_BYTES = 256;
    private static final int STATX_BASIC_STATS = 0x7ff;
    private static final int STATX_BTIME = 0x800;
    private static final int TYPE = 0xf000;
    private static final int DIRECTORY = 0x4000;
    private static final int NOFOLLOW = 0x100;
    private static final long NANOS = 1_000_000_000L;

    /// The numbers that identify a file: device, inode and time of creation.
    public static final int NUMBERS = 3;

    private final MemorySegment names;
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
        names = Arena.ofAuto().allocate(Math.max(1, length));
        for (int i = 0; i < starts.length; i++) {
            MemorySegment.copy(all[i], 0, names, JAVA_BYTE, starts[i], all[i].length);
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
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stat = arena.allocate(STATX_BYTES, 8);
            MemorySegment state = arena.allocate(CLibrary.STATE);
            for (int i = 0; i < starts.length; i++) {
                int at = i * numbers;
                if (statx(state, names.address() + starts[i], stat) < 0) {
                    int error = state.get(JAVA_INT, CLibrary.ERRNO);
                    found[at] = error == Errno.ENOENT || error == Errno.ENOTDIR ? 0 : error;
                    continue;
                }
                identify(stat, found, at);
                if (numbers > NUMBERS) {
                    found[at + NUMBERS] = time(stat, 96);
                }
            }
        } finally {
            Reference.reachabilityFence(names);
        }
        return found;
    }

    private long statx(MemorySegment state, long path, MemorySegment stat) {
        try {
            return (long)
                    CLibrary.CALL.invokeExact(
                            CLibrary.SYSCALL,
                            state,
                            (long) CLibrary.NUMBERS.statx(),
                            (long) Syscalls.AT_FDCWD,
                            path,
                            (long) flags,
                            (long) (STATX_BASIC_STATS | STATX_BTIME),
                            stat.address(),
                            0L);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a native call cannot throw", impossible);
        }
    }

    /// Inode numbers are reused, so the time of creation counts too. Without one in the file
    /// system, the time of modification takes its place, except for directories, which change
    /// often.
    private static void identify(MemorySegment stat, long[] into, int at) {
        boolean hasCreation = (stat.get(JAVA_INT, 0) & STATX_BTIME) != 0;
        boolean directory = (stat.get(JAVA_SHORT, 28) & TYPE) == DIRECTORY;
        into[at] = ((long) stat.get(JAVA_INT, 136) << 32) | stat.get(JAVA_INT, 140);
        into[at + 1] = stat.get(JAVA_LONG, 32);
        if (hasCreation) {
            into[at + 2] = time(stat, 80);
        } else if (!directory) {
            into[at + 2] = time(stat, 112);
        }
    }

    private static long time(MemorySegment stat, long at) {
        return stat.get(JAVA_LONG, at) * NANOS + stat.get(JAVA_INT, at + 8);
    }
}
