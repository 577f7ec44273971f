package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.host.WorkspacePath;
import dev.deft.os.change.ChangeIntent;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.ChangeStep;
import dev.deft.os.change.FileState;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.PortableStatus;
import dev.deft.os.tree.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that dies at the first step of a change, at the second, and so on to the last.
class CrashTest {

    private static final Map<String, String> OLD =
            Map.of("a.txt", "old a", "b.txt", "old b", "c.txt", "old c");

    @TempDir private Path temporary;
    private Path root;

    @BeforeEach
    void prepare() {
        root = temporary.resolve("none");
    }

    @Test
    void leavesTheOldOrTheNewFile() throws Exception {
        Map<String, String> wanted = new TreeMap<>(OLD);
        wanted.put("a.txt", "new a");
        int steps = dieAtEveryStep(wanted, files -> write(files, "a.txt", "new a"));
        assertThat(steps).isGreaterThan(8);
    }

    @Test
    void leavesNothingOfANewFileInANewDirectory() throws Exception {
        Map<String, String> wanted = new TreeMap<>(OLD);
        wanted.put("x/y/new.txt", "new");
        dieAtEveryStep(wanted, files -> write(files, "x/y/new.txt", "new"));
    }

    @Test
    void changesAllFilesOrNone() throws Exception {
        Map<String, String> wanted = Map.of("a.txt", "new a", "c.txt", "new c", "d/e.txt", "new");
        int steps =
                dieAtEveryStep(
                        wanted,
                        files -> {
                            List<WorkspacePath> paths =
                                    List.of(
                                            files.resolve("a.txt"),
                                            files.resolve("b.txt"),
                                            files.resolve("c.txt"),
                                            files.resolve("d/e.txt"));
                            files.change(
                                    paths,
                                    _ ->
                                            Map.of(
                                                    paths.get(0), Optional.of(Bytes.of("new a")),
                                                    paths.get(1), Optional.empty(),
                                                    paths.get(2), Optional.of(Bytes.of("new c")),
                                                    paths.get(3), Optional.of(Bytes.of("new"))));
                        });
        assertThat(steps).isGreaterThan(25);
    }

    @Test
    void movesAFileOrNot() throws Exception {
        Map<String, String> wanted = new TreeMap<>(OLD);
        wanted.remove("a.txt");
        wanted.put("b2.txt", "old a");
        dieAtEveryStep(
                wanted, files -> files.move(files.resolve("a.txt"), files.resolve("b2.txt")));
    }

    @Test
    void changesFilesLinksAndDirectoriesAllOrNone() throws Exception {
        richRoot("before");
        Map<String, String> before = TreeShape.of(root);
        richRoot("after");
        changeEverything(Trees.IN_ONE_STEP.open(root));
        Map<String, String> after = TreeShape.of(root);
        assertThat(after)
                .containsKeys("a.txt/in", "empty", "link", "c.txt")
                .doesNotContainKeys("b.txt");
        int news = 0;
        for (int steps = 0; ; steps++) {
            richRoot(steps);
            boolean survived = false;
            try (Tree tree = new DyingTree(Trees.IN_ONE_STEP.open(root), steps)) {
                changeEverything(tree);
                survived = true;
            } catch (DyingTree.Death _) {
                // Whoever comes next repairs.
            }
            WorkspaceTree.open(root.toString(), Map.of()).close();
            assertThat(TreeShape.of(root)).as("dead at step %d", steps).isIn(before, after);
            assertThat(notesAndDrafts()).as("dead at step %d", steps).isEmpty();
            news += TreeShape.of(root).equals(after) ? 1 : 0;
            if (survived) {
                assertThat(steps).isGreaterThan(30);
                assertThat(news).isGreaterThan(8);
                return;
            }
        }
    }

    private void changeEverything(Tree tree) throws IOException, InterruptedException {
        Map<String, FileState> wanted = new TreeMap<>();
        wanted.put("a.txt", new FileState.Directory(OptionalInt.of(0750)));
        wanted.put("a.txt/in", FileState.of(Bytes.of("in"), 0600));
        wanted.put("b.txt", FileState.absent());
        wanted.put("c.txt", FileState.of(Bytes.of("old c"), 0755));
        wanted.put("empty", new FileState.Directory(OptionalInt.of(0500)));
        wanted.put("gone", new FileState.Link("c.txt"));
        wanted.put("gone/deep", FileState.absent());
        wanted.put("gone/deep/file", FileState.absent());
        wanted.put("link", new FileState.Link("a.txt"));
        WorkspaceTree.open(tree, root.toString(), Map.of())
                .change(List.copyOf(wanted.keySet()), _ -> wanted, ChangeRecorder.NONE);
    }

    @Test
    void repairsBeforeTheNextCallOfAProcessThatLives() throws Exception {
        for (int steps = 0; ; steps++) {
            freshRoot(steps);
            try (Bench survivor = Bench.of(root, Trees.IN_ONE_STEP)) {
                boolean survived = !crash(steps, CrashTest::changeTwo);
                try (OsFiles next = files(survivor.workspace())) {
                    assertThat(next.load(next.resolve("a.txt"), 99).equals(Bytes.of("new")))
                            .as("dead at step %d", steps)
                            .isEqualTo(
                                    next.load(next.resolve("b.txt"), 99).equals(Bytes.of("new")));
                }
                if (survived) {
                    assertThat(steps).isGreaterThan(15);
                    return;
                }
            }
        }
    }

    @Test
    void isLeftAsItIsForCallsThatNobodyHasAllowed() throws Exception {
        for (int steps = 0; ; steps++) {
            freshRoot(steps);
            boolean survived = !crash(steps, CrashTest::changeTwo);
            Map<String, String> before = everything();
            try (WorkspaceTree workspace = WorkspaceTree.openAsIs(root.toString(), Map.of());
                    OsFiles looking = workspace.filesAsTheyAre(PathScope.EVERYTHING)) {
                looking.load(looking.resolve("a.txt"), 99);
                assertThat(everything()).as("dead at step %d", steps).isEqualTo(before);
                files(workspace).close();
                assertThat(notesAndDrafts()).as("dead at step %d", steps).isEmpty();
            }
            if (survived) {
                assertThat(steps).isGreaterThan(15);
                return;
            }
        }
    }

    /// Every path with its time and what it holds.
    private Map<String, String> everything() throws IOException {
        var all = new TreeMap<String, String>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.toList()) {
                String content =
                        Files.isDirectory(path)
                                ? "directory"
                                : Files.readString(path, StandardCharsets.ISO_8859_1);
                all.put(path.toString(), Files.getLastModifiedTime(path) + " " + content);
            }
        }
        return all;
    }

    @Test
    void repairsBeforeAnotherChangeOfTheSameFile() throws Exception {
        for (int steps = 0; ; steps++) {
            freshRoot(steps);
            try (Bench survivor = Bench.of(root, Trees.IN_ONE_STEP)) {
                boolean survived = !crash(steps, CrashTest::changeTwo);
                write(survivor.files(), "b.txt", "newer");
                assertThat(contents().get("a.txt")).isIn("old a", "new");
                assertThat(notesOfSeveral()).as("dead at step %d", steps).isEmpty();
                assertThat(contents().get("b.txt")).as("dead at step %d", steps).isEqualTo("newer");
                if (survived) {
                    assertThat(steps).isGreaterThan(15);
                    return;
                }
            }
        }
    }

    private static void changeTwo(OsFiles files) throws IOException, InterruptedException {
        List<WorkspacePath> paths = List.of(files.resolve("a.txt"), files.resolve("b.txt"));
        files.change(
                paths,
                _ ->
                        Map.of(
                                paths.get(0), Optional.of(Bytes.of("new")),
                                paths.get(1), Optional.of(Bytes.of("new"))));
    }

    @Test
    void doesNotFinishOverAForeignChange() throws Exception {
        int finished = 0;
        for (int steps = 0; ; steps++) {
            freshRoot(steps);
            boolean survived = !crash(steps, CrashTest::changeTwo);
            Files.writeString(root.resolve("b.txt"), "by hand");
            WorkspaceTree.open(root.toString(), Map.of()).close();
            assertThat(root.resolve("b.txt")).hasContent("by hand");
            finished += Files.readString(root.resolve("a.txt")).equals("new") ? 1 : 0;
            if (survived) {
                assertThat(steps).isGreaterThan(15);
                assertThat(finished).isPositive();
                return;
            }
        }
    }

    @Test
    void distrustsANoteThatCameWithTheRepository() throws Exception {
        freshRoot(0);
        Path draft = Files.writeString(root.resolve(".deft-0123456789abcdef.tmp"), "evil");
        Path journal = Files.createDirectories(root.resolve(".deft/journal"));
        var traces =
                new ChangeIntent.Traces(
                        List.of(new OsPath(draft.getFileName().toString())), List.of());
        var put =
                new ChangeStep.Put(
                        new OsPath("a.txt"),
                        new OsPath(draft.getFileName().toString()),
                        "1:2:3:4:5",
                        Optional.of("1:2:3:4:5"));
        var make = new ChangeStep.MakeDirectory(new OsPath("made"));
        Path note = Files.createFile(journal.resolve("all-0000000000000000"));
        try (var out = Files.newOutputStream(note)) {
            out.write(traces.encoded().toArray());
            out.write(ChangeIntent.encoded("1:2", List.of(put, make)).toArray());
        }
        WorkspaceTree.open(root.toString(), Map.of()).close();
        assertThat(contents()).isEqualTo(OLD);
        assertThat(root.resolve("made")).doesNotExist();
    }

    private static OsFiles files(WorkspaceTree workspace) throws IOException, InterruptedException {
        return workspace.files(PathScope.EVERYTHING, new KnownFiles(), ChangeRecorder.NONE);
    }

    private void freshRoot(Object name) throws IOException {
        root = Files.createDirectory(temporary.resolve("root" + name));
        for (var entry : OLD.entrySet()) {
            Files.writeString(root.resolve(entry.getKey()), entry.getValue());
        }
    }

    /// A root with more in it than files.
    private void richRoot(Object name) throws IOException {
        freshRoot(name);
        Files.createDirectories(root.resolve("gone/deep"));
        Files.writeString(root.resolve("gone/deep/file"), "deep");
        Files.createSymbolicLink(root.resolve("link"), Path.of("b.txt"));
    }

    /// @return how many steps the whole change has
    private int dieAtEveryStep(Map<String, String> wanted, Work work) throws Exception {
        int news = 0;
        for (int steps = 0; ; steps++) {
            freshRoot(steps);
            boolean survived = !crash(steps, work);
            WorkspaceTree.open(root.toString(), Map.of()).close();
            Map<String, String> found = contents();
            assertThat(found).as("dead at step %d", steps).isIn(List.of(OLD, wanted));
            assertThat(directories()).as("dead at step %d", steps).isEqualTo(directoriesOf(found));
            assertThat(notesAndDrafts()).as("dead at step %d", steps).isEmpty();
            news += found.equals(wanted) ? 1 : 0;
            if (survived) {
                assertThat(news).as("some died after the change happened").isGreaterThan(1);
                return steps;
            }
        }
    }

    /// @return whether the work was cut short
    private boolean crash(int steps, Work work) throws Exception {
        try (Tree tree = new DyingTree(Trees.IN_ONE_STEP.open(root), steps)) {
            work.run(files(WorkspaceTree.open(tree, root.toString(), Map.of())));
            return false;
        } catch (DyingTree.Death _) {
            return true;
        }
    }

    private static void write(OsFiles files, String path, String content)
            throws IOException, InterruptedException {
        WorkspacePath file = files.resolve(path);
        files.change(List.of(file), _ -> Map.of(file, Optional.of(Bytes.of(content))));
    }

    private Map<String, String> contents() throws IOException {
        var contents = new TreeMap<String, String>();
        for (String path : Bench.files(root, it -> !it.startsWith(".deft/"))) {
            contents.put(path, Files.readString(root.resolve(path)));
        }
        return contents;
    }

    private List<String> directories() throws IOException {
        try (var tree = Files.walk(root)) {
            return tree.filter(Files::isDirectory)
                    .map(it -> root.relativize(it).toString())
                    .filter(it -> !it.isEmpty() && !it.startsWith(".deft"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> directoriesOf(Map<String, String> contents) {
        return contents.keySet().stream()
                .flatMap(it ->
                        Stream.iterate(Path.of(it).getParent(), Objects::nonNull, Path::getParent))
                .map(Path::toString)
                .distinct()
                .sorted()
                .toList();
    }

    /// A lock that a dead process left behind is free and goes with the next change of its path.
    private List<String> notesAndDrafts() throws IOException {
        return Bench.leftovers(root).stream().filter(it -> !it.startsWith(".deft/locks/")).toList();
    }

    /// A note that was cut short before its change began waits for the next call.
    private List<String> notesOfSeveral() throws IOException {
        var notes = new ArrayList<String>();
        for (String note : Bench.files(root, it -> it.startsWith(".deft/journal/all-"))) {
            Bytes content = Bytes.wrap(Files.readAllBytes(root.resolve(note)));
            String place = PortableStatus.of(root.resolve(note)).place();
            if (ChangeIntent.decoded(content, place).steps().isPresent()) {
                notes.add(note);
            }
        }
        return notes;
    }

    private interface Work {

        void run(OsFiles files) throws IOException, InterruptedException;
    }
}
