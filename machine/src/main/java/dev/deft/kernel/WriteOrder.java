package dev.deft.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Reports the order in which pipes were written to: inotify queues an event for each write and
/// merges consecutive events of the same pipe.
public final class WriteOrder implements AutoCloseable {

    private static final int NONBLOCK_CLOEXEC = 0x80800;
    private static final int IN_MODIFY = 2;
    private static final int EVENT_BYTES = 16;
    private static final int BUFFER = 4096;

    private final byte[] buffer = new byte[BUFFER];
    private final ByteBuffer events = ByteBuffer.wrap(buffer).order(ByteOrder.nativeOrder());
    private final int queue;
    private final List<Integer> watches = new ArrayList<>();

    /// Watches pipes by either of their ends.
    public WriteOrder(int... pipes) throws IOException {
        queue =
                (int)
                        SingleSyscall.checked(
                                "inotify",
                                SingleSyscall.call(
                                        ProcessSyscallNumbers.HERE.inotifyInit1(),
                                        NONBLOCK_CLOEXEC,
                                        0,
                                        0,
                                        0,
                                        0));
        for (int pipe : pipes) {
            watches.add(watch(pipe));
        }
    }

    private int watch(int pipe) throws IOException {
        try (var call = SyscallMemory.take()) {
            return (int)
                    call.uninterrupted(
                            ProcessSyscallNumbers.HERE.inotifyAddWatch(),
                            queue,
                            call.name("/proc/self/fd/" + pipe),
                            IN_MODIFY,
                            0,
                            0);
        }
    }

    /// The pipes written to since the last call, by their index in the constructor.
    public List<Integer> next() {
        var order = new ArrayList<Integer>();
        int length = Descriptors.read(queue, buffer, 0, BUFFER);
        for (int at = 0; at + EVENT_BYTES <= length; ) {
            int pipe = watches.indexOf(events.getInt(at));
            if (pipe >= 0) {
                order.add(pipe);
            }
            at += EVENT_BYTES + events.getInt(at + 12);
        }
        return order;
    }

    @Override
    public void close() {
        Descriptors.close(queue);
    }
}
