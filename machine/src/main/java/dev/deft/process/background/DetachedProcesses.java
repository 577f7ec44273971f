package dev.deft.process.background;

import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The detached processes of a session.
public record DetachedProcesses(StatePaths state, String session) {

    private static final String PREFIX = "proc_";

    private Path directory() {
        return state.session(session).resolve("processes");
    }

    /// All of them, oldest first.
    public List<DetachedProcess> all() throws IOException {
        if (!Files.isDirectory(directory())) {
            return List.of();
        }
        List<DetachedProcess> found = new ArrayList<>();
        try (DirectoryStream<Path> directories =
                Files.newDirectoryStream(directory(), PREFIX + "*")) {
            for (Path it : directories) {
                var files = new DetachedFiles(it);
                files.read()
                        .ifPresent(info ->
                                found.add(
                                        new DetachedProcess(
                                                it.getFileName().toString(), files, info)));
            }
        }
        found.sort(Comparator.comparingInt(it -> number(it.id())));
        return found;
    }

    /// The number in a process id such as `proc_3`.
    public static int number(String id) {
        try {
            return Integer.parseInt(id.substring(PREFIX.length()));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    public static String id(int number) {
        return PREFIX + number;
    }

    /// Creates the files of a new process.
    public DetachedFiles add(String id) throws IOException {
        return new DetachedFiles(state.createDirectory(directory().resolve(id))).create();
    }

    /// Kills all of them; the session is being deleted.
    public void killAll() throws IOException {
        all().forEach(DetachedProcess::kill);
    }
}
