package dev.deft.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/// The memory of one system call, or of a few made in sequence by one thread.
///
/// Others use it again: getting it from the C library takes a cold process longer than the call
/// itself. So nobody may use anything of it after [#close].
final class SyscallMemory implements AutoCloseable {

    private static final int LONGEST_PATH = 4096;

    /// Enough for two paths, the usual structures of the kernel, and the listing of a directory or
    /// the content of most source files.
    private static final int BYTES = 12 * LONGEST_PATH;

    private static final Queue<SyscallMemory> UNUSED = new ArrayBlockingQueue<>(16);

    private final NativeCall kernel = new NativeCall();
    private final NativeMemory memory = NativeMemory.allocate(BYTES);
    private int used;

    /// The memory of what is too large.
    private Optional<Arena> large = Optional.empty();

    private SyscallMemory() {}

    static SyscallMemory take() {
        SyscallMemory unused = UNUSED.poll();
        return unused == null ? new SyscallMemory() : unused;
    }

    /// Memory with any content.
    NativeMemory allocate(int bytes) {
        int start = used;
        if (bytes > BYTES - start) {
            return NativeMemory.allocate(large(), bytes);
        }
        used = Math.ceilDiv(start + bytes, Long.BYTES) * Long.BYTES;
        return memory.slice(start, bytes);
    }

    private Arena large() {
        Arena arena = large.orElseGet(Arena::ofConfined);
        large = Optional.of(arena);
        return arena;
    }

    /// The address of a name in native memory.
    ///
    /// @throws KernelException if it contains a NUL or is too long for a path
    long name(String name) throws KernelException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (name.indexOf('\0') >= 0) {
            throw new KernelException("name", Errno.EINVAL);
        }
        if (bytes.length >= LONGEST_PATH) {
            throw new KernelException("name", Errno.ENAMETOOLONG);
        }
        NativeMemory copy = allocate(bytes.length + 1);
        copy.putString(0, bytes);
        return copy.address();
    }

    /// The address of an array of pointers to strings, with a null pointer at its end.
    long strings(List<String> strings, Charset charset) {
        List<byte[]> encoded = strings.stream().map(it -> it.getBytes(charset)).toList();
        int at = (encoded.size() + 1) * Long.BYTES;
        NativeMemory all = allocate(at + encoded.stream().mapToInt(it -> it.length + 1).sum());
        for (int i = 0; i < encoded.size(); i++) {
            all.bytes().putLong(i * Long.BYTES, all.address() + at);
            all.putString(at, encoded.get(i));
            at += encoded.get(i).length + 1;
        }
        all.bytes().putLong(encoded.size() * Long.BYTES, 0);
        return all.address();
    }

    /// Makes the call, and repeats it if a signal interrupted it.
    long make(String what, int number, long a, long b, long c, long d, long e)
            throws KernelException {
        long result = uninterrupted(number, a, b, c, d, e);
        if (result < 0) {
            throw new KernelException(what, (int) -result);
        }
        return result;
    }

    /// Makes the call, and repeats it if a signal interrupted it.
    ///
    /// @return the result, or the negative error number
    long uninterrupted(int number, long a, long b, long c, long d, long e) {
        long result;
        do {
            result = result(number, a, b, c, d, e);
        } while (result == -Errno.EINTR);
        return result;
    }

    /// Makes the call once.
    ///
    /// @return the result, or the negative error number
    long result(int number, long a, long b, long c, long d, long e) {
        return kernel.syscall(number, a, b, c, d, e);
    }

    /// Calls a function of the C library.
    long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return kernel.call(function, a, b, c, d, e, f);
    }

    @Override
    public void close() {
        large.ifPresent(Arena::close);
        large = Optional.empty();
        used = 0;
        UNUSED.offer(this);
    }
}
