package dev.deft.kernel;

import java.io.IOException;

/// Reports changes in watched directories; never blocks.
///
/// The kernel queues an event before the call that caused it returns, so a later [#drain] sees it.
/// Not thread-safe.
public final class Inotify implements AutoCloseable {

    public static final int MODIFY = 0x2;
    public static final int ATTRIB = 0x4;
    public static final int CLOSE_WRITE = 0x8;
    public static final int MOVED_FROM = 0x40;
    public static final int MOVED_TO = 0x80;
    public static final int CREATE = 0x100;
    public static final int DELETE = 0x200;
    public static final int DELETE_SELF = 0x400;
    public static final int MOVE_SELF = 0x800;
    public static final int UNMOUNT = 0x2000;
    public static final int OVERFLOW = 0x4000;
    public static final int IGNORED = 0x8000;
    public static final int IS_DIRECTORY = 0x40000000;

    /// All events that change the content of a directory.
    public static final int CHANGES =
            MODIFY
                    | ATTRIB
                    | CLOSE_WRITE
                    | MOVED_FROM
                    | MOVED_TO
                    | CREATE
                    | DELETE
                    | DELETE_SELF
                    | MOVE_SELF;

    private static final int BUFFER = 64 * 1024;
    private static final int HEADER = 16;

    private final Syscalls kernel = new Syscalls();
    private final NativeMemory buffer = NativeMemory.allocate(BUFFER);
    private int descriptor;

    /// Receives events.
    @FunctionalInterface
    public interface Listener {

        /// Receives one event.
        ///
        /// @param name the entry of the watched directory; empty if the event is about the
        ///   directory itself
        void changed(int watch, int mask, byte[] name);
    }

    public Inotify() throws IOException {
        descriptor = kernel.inotifyInit();
        if (descriptor < 0) {
            throw Errno.exception("watch", "directories", descriptor);
        }
    }

    /// Watches an open directory.
    ///
    /// @return the watch, or a negative error, such as too many watches
    public int watch(int directory) {
        return watch(directory, CHANGES);
    }

    /// Watches an open directory for some events. A directory that is watched already keeps its
    /// watch, also under another path.
    ///
    /// @return the watch, or a negative error, such as too many watches
    public int watch(int directory, int events) {
        if (descriptor < 0) {
            descriptor = kernel.inotifyInit();
        }
        return kernel.inotifyAddWatch(descriptor, directory, events);
    }

    public void unwatch(int watch) {
        kernel.inotifyRemoveWatch(descriptor, watch);
    }

    /// Ends all watches at once, which is much faster than one by one.
    public void unwatchAll() {
        kernel.close(descriptor);
        descriptor = kernel.inotifyInit();
    }

    /// Delivers all queued events.
    public void drain(Listener listener) {
        while (true) {
            long length = kernel.read(descriptor, buffer);
            if (length <= 0) {
                return;
            }
            for (int at = 0; at < length; ) {
                int watch = buffer.bytes().getInt(at);
                int mask = buffer.bytes().getInt(at + 4);
                int size = buffer.bytes().getInt(at + 12);
                listener.changed(watch, mask, name(at + HEADER, size));
                at += HEADER + size;
            }
        }
    }

    private byte[] name(int from, int size) {
        int length = 0;
        while (length < size && buffer.bytes().get(from + length) != 0) {
            length++;
        }
        byte[] name = new byte[length];
        buffer.bytes().get(from, name);
        return name;
    }

    @Override
    public void close() {
        kernel.close(descriptor);
    }
}
