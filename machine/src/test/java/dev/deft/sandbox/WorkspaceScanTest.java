package dev.deft.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.policy.Ceiling;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.CommandFiles.Access;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.sandbox.WorkspaceScan.Found;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A scan that looks only at what has changed finds what a scan of everything finds.
class WorkspaceScanTest {

    @TempDir Path directory;

    private Path root;
    private Path outside;
    private WorkspaceScan scan;

    @BeforeEach
    void open() throws IOException {
        root = Files.createDirectory(directory.toRealPath().resolve("root"));
        outside = Files.createDirectory(directory.toRealPath().resolve("outside"));
        scan = watched(files());
    }

    @AfterEach
    void close() {
        scan.close();
    }

    private WorkspaceScan watched(CommandFiles files) {
        return new WorkspaceScan(root, List.of(), List.of(root.resolve("config.yml")), files);
    }

    private CommandFiles files(String... rules) {
        return new CommandFiles(
                Ceiling.of(RequirementSet.EVERYTHING, PatternVariables.of(List.of(), List.of())),
                new RuleBook(Stream.of(rules).map(it -> Rule.parse(Scope.MANIFEST, it)).toList()),
                SecretFiles.in(root));
    }

    private Found everything(CommandFiles files) throws IOException {
        return WorkspaceScan.unwatched(root, List.of(root.resolve("config.yml")), files).scan();
    }

    private void sameAsEverything() throws IOException {
        assertThat(scan.scan()).isEqualTo(everything(files()));
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(root.resolve(name));
    }

    private void plant(Path in) throws IOException {
        Files.createDirectories(in.resolve("bare/objects"));
        Files.createDirectories(in.resolve("bare/refs"));
        Files.writeString(in.resolve("bare/HEAD"), "ref: refs/heads/main\n");
        Files.writeString(in.resolve("bare/config"), "[core]\n\tfsmonitor = ./evil\n");
        Files.createDirectories(in.resolve("x/.vscode"));
    }

    private void finds(String... names) throws IOException {
        Found found = scan.scan();
        assertThat(scan.isWatched()).isTrue();
        assertThat(found.protectedPaths().keySet())
                .containsExactlyInAnyOrderElementsOf(Stream.of(names).map(root::resolve).toList());
        sameAsEverything();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void findsWhatAScanOfEverythingFinds(int seed) throws IOException {
        var changes = new RandomChanges(root, outside, seed);
        CommandFiles files =
                seed % 2 == 0
                        ? files()
                        : files(
                                "deny fs.read b/**",
                                "deny fs.write **/*.txt",
                                "ask fs.write a/c/**");
        try (WorkspaceScan mine = watched(files)) {
            for (int i = 0; i < 60; i++) {
                List<String> made = changes.some();
                assertThat(mine.scan()).as("%s after %s", seed, made).isEqualTo(everything(files));
            }
            assertThat(mine.isWatched()).isTrue();
        }
    }

    @Test
    void returnsTheSameValueWhileNothingChanges() throws IOException {
        plant(folder("a"));
        Found first = scan.scan();
        assertThat(scan.scan()).isSameAs(first);
        Files.writeString(root.resolve("a/ordinary"), "x");
        assertThat(scan.scan()).isSameAs(first);
    }

    @Test
    void looksIntoNewDirectories() throws IOException {
        scan.scan();
        plant(folder("new/deep"));
        finds("new/deep/bare/config", "new/deep/x/.vscode");
        Files.createDirectories(root.resolve("new/deep/later/.idea"));
        finds("new/deep/bare/config", "new/deep/x/.vscode", "new/deep/later/.idea");
    }

    /// So many directories on one level that several threads list them.
    @Test
    void findsEverythingInAWideTree() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            Path here = folder("d" + i % 100 + "/e" + i);
            if (i % 7 == 0) {
                Files.createDirectory(here.resolve(".idea"));
            }
        }
        Files.createDirectories(root.resolve("d99/e999/deep"));
        sameAsEverything();
        assertThat(scan.isWatched()).isTrue();
        assertThat(scan.scan().protectedPaths()).hasSize(143);
        for (int i = 0; i < 1_000; i += 3) {
            Files.createDirectories(root.resolve("d" + i % 100 + "/e" + i + "/later/.vscode"));
        }
        Files.move(root.resolve("d0"), root.resolve("d99/e999/deep/d0"));
        sameAsEverything();
        Files.createDirectory(root.resolve("d99/e999/deep/d0/e0/.cursor"));
        sameAsEverything();
        assertThat(scan.isWatched()).isTrue();
    }

    @Test
    void givesItsWatchesBackWhenItEnds() throws IOException {
        var few = Optional.of(new DirectoryWatches(4));
        for (String name : List.of("one", "two", "three")) {
            Path top = folder(name);
            folder(name + "/a/b");
            try (var mine = new WorkspaceScan(top, List.of(), List.of(), files(), few)) {
                assertThat(mine.scan()).isEqualTo(Found.NOTHING);
                Path planted = Files.createDirectory(top.resolve("a/b/.idea"));
                assertThat(mine.scan().protectedPaths()).containsOnlyKeys(planted);
                assertThat(mine.isWatched()).isTrue();
            }
        }
    }

    @Test
    void looksIntoATreeThatIsMovedInAndWhatHappensThereLater() throws IOException {
        plant(outside);
        scan.scan();
        Files.move(outside, root.resolve("in"));
        finds("in/bare/config", "in/x/.vscode");
        Files.createDirectories(root.resolve("in/x/y/.idea"));
        finds("in/bare/config", "in/x/.vscode", "in/x/y/.idea");
    }

    @Test
    void followsATreeThatIsMovedInside() throws IOException {
        plant(folder("a/tree"));
        folder("z");
        scan.scan();
        Files.move(root.resolve("a/tree"), root.resolve("z/tree"));
        finds("z/tree/bare/config", "z/tree/x/.vscode");
        Files.createDirectory(root.resolve("z/tree/x/.idea"));
        finds("z/tree/bare/config", "z/tree/x/.vscode", "z/tree/x/.idea");
        Files.move(root.resolve("z/tree"), root.resolve("a/tree"));
        finds("a/tree/bare/config", "a/tree/x/.vscode", "a/tree/x/.idea");
        Files.createDirectory(root.resolve("a/tree/.zed"));
        finds("a/tree/bare/config", "a/tree/x/.vscode", "a/tree/x/.idea", "a/tree/.zed");
    }

    @Test
    void forgetsATreeThatIsMovedOut() throws IOException {
        plant(folder("a"));
        scan.scan();
        Files.move(root.resolve("a"), outside.resolve("a"));
        finds();
        Files.createDirectory(outside.resolve("a/.idea"));
        finds();
    }

    @Test
    void noticesAnotherDirectoryUnderTheSameName() throws IOException {
        folder("a/b");
        scan.scan();
        for (int i = 0; i < 20; i++) {
            Files.delete(root.resolve("a/b"));
            Files.createDirectory(root.resolve("a/b"));
            Path planted = Files.createDirectory(root.resolve("a/b/.vscode"));
            finds("a/b/.vscode");
            Files.delete(planted);
        }
        plant(outside);
        Files.delete(root.resolve("a/b"));
        Files.move(outside, root.resolve("a/b"));
        finds("a/b/bare/config", "a/b/x/.vscode");
    }

    @Test
    void exchangesDirectories() throws Exception {
        plant(outside);
        folder("a/inner");
        scan.scan();
        int code =
                new ProcessBuilder("mv", "--exchange", root + "/a", outside.toString())
                        .redirectErrorStream(true)
                        .start()
                        .waitFor();
        assumeTrue(code == 0, "this mv cannot exchange");
        finds("a/bare/config", "a/x/.vscode");
    }

    @Test
    void doesNotFollowALinkInThePlaceOfADirectory() throws IOException {
        folder("a");
        plant(outside);
        scan.scan();
        Files.delete(root.resolve("a"));
        Files.createSymbolicLink(root.resolve("a"), outside);
        finds();
    }

    @Test
    void noticesHardLinksAndReplacedFiles() throws IOException {
        Files.writeString(outside.resolve("evil"), "x");
        folder("a");
        scan.scan();
        Files.createLink(root.resolve("a/.envrc"), outside.resolve("evil"));
        finds("a/.envrc");
        Found before = scan.scan();
        Path other = Files.writeString(outside.resolve("other"), "x");
        Files.move(other, root.resolve("a/.envrc"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(scan.scan().protectedPaths()).isNotEqualTo(before.protectedPaths());
        finds("a/.envrc");
    }

    @Test
    void looksAgainIntoADirectoryThatCouldNotBeRead() throws IOException {
        plant(folder("a"));
        scan.scan();
        Files.setPosixFilePermissions(
                root.resolve("a"), PosixFilePermissions.fromString("---------"));
        sameAsEverything();
        Files.setPosixFilePermissions(
                root.resolve("a"), PosixFilePermissions.fromString("rwx------"));
        finds("a/bare/config", "a/x/.vscode");
    }

    /// With watches of its own: nobody else empties their queue.
    @Test
    void looksAtEverythingAfterMoreEventsThanTheKernelKeeps() throws IOException {
        Path limit = Path.of("/proc/sys/fs/inotify/max_queued_events");
        int kept = Integer.parseInt(Files.readAllLines(limit).getFirst());
        assumeTrue(kept <= 1 << 16, "the queue is too long to fill");
        Path noisy = folder("noisy");
        folder("a");
        scan.close();
        var own = Optional.of(new DirectoryWatches(DirectoryWatches.MAX_WATCHES));
        scan =
                new WorkspaceScan(
                        root, List.of(), List.of(root.resolve("config.yml")), files(), own);
        scan.scan();
        for (int i = 0; i <= kept / 2; i++) {
            Files.delete(Files.createFile(noisy.resolve("x")));
        }
        plant(root.resolve("a"));
        finds("a/bare/config", "a/x/.vscode");
        Files.createDirectory(root.resolve("a/.idea"));
        finds("a/bare/config", "a/x/.vscode", "a/.idea");
    }

    @Test
    void comparesEverythingWhereThereAreTooManyDirectoriesToWatch() throws IOException {
        folder("a/b/c");
        var few = Optional.of(new DirectoryWatches(3));
        try (var limited = new WorkspaceScan(root, List.of(), List.of(), files(), few)) {
            assertThat(limited.isWatched()).isTrue();
            assertThat(limited.scan()).isEqualTo(everything(files()));
            assertThat(limited.isWatched()).isFalse();
            plant(root.resolve("a/b/c"));
            assertThat(limited.scan()).isEqualTo(everything(files()));
            assertThat(limited.scan().protectedPaths()).isNotEmpty();
        }
    }

    @Test
    void goesOnWhenAnotherScanOfTheSameDirectoriesEnds() throws IOException {
        folder("a");
        try (WorkspaceScan other = watched(files())) {
            other.scan();
            scan.scan();
            plant(root.resolve("a"));
            assertThat(other.scan()).isEqualTo(everything(files()));
        }
        finds("a/bare/config", "a/x/.vscode");
        Files.createDirectory(root.resolve("a/.idea"));
        finds("a/bare/config", "a/x/.vscode", "a/.idea");
    }

    @Test
    void comparesEverythingOnceItIsClosed() throws IOException {
        scan.scan();
        scan.close();
        plant(folder("a"));
        assertThat(scan.isWatched()).isFalse();
        sameAsEverything();
        assertThat(scan.scan().protectedPaths()).hasSize(2);
    }

    @Test
    void noticesAnotherDirectoryInThePlaceOfTheWorkspace() throws IOException {
        folder("a");
        scan.scan();
        plant(outside);
        Files.move(root, directory.resolve("old"));
        Files.move(outside, root);
        finds("bare/config", "x/.vscode");
    }

    @Test
    void failsWithoutTheWorkspaceAndGoesOnWithIt() throws IOException {
        plant(folder("a"));
        scan.scan();
        Path away = directory.resolve("away");
        Files.move(root, away);
        assertThatThrownBy(scan::scan).isInstanceOf(FileSystemException.class);
        Files.move(away, root);
        finds("a/bare/config", "a/x/.vscode");
    }

    @Test
    void looksUnderAMountAndBelowItAgain() throws Exception {
        plant(outside);
        folder("a");
        scan.scan();
        int mounted = run("mount", "--bind", outside.toString(), root + "/a");
        assumeTrue(mounted == 0, "nobody can mount here");
        try {
            finds("a/bare/config", "a/x/.vscode");
            Files.createDirectory(outside.resolve("x/.idea"));
            finds("a/bare/config", "a/x/.vscode", "a/x/.idea");
        } finally {
            run("umount", root + "/a");
        }
        finds();
    }

    private static int run(String... words) throws Exception {
        return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
    }

    @Test
    void asksAgainAboutFilesWhoseContentCounts() throws Exception {
        run("git", "-C", root.toString(), "init", "-q");
        Path env = Files.writeString(root.resolve(".env"), "PORT=1\n");
        run("git", "-C", root.toString(), "add", "-f", ".env");
        assertThat(scan.scan().view().at(env)).isEqualTo(Access.WRITE);
        Files.writeString(env, "KEY=2\n");
        assertThat(scan.scan().view().at(env)).isEqualTo(Access.NONE);
        Files.writeString(env, "PORT=1\n");
        assertThat(scan.scan().view().at(env)).isEqualTo(Access.WRITE);
    }
}
