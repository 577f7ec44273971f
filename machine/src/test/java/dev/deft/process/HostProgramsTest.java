package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.sandbox.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the programs that Deft starts itself are looked for.
class HostProgramsTest {

    @TempDir Path root;
    @TempDir Path elsewhere;

    private static Path program(Path directory, String name, String script) throws IOException {
        Files.createDirectories(directory);
        Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private HostPrograms with(String path) throws IOException {
        return new HostPrograms(root.toRealPath(), Map.of("PATH", path));
    }

    @Test
    void areFoundInTheOrderOfThePath() throws IOException {
        Path first = program(elsewhere.resolve("a"), "tool", "");
        program(elsewhere.resolve("b"), "tool", "");
        assertThat(with(first.getParent() + ":" + elsewhere.resolve("b")).find("tool"))
                .contains(first);
        assertThat(with("/nowhere").find("bash")).isEmpty();
    }

    @Test
    void areNeverThoseOfTheWorkspace() throws IOException {
        program(root.resolve(".venv/bin"), "bash", "");
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), root.resolve(".venv/bin"));
        Path files = Files.createDirectory(elsewhere.resolve("files"));
        Files.createSymbolicLink(files.resolve("bash"), root.resolve(".venv/bin/bash"));
        for (String path : List.of(root + "/.venv/bin", link.toString(), files.toString())) {
            assertThat(with(path + ":/usr/bin:/bin").find("bash").map(Path::toString).orElse(""))
                    .as(path)
                    .matches("(/usr)?/bin/bash");
        }
    }

    @Test
    void areNotLookedForInRelativeDirectories() throws IOException {
        for (String path : List.of("", ".", "bin", ":", "./x:")) {
            assertThat(with(path).find("bash").map(Path::isAbsolute)).as(path).contains(true);
        }
        assertThat(with("a::/usr/bin").untrusted()).containsExactly("a", ".");
    }

    @Test
    void areNotThoseThatOthersCanChange() throws IOException {
        for (String mode : List.of("rwxrwxr-x", "rwxr-xrwx")) {
            Path open = elsewhere.resolve(mode);
            program(open, "tool", "");
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(mode));
            assertThat(with(open.toString()).find("tool")).isEmpty();
            Path file = program(elsewhere.resolve("f" + mode), "tool", "");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            assertThat(with(elsewhere.resolve("f" + mode).toString()).find("tool")).isEmpty();
        }
    }

    @Test
    void arePlantedInVain() throws Exception {
        Path bin = root.resolve(".venv/bin");
        for (String name : List.of("bwrap", "bash", "nsenter", "unshare", "mount", "script")) {
            program(
                    bin,
                    name,
                    "touch '%s/%s-ran'\nexec /usr/bin/%s \"$@\"\n".formatted(root, name, name));
        }
        var environment = ShellFixture.environment("PATH", bin + ":.:" + System.getenv("PATH"));
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED, environment, List.of())) {
            Shell.Result ended = desk.run("echo $PATH");
            assertThat(ended.sandbox()).isEqualTo("bubblewrap");
            assertThat(ended.output().output()).startsWith(bin.toRealPath() + ":/");
        }
        try (var files = Files.list(root)) {
            assertThat(files.map(it -> it.getFileName().toString()))
                    .noneMatch(it -> it.endsWith("-ran"));
        }
    }
}
