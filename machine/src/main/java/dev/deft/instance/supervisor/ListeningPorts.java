package dev.deft.instance.supervisor;

import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Reads from `/proc` on which TCP ports processes listen.
final class ListeningPorts {

    private static final Path PROC = Path.of("/proc");
    private static final String LISTEN = "0A";
    private static final String SOCKET = "socket:[";

    private ListeningPorts() {}

    /// A listening socket.
    private record Listener(int port, String inode) {}

    /// All ports in the network namespace of a process.
    static SortedSet<Integer> inNamespaceOf(int process) {
        SortedSet<Integer> ports = new TreeSet<>();
        listeners(process).forEach(it -> ports.add(it.port()));
        return ports;
    }

    /// The ports of a process and its descendants.
    static SortedSet<Integer> ofTree(int process) {
        Set<String> own = new HashSet<>();
        Optional<ProcessIdentity> first = ProcessIdentity.of(process);
        if (first.isPresent()) {
            own.addAll(sockets(process));
            ProcessTable.descendants(first.get()).forEach(it -> own.addAll(sockets(it.pid())));
        }
        SortedSet<Integer> ports = new TreeSet<>();
        listeners(process).stream()
                .filter(it -> own.contains(it.inode()))
                .forEach(it -> ports.add(it.port()));
        return ports;
    }

    private static List<Listener> listeners(int process) {
        List<Listener> found = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            try {
                Files.readAllLines(PROC.resolve(process + "/net/" + table)).stream()
                        .skip(1)
                        .map(it -> it.strip().split("\\s+", -1))
                        .filter(it -> it.length > 9 && it[3].equals(LISTEN))
                        .forEach(it -> found.add(new Listener(port(it[1]), it[9])));
            } catch (IOException _) {
                // The process has ended, or there is no such protocol.
            }
        }
        return found;
    }

    /// The port of an address such as `0100007F:1F90`.
    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
    }

    /// The inodes of the sockets of a process.
    private static Set<String> sockets(int process) {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors =
                Files.newDirectoryStream(PROC.resolve(process + "/fd"))) {
            for (Path it : descriptors) {
                inode(it).ifPresent(inodes::add);
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException _) {
            // The process has ended.
        }
        return inodes;
    }

    private static Optional<String> inode(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith(SOCKET)
                    ? Optional.of(target.substring(SOCKET.length(), target.length() - 1))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
