package dev.deft.process.background;

import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Where a session has its lasting processes.
///
/// @param state of the workspace
/// @param session its id
public record DetachedProcesses(StatePaths state, String session) {

    private static final String PREFIX = "proc_";

    private Path place() {
        return state.session(session).resolve("processes");
    }

    /// Those there are, oldest first.
    public List<DetachedProcess> all() throws IOException {
        if (!Files.isDirectory(place())) {
            return List.of();
        }
        List<DetachedProcess> found = new ArrayList<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(place(), PREFIX + "*")) {
            for (Path it : directories) {
                var files = new DetachedFiles(it);
                files.read()
                        .ifPresent(note ->
                                found.add(
                                        new DetachedProcess(
                                                it.getFileName().toString(), files, note)));
            }
        }
        found.sort(Comparator.comparingInt(it -> number(it.id())));
        return found;
    }

    /// The number in the name of a process.
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

    /// Makes room for a new one.
    public DetachedFiles add(String id) throws IOException {
        return new DetachedFiles(state.ensure(place().resolve(id))).made();
    }

    /// Ends all of them; the session is to be no more.
    public void endAll() throws IOException {
        all().forEach(DetachedProcess::kill);
    }
}
