package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random commands in a real workspace: what they did is undone and done again, and the tree is
/// told by programs that know nothing of us.
class CommandUndoTest {

    /// Leaves directories open to their owner: in a sandbox not even root may enter others.
    private static final String PRIVATE = "u=rwX,g=rX,o=";

    private static final int TURNS = 4;
    private static final List<String> PATHS =
            List.of("a", "b", "c d", "dir", "dir/ü", "dir/y", "dir/sub", "dir/sub/z", "other/w");
    private static final List<String> TARGETS =
            List.of("a", "dir/", "nowhere", ".//dir/sub", "../root");

    @TempDir private Path temporary;

    @Test
    void isExactOnAnOverlay() throws Exception {
        sessions(SandboxMode.REQUIRED, 0, 5);
    }

    @Test
    void isExactByComparison() throws Exception {
        sessions(SandboxMode.OFF, 0, 10);
    }

    @Test
    @Tag("deep")
    void isExactOnAnOverlayEveryTime() throws Exception {
        sessions(SandboxMode.REQUIRED, 5, 500);
    }

    @Test
    @Tag("deep")
    void isExactByComparisonEveryTime() throws Exception {
        sessions(SandboxMode.OFF, 10, 1_000);
    }

    private void sessions(SandboxMode mode, int from, int to) throws Exception {
        for (int seed = from; seed < to; seed++) {
            session(mode, seed);
        }
    }

    private void session(SandboxMode mode, int seed) throws Exception {
        var random = new Random(seed);
        Path directory = Files.createDirectory(temporary.resolve(mode + "-" + seed));
        try (var desk = new CommandDesk(directory, mode)) {
            List<String> trees = new ArrayList<>(List.of(desk.tree()));
            for (int turn = 1; turn <= TURNS; turn++) {
                String script = script(random);
                String expected = plainly(desk.root, script);
                desk.run(turn, script);
                assertThat(desk.tree()).as("seed %d: %s", seed, script).isEqualTo(expected);
                trees.add(expected);
            }
            back(desk, trees, seed);
            forth(desk, trees, seed);
            back(desk, trees, seed);
            assertThat(desk.notices).isEmpty();
        }
    }

    /// What the script does to a copy, without us.
    private static String plainly(Path root, String script)
            throws IOException, InterruptedException {
        Path copy = root.resolveSibling("copy").resolve("root");
        CommandDesk.bash(
                root,
                "cd ..; rm -rf copy; mkdir copy; cp -a root copy/root; rm -rf copy/root/.deft");
        CommandDesk.bash(copy, script);
        return CommandDesk.tree(copy);
    }

    /// A turn that changed nothing is not there to be undone.
    private static void back(CommandDesk desk, List<String> trees, int seed)
            throws IOException, InterruptedException {
        for (int turn = TURNS; turn > 0; turn--) {
            if (!trees.get(turn).equals(trees.get(turn - 1))) {
                desk.store.undoTurn();
            }
            assertThat(desk.tree())
                    .as("seed %d, turn %d undone", seed, turn)
                    .isEqualTo(trees.get(turn - 1));
        }
    }

    private static void forth(CommandDesk desk, List<String> trees, int seed)
            throws IOException, InterruptedException {
        for (int turn = 1; turn <= TURNS; turn++) {
            if (!trees.get(turn).equals(trees.get(turn - 1))) {
                desk.store.redoTurn();
            }
            assertThat(desk.tree())
                    .as("seed %d, turn %d done again", seed, turn)
                    .isEqualTo(trees.get(turn));
        }
    }

    private static String script(Random random) {
        var script = new StringBuilder("exec 2>/dev/null\n");
        for (int left = 3 + random.nextInt(6); left > 0; left--) {
            script.append(line(random)).append('\n');
        }
        return script.toString();
    }

    private static String line(Random random) {
        String path = "'" + PATHS.get(random.nextInt(PATHS.size())) + "'";
        String other = "'" + PATHS.get(random.nextInt(PATHS.size())) + "'";
        return switch (random.nextInt(12)) {
            case 0, 1, 2 ->
                    "mkdir -p \"$(dirname %s)\"; echo %d > %s"
                            .formatted(path, random.nextInt(100), path);
            case 3 -> "echo more >> %s".formatted(path);
            case 4 -> "rm -rf %s".formatted(path);
            case 5, 6 -> "mv %s %s".formatted(path, other);
            case 7 -> "chmod %s %s".formatted(random.nextBoolean() ? "755" : PRIVATE, path);
            case 8 -> "ln -sfn %s %s".formatted(TARGETS.get(random.nextInt(TARGETS.size())), path);
            case 9 -> "mkdir -p %s".formatted(path);
            case 10 -> "rmdir %s".formatted(path);
            default ->
                    random.nextInt(4) == 0
                            ? "head -c 5000000 /dev/zero > %s".formatted(path)
                            : "chmod 700 %s".formatted(path);
        };
    }

    @Test
    void leavesEverythingAloneWhenSomebodyElseChangedOneThing() throws Exception {
        try (var desk = new CommandDesk(temporary, SandboxMode.REQUIRED)) {
            desk.run(1, "mkdir d; echo x > d/x; echo y > y; ln -s y l; chmod 755 y");
            CommandDesk.bash(desk.root, "ln -sfn d l");
            String tree = desk.tree();

            HostException conflict =
                    catchThrowableOfType(HostException.class, () -> desk.store.undoTurn());

            assertThat(conflict.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(desk.tree()).isEqualTo(tree);
        }
    }

    @Test
    void keepsNothingWhenSomebodyElseChangedOneThing() throws Exception {
        try (var desk = new CommandDesk(temporary, SandboxMode.REQUIRED)) {
            CommandDesk.bash(desk.root, "echo a > a; echo b > b; ln a other");
            String tree = desk.tree();

            HostException refused =
                    catchThrowableOfType(
                            HostException.class,
                            () -> desk.run(1, "echo changed > a; rm b; mkdir d; chmod 755 b"));

            assertThat(refused).hasMessageContaining("a");
            assertThat(desk.tree()).isEqualTo(tree);
        }
    }

    @Test
    void saysWhatCannotBeKept() throws Exception {
        try (var desk = new CommandDesk(temporary, SandboxMode.REQUIRED)) {
            Shell.Result ended = desk.run(1, "mkfifo pipe; echo x > $'\\xff'; echo y > y");

            assertThat(ended.note().orElse("")).contains("not kept, because only files", "pipe");
            assertThat(desk.tree()).startsWith("y f 644").hasLineCount(2);
        }
    }

    @Test
    void keepsManyFilesInOneStep() throws Exception {
        try (var desk = new CommandDesk(temporary, SandboxMode.REQUIRED)) {
            String empty = desk.tree();
            desk.run(1, "mkdir m; for i in {1..300}; do echo $i > m/$i; done");
            String full = desk.tree();
            assertThat(full.lines()).hasSize(601);
            desk.store.undoTurn();
            assertThat(desk.tree()).isEqualTo(empty);
            desk.store.redoTurn();
            assertThat(desk.tree()).isEqualTo(full);
        }
    }
}
