package dev.deft.app;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The parts of the JDK that leave the program, which only some packages may use.
enum JdkReach {
    /// Reading and writing files by path.
    FILES(
            """
            java.io.File
            java.io.FileInputStream
            java.io.FileOutputStream
            java.io.FileReader
            java.io.FileWriter
            java.io.RandomAccessFile
            java.nio.channels.AsynchronousFileChannel
            java.nio.channels.FileChannel
            java.nio.file.FileSystem
            java.nio.file.FileSystems
            java.nio.file.Files
            java.nio.file.WatchService
            """),
    /// Memory outside the heap, as system calls need it.
    MEMORY(
            """
            java.lang.foreign.Arena
            java.lang.foreign.MemoryLayout
            java.lang.foreign.MemorySegment
            java.lang.foreign.SegmentAllocator
            java.lang.foreign.StructLayout
            java.lang.foreign.ValueLayout
            """),
    /// Sockets, and HTTP over them.
    NETWORK(
            """
            com.sun.net.httpserver.*
            java.net.DatagramSocket
            java.net.HttpURLConnection
            java.net.ServerSocket
            java.net.Socket
            java.net.URLConnection
            java.net.http.*
            java.nio.channels.DatagramChannel
            java.nio.channels.ServerSocketChannel
            java.nio.channels.SocketChannel
            """),
    /// Starting and looking at processes.
    PROCESSES(
            """
            java.lang.Process
            java.lang.ProcessBuilder
            java.lang.ProcessHandle
            """),
    /// Calling functions that are not Java. Whatever of the foreign function API nobody thought of
    /// counts as this.
    NATIVE("java.lang.foreign.*\n");

    static final List<String> NAMES = Arrays.stream(values()).map(JdkReach::word).toList();

    /// Classes and packages, one in each line.
    private final String parts;

    JdkReach(String parts) {
        this.parts = parts;
    }

    /// As tables name it.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What a use of this class reaches.
    static Optional<JdkReach> of(JavaClass it) {
        String name = it.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        String outer = nested < 0 ? name : name.substring(0, nested);
        String inPackage = it.getBaseComponentType().getPackageName();
        return Arrays.stream(values())
                .filter(reach -> reach.has(outer) || reach.has(inPackage + ".*"))
                .findFirst();
    }

    private boolean has(String part) {
        return parts.lines().anyMatch(part::equals);
    }
}
