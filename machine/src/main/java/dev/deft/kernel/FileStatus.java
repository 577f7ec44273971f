package dev.deft.kernel;

import java.nio.ByteBuffer;

/// The metadata of a file.
///
/// @param mode type and permission bits
/// @param modified the time of the last content change, in nanoseconds since 1970
/// @param changed the time of the last change of content or metadata; programs cannot set it
public record FileStatus(
        int mode,
        int links,
        int owner,
        int group,
        long device,
        long inode,
        long size,
        long modified,
        long changed) {

    /// The size of the kernel's `struct statx`.
    static final int BYTES = 256;

    /// The permission bits of a mode.
    public static final int PERMISSIONS = 0xfff;

    private static final int TYPE = 0xf000;
    private static final int DIRECTORY = 0x4000;
    private static final int REGULAR = 0x8000;
    private static final int SYMLINK = 0xa000;

    public boolean isDirectory() {
        return (mode & TYPE) == DIRECTORY;
    }

    public boolean isRegular() {
        return (mode & TYPE) == REGULAR;
    }

    public boolean isSymlink() {
        return (mode & TYPE) == SYMLINK;
    }

    public FileStatus withSize(long size) {
        return new FileStatus(mode, links, owner, group, device, inode, size, modified, changed);
    }

    public int permissions() {
        return mode & PERMISSIONS;
    }

    /// Whether this is the same file with the same content, as far as metadata tells.
    public boolean sameFileUntouched(FileStatus other) {
        return identity().equals(other.identity());
    }

    /// A text that differs for another file and for other content.
    public String identity() {
        return place()
                + ":"
                + Long.toHexString(size)
                + ":"
                + Long.toHexString(modified)
                + ":"
                + Long.toHexString(changed);
    }

    /// A text that differs for another file, whatever its content.
    public String place() {
        return Long.toHexString(device) + ":" + Long.toHexString(inode);
    }

    /// @param statx what the kernel wrote, in the byte order of the machine
    static FileStatus read(ByteBuffer statx) {
        return new FileStatus(
                statx.getShort(28) & 0xffff,
                statx.getInt(16),
                statx.getInt(20),
                statx.getInt(24),
                ((long) statx.getInt(136) << 32) | statx.getInt(140),
                statx.getLong(32),
                statx.getLong(40),
                nanos(statx, 112),
                nanos(statx, 96));
    }

    private static long nanos(ByteBuffer statx, int offset) {
        return statx.getLong(offset) * 1_000_000_000L + statx.getInt(offset + 8);
    }
}
