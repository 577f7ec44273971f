package dev.deft.sandbox;

import dev.deft.kernel.DirectoryReader;
import java.util.Set;

/// File systems whose changes all pass through the kernel of this machine.
public final class LocalFileSystems {

    /// ext, XFS, Btrfs, tmpfs, ramfs, overlay, ZFS, F2FS, bcachefs, ReiserFS, JFS, NILFS, FAT,
    /// exFAT, NTFS.
    private static final Set<Long> LOCAL =
            Set.of(
                    0xef53L,
                    0x58465342L,
                    0x9123683eL,
                    0x01021994L,
                    0x858458f6L,
                    0x794c7630L,
                    0x2fc12fc1L,
                    0xf2f52010L,
                    0xca451a4eL,
                    0x52654973L,
                    0x3153464aL,
                    0x3434L,
                    0x4d44L,
                    0x2011bab0L,
                    0x7366746eL);

    private LocalFileSystems() {}

    /// Whether an open directory is on one.
    public static boolean contain(DirectoryReader reader, int directory) {
        return LOCAL.contains(reader.fileSystem(directory));
    }
}
