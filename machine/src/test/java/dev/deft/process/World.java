package dev.deft.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A workspace, a home, a directory elsewhere, a process and somebody who listens: all that a
/// command could do harm to, for tests that see whether it did.
final class World implements AutoCloseable {

    private static final List<String> SHARED = List.of("/tmp", "/var/tmp", "/run", "/dev/shm", "/");
    private static final List<String> TABLES = List.of("shm", "sem", "msg");

    final Path root;
    final Path home;
    private final Path outside;
    private final String name = Sleeper.fresh().name();
    private final Process victim;
    private final Process reader;
    private final ServerSocketChannel unix;
    private final ServerSocket internet;
    private final AtomicInteger heard = new AtomicInteger();

    World(Path directory) throws IOException, InterruptedException {
        root = Files.createDirectories(directory.resolve("workspace"));
        home = Files.createDirectories(directory.resolve("home"));
        outside = Files.createDirectories(directory.resolve("outside"));
        Files.writeString(home.resolve(".bashrc"), "# mine\n");
        Files.writeString(outside.resolve("file"), "mine\n");
        furnish();
        victim = new ProcessBuilder("sleep", "1000").start();
        unix = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        unix.bind(UnixDomainSocketAddress.of(root.resolve("socket")));
        internet = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        reader =
                new ProcessBuilder("bash", "-c", "exec 3<>pipe; echo ready; read -r -n1 x <&3")
                        .directory(root.toFile())
                        .start();
        reader.inputReader(StandardCharsets.UTF_8).readLine();
        Thread.startVirtualThread(() -> listen(() -> unix.accept().close()));
        Thread.startVirtualThread(() -> listen(() -> internet.accept().close()));
    }

    private void furnish() throws IOException, InterruptedException {
        Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
        Files.writeString(root.resolve("b.txt"), "three\n");
        Files.writeString(root.resolve("subscript"), "a[$(touch pwned)]");
        Files.createDirectories(root.resolve("empty"));
        Files.createDirectories(root.resolve(".deft"));
        Files.createDirectories(root.resolve("d/a[$(touch ..$'\\x2f'..$'\\x2f'pwned)]"));
        Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
        for (String program : List.of("evil", "ls")) {
            Path file = Files.writeString(root.resolve(program), "#!/bin/sh\ntouch pwned\n");
            if (!file.toFile().setExecutable(true)) {
                throw new IOException("no program can be made here");
            }
        }
        Process git =
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "mkfifo pipe; git init -q . && git add a.txt b.txt && git -c user.name=a -c user.email=b commit -qm 1"
                                        + " && echo four >>b.txt && git -c user.name=a -c user.email=b commit -qam 2 && echo five >>b.txt")
                        .directory(root.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (git.waitFor() != 0) {
            throw new IOException(said);
        }
    }

    private interface Listener {

        void accept() throws IOException;
    }

    private void listen(Listener listener) {
        try {
            while (true) {
                listener.accept();
                heard.incrementAndGet();
            }
        } catch (IOException _) {
            // It is over.
        }
    }

    /// A script with the names of this world in it.
    String script(String template) {
        return template.replace("%T", name)
                .replace("%H", home.toString())
                .replace("%O", outside.toString())
                .replace("%V", String.valueOf(victim.pid()))
                .replace("%U", root.resolve("socket").toString())
                .replace("%P", String.valueOf(internet.getLocalPort()))
                .replace("'S'", "'a[$(touch pwned)]'");
    }

    /// Everything that matters, to be compared.
    Map<String, String> state() throws IOException {
        Map<String, String> state = new TreeMap<>();
        for (Path tree : List.of(root, home, outside)) {
            try (Stream<Path> all = Files.walk(tree)) {
                all.forEach(it -> state.put(it.toString(), entry(it)));
            }
        }
        state.put("victim", victim.isAlive() + " " + processState(victim));
        state.put("reader", String.valueOf(reader.isAlive()));
        state.put("heard", String.valueOf(heard.get()));
        state.put("left", left().toString());
        state.put("running", String.valueOf(new Sleeper(name).count()));
        for (String table : TABLES) {
            state.put(table, Files.readString(Path.of("/proc/sysvipc/" + table)));
        }
        return state;
    }

    private static String entry(Path path) {
        try {
            Map<String, Object> known =
                    Files.readAttributes(
                            path,
                            "unix:mode,uid,gid,nlink,lastModifiedTime,size",
                            LinkOption.NOFOLLOW_LINKS);
            String content =
                    Files.isSymbolicLink(path)
                            ? Files.readSymbolicLink(path).toString()
                            : Files.isRegularFile(path)
                                    ? Files.readString(path, StandardCharsets.ISO_8859_1)
                                    : "";
            return new TreeMap<>(known) + content;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The name of its state, its niceness and its limit.
    private static String processState(Process process) throws IOException {
        if (!process.isAlive()) {
            return "";
        }
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
        return fields.get(0)
                + fields.get(16)
                + Files.readString(Path.of("/proc/" + process.pid() + "/limits"))
                + Files.readString(Path.of("/proc/" + process.pid() + "/oom_score_adj"));
    }

    private List<String> left() throws IOException {
        List<String> left = new ArrayList<>();
        for (String directory : SHARED) {
            try (Stream<Path> entries = Files.list(Path.of(directory))) {
                entries.map(Path::toString).filter(it -> it.contains(name)).forEach(left::add);
            }
        }
        return left;
    }

    @Override
    public void close() throws IOException {
        victim.destroyForcibly();
        reader.destroyForcibly();
        unix.close();
        internet.close();
    }
}
