package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles.Changed;
import dev.deft.os.change.ChangeRecorder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A workspace in a temporary directory, and the files a call sees of it.
record Bench(Path root, WorkspaceTree workspace, OsFiles files, KnownFiles memory)
        implements AutoCloseable {

    static Bench of(Path root, Trees trees) throws IOException, InterruptedException {
        return of(root, trees, PathScope.EVERYTHING);
    }

    static Bench of(Path root, Trees trees, PathScope scope)
            throws IOException, InterruptedException {
        WorkspaceTree workspace = WorkspaceTree.open(trees.open(root), root.toString(), Map.of());
        var memory = new KnownFiles();
        return new Bench(
                root, workspace, workspace.files(scope, memory, ChangeRecorder.NONE), memory);
    }

    /// Puts a file there behind the workspace's back.
    Path put(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    String read(String path) throws IOException {
        return files.load(files.resolve(path), Long.MAX_VALUE).text(StandardCharsets.UTF_8);
    }

    List<Changed> write(String path, String content) throws IOException, InterruptedException {
        var file = files.resolve(path);
        return files.change(List.of(file), _ -> Map.of(file, Optional.of(Bytes.of(content))));
    }

    /// All files below a directory whose relative path fits, sorted.
    static List<String> files(Path root, Predicate<String> wanted) throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            return tree.filter(it -> !Files.isDirectory(it))
                    .map(it -> root.relativize(it).toString())
                    .filter(wanted)
                    .sorted()
                    .toList();
        }
    }

    /// Temporary files, locks and journals that nobody needs any more.
    static List<String> leftovers(Path root) throws IOException {
        return files(
                root,
                it ->
                        it.endsWith(".tmp")
                                || it.startsWith(".deft/locks/")
                                || it.startsWith(".deft/journal/"));
    }

    /// The code and the text of a refusal.
    static String refusal(HostException e) {
        return e.code().wire() + ": " + e.getMessage();
    }

    @Override
    public void close() {
        files.close();
        workspace.close();
    }
}
