package dev.deft.app;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The parts of the JDK that leave the program, which only some packages may use.
enum Reach {
    /// Reading and writing files by path.
    FILES(
            Set.of(
                    "java.io.File",
                    "java.io.FileInputStream",
                    "java.io.FileOutputStream",
                    "java.io.FileReader",
                    "java.io.FileWriter",
                    "java.io.RandomAccessFile",
                    "java.nio.channels.AsynchronousFileChannel",
                    "java.nio.channels.FileChannel",
                    "java.nio.file.FileSystem",
                    "java.nio.file.FileSystems",
                    "java.nio.file.Files",
                    "java.nio.file.WatchService"),
            Set.of()),
    /// Memory outside the heap, as system calls need it.
    MEMORY(
            Set.of(
                    "java.lang.foreign.Arena",
                    "java.lang.foreign.MemoryLayout",
                    "java.lang.foreign.MemorySegment",
                    "java.lang.foreign.SegmentAllocator",
                    "java.lang.foreign.StructLayout",
                    "java.lang.foreign.ValueLayout"),
            Set.of()),
    /// Sockets, and HTTP over them.
    NETWORK(
            Set.of(
                    "java.net.DatagramSocket",
                    "java.net.HttpURLConnection",
                    "java.net.ServerSocket",
                    "java.net.Socket",
                    "java.net.URLConnection",
                    "java.nio.channels.DatagramChannel",
                    "java.nio.channels.ServerSocketChannel",
                    "java.nio.channels.SocketChannel"),
            Set.of("com.sun.net.httpserver", "java.net.http")),
    /// Starting and looking at processes.
    PROCESSES(
            Set.of("java.lang.Process", "java.lang.ProcessBuilder", "java.lang.ProcessHandle"),
            Set.of()),
    /// Calling functions that are not Java. Whatever of the foreign function API nobody thought of
    /// counts as this.
    NATIVE(Set.of(), Set.of("java.lang.foreign"));

    static final List<String> NAMES = Arrays.stream(values()).map(Reach::word).toList();

    private final Set<String> classes;
    private final Set<String> packages;

    Reach(Set<String> classes, Set<String> packages) {
        this.classes = classes;
        this.packages = packages;
    }

    /// As tables name it.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What a use of this class reaches.
    static Optional<Reach> of(JavaClass it) {
        String name = it.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        String outer = nested < 0 ? name : name.substring(0, nested);
        String inPackage = it.getBaseComponentType().getPackageName();
        return Arrays.stream(values())
                .filter(reach ->
                        reach.classes.contains(outer) || reach.packages.contains(inPackage))
                .findFirst();
    }
}
