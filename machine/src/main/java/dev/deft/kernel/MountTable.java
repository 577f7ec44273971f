package dev.deft.kernel;

import java.io.IOException;
import java.time.Duration;

/// Notices changes of the mounts that this process sees.
public final class MountTable {

    private static final int CLOEXEC = 0x80000;
    private static final int ERROR = 0x8;

    private final int table;

    public MountTable() throws IOException {
        table = Descriptors.open("/proc/self/mounts", CLOEXEC);
    }

    /// Whether something was mounted or unmounted since the last call.
    public boolean takeChanged() {
        return (Descriptors.poll(Duration.ZERO, table)[0] & ERROR) != 0;
    }
}
