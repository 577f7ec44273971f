package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Reports the order in which pipes were written to: inotify queues an event for each write and
/// merges consecutive events of the same pipe.
public final class WriteOrder implements AutoCloseable {

    private static final int NONBLOCK_CLOEXEC = 0x80800;
    private static final int IN_MODIFY = 2;
    private static final int EVENT_BYTES = 16;
    private static final int BUFFER = 4096;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(BUFFER, 8);
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
            long path = arena.allocateFrom("/proc/self/fd/" + pipe).address();
            watches.add(
                    (int)
                            SingleSyscall.call(
                                    ProcessSyscallNumbers.HERE.inotifyAddWatch(),
                                    queue,
                                    path,
                                    IN_MODIFY,
                                    0,
                                    0));
        }
    }

    /// The pipes written to since the last call, by their index in the constructor.
    public List<Integer> next() {
        var order = new ArrayList<Integer>();
        int length = Descriptors.read(queue, buffer, BUFFER);
        for (int at = 0; at + EVENT_BYTES <= length; ) {
            int pipe = watches.indexOf(buffer.get(JAVA_INT, at));
            if (pipe >= 0) {
                order.add(pipe);
            }
            at += EVENT_BYTES + buffer.get(JAVA_INT, at + 12L);
        }
        return order;
    }

    @Override
    public void close() {
        Descriptors.close(queue);
        arena.close();
    }
}
