package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
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
        return Syscalls.available() && Functions.linked();
    }

    /// Starts the program.
    ///
    /// @return the process id
    public int start() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment actions = arena.allocate(STRUCTURE_BYTES, 16);
            MemorySegment attributes = arena.allocate(STRUCTURE_BYTES, 16);
            MemorySegment process = arena.allocate(JAVA_INT);
            call(Functions.ACTIONS_INIT, actions.address(), 0, 0);
            call(Functions.ATTRIBUTES_INIT, attributes.address(), 0, 0);
            try {
                describe(arena, actions, attributes);
                int error =
                        call(
                                Functions.SPAWN,
                                process.address(),
                                arena.allocateFrom(words.getFirst()).address(),
                                actions.address(),
                                attributes.address(),
                                strings(arena, words),
                                strings(arena, assignments()));
                if (error != 0) {
                    throw Errno.exception("start", words.getFirst(), -error);
                }
                ChildProcesses.started(process.get(JAVA_INT, 0));
                return process.get(JAVA_INT, 0);
            } finally {
                call(Functions.ACTIONS_DESTROY, actions.address(), 0, 0);
                call(Functions.ATTRIBUTES_DESTROY, attributes.address(), 0, 0);
            }
        }
    }

    private void describe(Arena arena, MemorySegment actions, MemorySegment attributes) {
        directory.ifPresent(it ->
                call(
                        Functions.ADD_DIRECTORY,
                        actions.address(),
                        arena.allocateFrom(it.toString()).address(),
                        0));
        for (int i = 0; i < descriptors.size(); i++) {
            call(Functions.ADD_COPY, actions.address(), descriptors.get(i), i);
        }
        call(Functions.ADD_CLOSE_FROM, actions.address(), descriptors.size(), 0);
        MemorySegment none = arena.allocate(SIGNAL_SET_BYTES, 8);
        MemorySegment all = arena.allocate(SIGNAL_SET_BYTES, 8);
        all.set(JAVA_LONG, 0, ALL_SIGNALS);
        call(Functions.SET_MASK, attributes.address(), none.address(), 0);
        call(Functions.SET_DEFAULT, attributes.address(), all.address(), 0);
        call(Functions.SET_FLAGS, attributes.address(), SETSIGDEF | SETSIGMASK | SETSID, 0);
    }

    private List<String> assignments() {
        return environment.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .toList();
    }

    private static long strings(Arena arena, List<String> strings) {
        MemorySegment array = arena.allocate(ADDRESS, strings.size() + 1L);
        for (int i = 0; i < strings.size(); i++) {
            array.setAtIndex(ADDRESS, i, arena.allocateFrom(strings.get(i)));
        }
        return array.address();
    }

    private static int call(MethodHandle function, long a, long b, long c) {
        return call(function, a, b, c, 0, 0, 0);
    }

    private static int call(MethodHandle function, long a, long b, long c, long d, long e, long f) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CLibrary.STATE);
            return (int) (long) function.invokeExact(state, a, b, c, d, e, f, 0L);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a native call cannot throw", impossible);
        }
    }

    /// The C library functions, linked on first use.
    private static final class Functions {

        static final MethodHandle SPAWN = link("posix_spawn");
        static final MethodHandle ACTIONS_INIT = link("posix_spawn_file_actions_init");
        static final MethodHandle ACTIONS_DESTROY = link("posix_spawn_file_actions_destroy");
        static final MethodHandle ADD_COPY = link("posix_spawn_file_actions_adddup2");
        static final MethodHandle ADD_DIRECTORY = link("posix_spawn_file_actions_addchdir_np");
        static final MethodHandle ADD_CLOSE_FROM = link("posix_spawn_file_actions_addclosefrom_np");
        static final MethodHandle ATTRIBUTES_INIT = link("posix_spawnattr_init");
        static final MethodHandle ATTRIBUTES_DESTROY = link("posix_spawnattr_destroy");
        static final MethodHandle SET_FLAGS = link("posix_spawnattr_setflags");
        static final MethodHandle SET_MASK = link("posix_spawnattr_setsigmask");
        static final MethodHandle SET_DEFAULT = link("posix_spawnattr_setsigdefault");

        private Functions() {}

        static boolean linked() {
            try {
                return SPAWN.type().parameterCount() > 0;
            } catch (LinkageError _) {
                return false;
            }
        }

        @SuppressWarnings("restricted")
        private static MethodHandle link(String name) {
            Linker linker = Linker.nativeLinker();
            FunctionDescriptor shape =
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                            JAVA_LONG, JAVA_LONG);
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow(name),
                    shape,
                    Linker.Option.captureCallState("errno"));
        }
    }
}
