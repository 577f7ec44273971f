package dev.deft.bench.peers;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A copy of a repository's tracked files with a history of one commit, put back before each run.
///
/// Instructions for agents are left out: they would change what each agent sends.
final class PeerWorkspace {

    private static final Set<String> LEFT_OUT =
            Set.of(
                    "AGENTS.md",
                    "CLAUDE.md",
                    "GEMINI.md",
                    ".claude",
                    ".codex",
                    ".cursor",
                    ".deft",
                    ".mcp.json",
                    ".pi");

    private final Path root;
    private final Path pristine;
    private final List<String> files = new ArrayList<>();

    /// @param repository whose tracked files are copied
    /// @param directory for the workspace; new
    PeerWorkspace(Path repository, Path directory) throws IOException, InterruptedException {
        root = Files.createDirectory(directory.resolve("workspace"));
        pristine = directory.resolve("pristine.git");
        for (String file : output(repository, "git", "ls-files", "-z").split("\0", -1)) {
            if (!file.isEmpty() && !LEFT_OUT.contains(file.split("/", 2)[0])) {
                copy(repository.resolve(file), file);
            }
        }
        git("init", "-q", "-b", "main");
        git("add", "-A", "-f");
        git("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "bench");
        run("cp", "-a", root.resolve(".git").toString(), pristine.toString());
    }

    private void copy(Path from, String name) throws IOException {
        if (Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
            Path to = root.resolve(name);
            Files.createDirectories(to.getParent());
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
            files.add(name);
        }
    }

    Path root() {
        return root;
    }

    /// The files, relative to the workspace and in order.
    List<String> files() {
        return List.copyOf(files);
    }

    /// Undoes what a run has changed. Files that it left alone stay as they are, so that git need
    /// not look into them again.
    void reset() throws IOException, InterruptedException {
        run("rm", "-rf", root.resolve(".git").toString());
        run("cp", "-a", pristine.toString(), root.resolve(".git").toString());
        git("reset", "-q", "--hard");
        git("clean", "-ffdxq");
        run("sync");
    }

    private void git(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("git", "-C", root.toString()));
        all.addAll(List.of(words));
        run(all.toArray(String[]::new));
    }

    private static void run(String... words) throws IOException, InterruptedException {
        output(Path.of(""), words);
    }

    private static String output(Path directory, String... words)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(words)
                        .directory(directory.toAbsolutePath().toFile())
                        .redirectError(Redirect.INHERIT)
                        .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", words) + " failed");
        }
        return said;
    }
}
