package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;

/// The metadata of a file, as used in directory walks.
///
/// @param mode type and permission bits
/// @param modified nanoseconds since 1970
public record Stat(int mode, int links, long inode, long size, long modified, long device) {

    private static final int TYPE = 0xf000;

    public boolean isDirectory() {
        return (mode & TYPE) == 0x4000;
    }

    public boolean isRegularFile() {
        return (mode & TYPE) == 0x8000;
    }

    public boolean isSymbolicLink() {
        return (mode & TYPE) == 0xa000;
    }

    static Stat read(MemorySegment statx) {
        return new Stat(
                statx.get(JAVA_SHORT, 28) & 0xffff,
                statx.get(JAVA_INT, 16),
                statx.get(JAVA_LONG, 32),
                statx.get(JAVA_LONG, 40),
                statx.get(JAVA_LONG, 112) * 1_000_000_000L + statx.get(JAVA_INT, 120),
                ((long) statx.get(JAVA_INT, 136) << 32) | statx.get(JAVA_INT, 140));
    }
}
