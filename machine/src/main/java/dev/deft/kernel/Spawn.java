package dev.deft.kernel;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts a program as the leader of a new session.
///
/// The child inherits the restrictions of the calling thread.
///
/// @param words the program, by its full path, and its arguments
/// @param descriptors become 0, 1, 2 and so on in the child, which gets no others
public record Spawn(
        List<String> words,
        Map<String, String> environment,
        Optional<Path> directory,
        List<Integer> descriptors) {

    private static final int SETSIGDEF = 0x04;
    private static final int SETSIGMASK = 0x08;
    private static final int SETSID = 0x80;

    /// More than any known C library needs for its opaque structures.
    private static final int STRUCTURE_BYTES = 1024;

    private static final int SIGNAL_SET_BYTES = 128;
    private static final long ALL_SIGNALS = 0x7fffffffL;

    public Spawn {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
        descriptors = List.copyOf(descriptors);
    }

    /// Whether this machine supports it.
    public static boolean available() {
        return Syscalls.available() && Functions.found();
    }

    /// Starts the program.
    ///
    /// @return the process id
    public int start() throws IOException {
        try (var memory = SyscallMemory.take()) {
            long actions = memory.allocate(STRUCTURE_BYTES).address();
            long attributes = memory.allocate(STRUCTURE_BYTES).address();
            call(memory, Functions.ACTIONS_INIT, actions, 0, 0);
            call(memory, Functions.ATTRIBUTES_INIT, attributes, 0, 0);
            try {
                describe(memory, actions, attributes);
                return start(memory, actions, attributes);
            } finally {
                call(memory, Functions.ACTIONS_DESTROY, actions, 0, 0);
                call(memory, Functions.ATTRIBUTES_DESTROY, attributes, 0, 0);
            }
        }
    }

    private int start(SyscallMemory memory, long actions, long attributes) throws IOException {
        NativeMemory process = memory.allocate(Integer.BYTES);
        int error =
                (int)
                        memory.call(
                                Functions.SPAWN,
                                process.address(),
                                memory.name(words.getFirst()),
                                actions,
                                attributes,
                                memory.strings(words, StandardCharsets.UTF_8),
                                memory.strings(assignments(), StandardCharsets.UTF_8));
        if (error != 0) {
            throw Errno.exception("start", words.getFirst(), -error);
        }
        ChildProcesses.started(process.bytes().getInt(0));
        return process.bytes().getInt(0);
    }

    private void describe(SyscallMemory memory, long actions, long attributes) throws IOException {
        if (directory.isPresent()) {
            long path = memory.name(directory.get().toString());
            call(memory, Functions.ADD_DIRECTORY, actions, path, 0);
        }
        for (int i = 0; i < descriptors.size(); i++) {
            call(memory, Functions.ADD_COPY, actions, descriptors.get(i), i);
        }
        call(memory, Functions.ADD_CLOSE_FROM, actions, descriptors.size(), 0);
        NativeMemory signals = memory.allocate(SIGNAL_SET_BYTES);
        signals.clear();
        call(memory, Functions.SET_MASK, attributes, signals.address(), 0);
        signals.bytes().putLong(0, ALL_SIGNALS);
        call(memory, Functions.SET_DEFAULT, attributes, signals.address(), 0);
        call(memory, Functions.SET_FLAGS, attributes, SETSIGDEF | SETSIGMASK | SETSID, 0);
    }

    private List<String> assignments() {
        return environment.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .toList();
    }

    private static void call(SyscallMemory memory, MemorySegment function, long a, long b, long c) {
        memory.call(function, a, b, c, 0, 0, 0);
    }

    /// The C library functions, found on first use.
    private static final class Functions {

        static final MemorySegment SPAWN = CLibrary.function("posix_spawn");
        static final MemorySegment ACTIONS_INIT =
                CLibrary.function("posix_spawn_file_actions_init");
        static final MemorySegment ACTIONS_DESTROY =
                CLibrary.function("posix_spawn_file_actions_destroy");
        static final MemorySegment ADD_COPY = CLibrary.function("posix_spawn_file_actions_adddup2");
        static final MemorySegment ADD_DIRECTORY =
                CLibrary.function("posix_spawn_file_actions_addchdir_np");
        static final MemorySegment ADD_CLOSE_FROM =
                CLibrary.function("posix_spawn_file_actions_addclosefrom_np");
        static final MemorySegment ATTRIBUTES_INIT = CLibrary.function("posix_spawnattr_init");
        static final MemorySegment ATTRIBUTES_DESTROY =
                CLibrary.function("posix_spawnattr_destroy");
        static final MemorySegment SET_FLAGS = CLibrary.function("posix_spawnattr_setflags");
        static final MemorySegment SET_MASK = CLibrary.function("posix_spawnattr_setsigmask");
        static final MemorySegment SET_DEFAULT = CLibrary.function("posix_spawnattr_setsigdefault");

        private Functions() {}

        static boolean found() {
            try {
                return SPAWN.address() != 0;
            } catch (LinkageError _) {
                return false;
            }
        }
    }
}
