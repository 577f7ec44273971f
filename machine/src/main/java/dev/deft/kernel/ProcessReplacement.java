package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Replaces this process by a new one of the same program, with the same id, command line, standard
/// streams and directory.
public final class ProcessReplacement {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final Path PROGRAM = Path.of("/proc/self/exe");
    private static final int CLOSE_RANGE = 436;
    private static final int ONLY_ON_EXEC = 4;
    private static final int FIRST_OTHER_DESCRIPTOR = 3;
    private static final long LAST_DESCRIPTOR = 0xffff_ffffL;
    private static final int SET_MASK = 2;
    private static final int MASK_BYTES = 8;

    private ProcessReplacement() {}

    /// Whether this machine supports it.
    public static boolean available() {
        return Syscalls.available() && Files.isReadable(COMMAND_LINE);
    }

    /// Replaces this process. All its threads end without further notice, so everything that must
    /// be kept has been stored and closed before.
    ///
    /// @param environment of the new process
    /// @throws IOException if that fails; otherwise it does not return
    public static void run(Map<String, String> environment) throws IOException {
        String program = Files.readSymbolicLink(PROGRAM).toString();
        List<String> words = words();
        List<String> assignments = new ArrayList<>();
        environment.forEach((name, value) -> assignments.add(name + "=" + value));
        try (Arena arena = Arena.ofConfined()) {
            SingleSyscall.checked(
                    "close_range",
                    SingleSyscall.call(
                            CLOSE_RANGE,
                            FIRST_OTHER_DESCRIPTOR,
                            LAST_DESCRIPTOR,
                            ONLY_ON_EXEC,
                            0,
                            0));
            MemorySegment none = arena.allocate(MASK_BYTES, 8);
            SingleSyscall.call(
                    ProcessSyscallNumbers.HERE.sigprocmask(),
                    SET_MASK,
                    none.address(),
                    0,
                    MASK_BYTES,
                    0);
            SingleSyscall.checked(
                    "execve",
                    SingleSyscall.call(
                            ProcessSyscallNumbers.HERE.execve(),
                            arena.allocateFrom(program).address(),
                            strings(arena, words),
                            strings(arena, assignments),
                            0,
                            0));
        }
    }

    private static List<String> words() throws IOException {
        String line = new String(Files.readAllBytes(COMMAND_LINE), StandardCharsets.UTF_8);
        List<String> words = new ArrayList<>(List.of(line.split("\0", -1)));
        words.removeLast();
        return words;
    }

    /// A list of strings that ends with a null pointer.
    private static long strings(Arena arena, List<String> texts) {
        MemorySegment pointers = arena.allocate(ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            pointers.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return pointers.address();
    }
}
