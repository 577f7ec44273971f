package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What commands see of the machine outside their workspace.
class OutsidePathsTest {

    private Path top;
    private Path home;
    private Path root;

    /// Not below `/tmp`, which is empty for commands anyway.
    @BeforeEach
    void settle() throws IOException {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        top = Files.createTempDirectory(target, "outside").toRealPath();
        home = Files.createDirectories(top.resolve("homes/me"));
        root = Files.createDirectories(home.resolve("projects/mine"));
    }

    @AfterEach
    void clear() throws IOException {
        try (Stream<Path> all = Files.walk(top)) {
            for (Path it : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(it);
            }
        }
    }

    private static void file(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private ShellFixture desk(Tier tier, Map<String, String> further) throws IOException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("HOME", home.toString());
        environment.putAll(further);
        return ShellFixture.with(
                Set.of(tier),
                root,
                SandboxMode.REQUIRED,
                environment,
                List.of(),
                NetworkReach.none(),
                ResourceLimits.USUAL);
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void isNothingOfTheHomeButToolchains(Tier tier) throws Exception {
        for (String secret :
                List.of(
                        "notes.txt",
                        "Documents/letter.txt",
                        "projects/other/code.txt",
                        ".unknown/token",
                        ".m2/settings.xml",
                        ".vault-token",
                        ".config/containers/auth.json",
                        ".config/git/credentials",
                        ".cargo/credentials.toml",
                        ".gradle/gradle.properties",
                        ".npmrc",
                        ".vscode/settings.json",
                        ".cache/other/data",
                        ".local/share/other/data")) {
            file(home.resolve(secret), "SECRET");
        }
        file(top.resolve("homes/you/file"), "SECRET");
        file(top.resolve("data/file"), "SECRET");
        for (String tool :
                List.of(
                        ".m2/repository/a.jar",
                        ".cargo/bin/tool",
                        ".gradle/caches/x",
                        ".npm/_cacache/x",
                        ".nvm/versions/x",
                        ".cache/pip/x",
                        ".local/share/uv/x",
                        ".config/git/config",
                        ".gitconfig")) {
            file(home.resolve(tool), "TOOL");
        }
        try (var desk = desk(tier, Map.of())) {
            assertThat(desk.output("grep -rsl SECRET '%s' | sort".formatted(top))).isEmpty();
            assertThat(desk.output("cat ~/.m2/settings.xml ~/notes.txt ../other/code.txt 2>&1"))
                    .doesNotContain("SECRET");
            assertThat(
                            desk.output(
                                    "cat ~/.m2/repository/a.jar ~/.cargo/bin/tool ~/.gradle/caches/x ~/.npm/_cacache/x"
                                            + " ~/.nvm/versions/x ~/.cache/pip/x ~/.local/share/uv/x ~/.config/git/config ~/.gitconfig"))
                    .isEqualTo("TOOL".repeat(9));
            for (String write :
                    List.of("~/x", "~/.cargo/x", "~/.m2/repository/x", "'" + top + "/x'")) {
                assertThat(desk.run("touch " + write).exitCode()).as(write).isNotZero();
            }
        }
        assertThat(home.resolve("x")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void isWhateverThePathAndVariablesLeadTo(Tier tier) throws Exception {
        file(top.resolve("sdk/jdk/bin/jtool"), "#!/bin/sh\ncat \"${0%/*}/../lib/text\"");
        file(top.resolve("sdk/jdk/lib/text"), "found\n");
        file(top.resolve("sdk/secret"), "SECRET");
        file(home.resolve("bin/own"), "#!/bin/sh\necho own");
        file(
                top.resolve("unpacked/node/bin/node"),
                "#!/bin/sh\ncat '%s'".formatted(top.resolve("unpacked/node/lib/text")));
        file(top.resolve("unpacked/node/lib/text"), "linked\n");
        Path links = Files.createDirectories(top.resolve("links"));
        Files.createSymbolicLink(links.resolve("node"), top.resolve("unpacked/node/bin/node"));
        file(top.resolve("java/release"), "java\n");
        String path =
                "%s:%s:%s:/usr/bin:/bin"
                        .formatted(top.resolve("sdk/jdk/bin"), home.resolve("bin"), links);
        try (var desk =
                desk(tier, Map.of("PATH", path, "JAVA_HOME", top.resolve("java").toString()))) {
            assertThat(desk.output("jtool; own; node; cat '%s/java/release'".formatted(top)))
                    .isEqualTo("found\nown\nlinked\njava\n");
            assertThat(desk.output("cat '%s/sdk/secret' 2>&1".formatted(top)))
                    .doesNotContain("SECRET");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void doesNotGrowBecauseAVariableNamesTheHome(Tier tier) throws Exception {
        file(home.resolve("notes.txt"), "SECRET");
        Map<String, String> wide =
                Map.of(
                        "JAVA_HOME",
                        home.toString(),
                        "GOPATH",
                        top.toString(),
                        "NVM_DIR",
                        "/",
                        "PATH",
                        home + ":" + top.resolve("homes") + ":/usr/bin:/bin");
        file(top.resolve("homes/lib/x"), "");
        try (var desk = desk(tier, wide)) {
            assertThat(desk.output("cat ~/notes.txt 2>&1")).doesNotContain("SECRET");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void letsTheToolsOfThisMachineRun(Tier tier) throws Exception {
        Map<String, String> ours =
                Map.of(
                        "HOME",
                        System.getenv().getOrDefault("HOME", System.getProperty("user.home")));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (var desk = desk(tier, ours)) {
            for (String tool :
                    List.of(
                            "'%s' -version".formatted(java),
                            "git init -q . && git status",
                            "perl -e 'use File::Temp; print 1'")) {
                assertThat(desk.run(tool).exitCode()).as(tool).isZero();
            }
            for (String tool :
                    List.of(
                            "node -e 0",
                            "npm --version",
                            "python3 -c 'import ssl, json'",
                            "mvn -v")) {
                String name = tool.substring(0, tool.indexOf(' '));
                if (Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(it -> Files.isExecutable(Path.of(it, name)))) {
                    assertThat(desk.run(tool).exitCode()).as(tool).isZero();
                }
            }
        }
    }
}
