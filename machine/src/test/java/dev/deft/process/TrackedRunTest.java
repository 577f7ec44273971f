package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Shell;
import dev.deft.policy.Policy.Changes;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Commands whose changes can be undone: on an overlay in the sandbox, by comparison without one.
class TrackedRunTest {

    @TempDir Path root;

    @BeforeEach
    void fillTheWorkspace() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\n");
        Files.createDirectories(root.resolve("src/deep"));
        Files.writeString(root.resolve("src/b.txt"), "b\n");
        Files.writeString(root.resolve("src/deep/c.txt"), "c\n");
    }

    private ShellFixture desk(SandboxMode mode) throws IOException {
        return new ShellFixture(root, mode, CommandChoices.DEFAULT.with(Changes.UNDOABLE));
    }

    @Test
    void keepNothingOfANewRepositoryThatWouldRun() throws Exception {
        try (var desk = desk(SandboxMode.REQUIRED)) {
            Shell.Result ended =
                    desk.run(
                            "git init -q good; git init -q bad; git -C bad config core.fsmonitor evil; git init -q -b x worse; echo ../../bad > worse/.git/commondir; mkdir w; echo 'gitdir: ../bad' > w/.git; ln -s . l; ln -s ../bad src/.git");
            assertThat(ended.note().orElse(""))
                    .endsWith("not kept: bad/.git/config, src/.git, w/.git, worse/.git/commondir");
        }
        assertThat(root.resolve("good/.git/config")).exists();
        assertThat(root.resolve("bad/.git/config")).doesNotExist();
        assertThat(root.resolve("worse/.git/config")).exists();
        assertThat(root.resolve("w/.git")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(names = {"REQUIRED", "OFF"})
    void tellWhatTheyChangedAndHowItWas(SandboxMode mode) throws Exception {
        try (var desk = desk(mode)) {
            Shell.Result ended =
                    desk.run("echo two >> a.txt; rm src/b.txt; echo new > src/n.txt; cat a.txt");

            assertThat(ended.output().stdout()).isEqualTo("one\ntwo\n");
            assertThat(desk.changes.told)
                    .containsExactlyInAnyOrder(
                            "a.txt: one -> one\ntwo",
                            "src/b.txt: b -> none",
                            "src/n.txt: none -> new");
        }
        assertThat(root.resolve("a.txt")).hasContent("one\ntwo\n");
        assertThat(root.resolve("src/b.txt")).doesNotExist();
        assertThat(root.resolve("src/n.txt")).hasContent("new\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"REQUIRED", "OFF"})
    void changeWholeDirectoriesLinksAndModes(SandboxMode mode) throws Exception {
        try (var desk = desk(mode)) {
            desk.run(
                    "rm -rf src/deep && mkdir src/deep && echo d > src/deep/d.txt; mkdir empty;"
                            + " ln -s a.txt link; chmod 755 a.txt; mv src/b.txt moved.txt;"
                            + " printf x > 'odd name'");
        }
        assertThat(root.resolve("src/deep/c.txt")).doesNotExist();
        assertThat(root.resolve("src/deep/d.txt")).hasContent("d\n");
        assertThat(root.resolve("empty")).isDirectory();
        assertThat(Files.readSymbolicLink(root.resolve("link"))).hasToString("a.txt");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(root.resolve("a.txt"))))
                .isEqualTo("rwxr-xr-x");
        assertThat(root.resolve("src/b.txt")).doesNotExist();
        assertThat(root.resolve("moved.txt")).hasContent("b\n");
        assertThat(root.resolve("odd name")).hasContent("x");
    }

    @Test
    void swapFilesForDirectoriesAndBack() throws Exception {
        try (var desk = desk(SandboxMode.REQUIRED)) {
            desk.run("rm a.txt && mkdir a.txt && echo in > a.txt/in; rm -r src && echo file > src");
        }
        assertThat(root.resolve("a.txt/in")).hasContent("in\n");
        assertThat(root.resolve("src")).hasContent("file\n");
    }

    @Test
    void replaceALinkAndNotWhatItLeadsTo() throws Exception {
        Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
        try (var desk = desk(SandboxMode.REQUIRED)) {
            desk.run("rm link && echo mine > link");
        }
        assertThat(Files.isRegularFile(root.resolve("link"), LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(root.resolve("a.txt")).hasContent("one\n");
    }

    @Test
    void leaveNothingBehindWhenTheirTimeIsUp() throws Exception {
        try (var desk = desk(SandboxMode.REQUIRED)) {
            Shell.Result ended = desk.run("echo half > a.txt; sleep 600", Duration.ofMillis(500));

            assertThat(ended.cause()).isEqualTo(Shell.Cause.TIMEOUT);
            assertThat(ended.note()).contains("none of its changes were kept");
        }
        assertThat(root.resolve("a.txt")).hasContent("one\n");
    }

    @Test
    void changeNothingThatIsProtected() throws Exception {
        try (var desk = desk(SandboxMode.REQUIRED)) {
            Shell.Result ended = desk.run("mkdir .vscode; echo x > .vscode/tasks.json; echo y > y");

            assertThat(ended.note().orElse("")).contains("not kept", ".vscode");
        }
        assertThat(root.resolve(".vscode/tasks.json")).doesNotExist();
        assertThat(root.resolve("y")).hasContent("y\n");
    }

    @Test
    void tellOfLinksDirectoriesAndLargeFiles() throws Exception {
        Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
        try (var desk = desk(SandboxMode.REQUIRED)) {
            desk.run("head -c 9000000 /dev/zero > large; ln -sf src link; mkdir empty; rm -r src");

            assertThat(desk.changes.told)
                    .containsExactlyInAnyOrder(
                            "empty: none -> directory",
                            "large: none -> 9000000 bytes",
                            "link: link to a.txt -> link to src",
                            "src: directory -> none",
                            "src/b.txt: b -> none",
                            "src/deep: directory -> none",
                            "src/deep/c.txt: c -> none");
        }
        assertThat(root.resolve("large")).hasSize(9_000_000);
        assertThat(root.resolve("src")).doesNotExist();
    }

    @Test
    void forgetWhatADirectoryHeldThatWasMadeAnew() throws Exception {
        try (var desk = desk(SandboxMode.REQUIRED)) {
            desk.run("rm -r src; mkdir -p src/deep");
        }
        assertThat(root.resolve("src/deep")).isEmptyDirectory();
        assertThat(root.resolve("src/b.txt")).doesNotExist();
    }

    @Test
    void keepTheTimesTheyGaveToFiles() throws Exception {
        try (var desk = desk(SandboxMode.REQUIRED)) {
            desk.run("touch -d 2001-02-03T04:05:06Z a.txt; touch -d 2002-02-03T04:05:06Z new");

            assertThat(desk.changes.told)
                    .containsExactlyInAnyOrder("a.txt: one -> one", "new: none -> ");
        }
        assertThat(Files.getLastModifiedTime(root.resolve("a.txt")))
                .hasToString("2001-02-03T04:05:06Z");
        assertThat(Files.getLastModifiedTime(root.resolve("new")))
                .hasToString("2002-02-03T04:05:06Z");
    }
}
