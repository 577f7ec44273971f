package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.cli.DeftRun;
import dev.deft.app.demo.DemoProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A small project on the branch `main`, with a home beside it, in which the program is started.
///
/// @param root its directory
/// @param home of the user
record SampleProject(Path root, Path home) {

    /// Makes a project that the user trusts.
    static SampleProject trusted(Path directory) throws IOException, InterruptedException {
        SampleProject project = untrusted(directory);
        DeftRun trust = DeftRun.in(project.root, project.variables(), "", "trust", "add", "--yes");
        assertThat(trust.code()).as(trust.err()).isZero();
        return project;
    }

    static SampleProject untrusted(Path directory) throws IOException, InterruptedException {
        Path root = Files.createDirectories(directory.resolve("cart")).toRealPath();
        Path home = Files.createDirectories(directory.resolve("home")).toRealPath();
        DemoProject.write(root);
        Files.writeString(root.resolve(".gitignore"), ".deft/\n");
        var project = new SampleProject(root, home);
        project.git("init", "-q", "-b", "main");
        project.git("add", ".");
        project.git("-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qm", "First");
        return project;
    }

    private void git(String... words) throws IOException, InterruptedException {
        String[] line = new String[words.length + 1];
        line[0] = "git";
        System.arraycopy(words, 0, line, 1, words.length);
        var builder = new ProcessBuilder(line).directory(root.toFile()).inheritIO();
        builder.environment().put("HOME", home.toString());
        assertThat(builder.start().waitFor()).isZero();
    }

    Map<String, String> variables() {
        return Map.of("DEFT_HOME", home.toString(), "HOME", home.toString());
    }

    /// The program with a model, at a terminal of 80 by 24.
    TmuxTerminal.Start start(HeldModel model) {
        return TmuxTerminal.Start.in(root).with(variables()).with(model.environment());
    }
}
