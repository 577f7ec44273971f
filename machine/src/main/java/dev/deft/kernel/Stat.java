package dev.deft.kernel;

import java.nio.ByteBuffer;

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

    /// @param statx what the kernel wrote, in the byte order of the machine
    static Stat read(ByteBuffer statx) {
        return new Stat(
                statx.getShort(28) & 0xffff,
                statx.getInt(16),
                statx.getLong(32),
                statx.getLong(40),
                statx.getLong(112) * 1_000_000_000L + statx.getInt(120),
                ((long) statx.getInt(136) << 32) | statx.getInt(140));
    }
}
