package dev.deft.undo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random sessions, beside a model of what undo means that is simple enough to be believed: for
/// each path a list of contents and a finger on the one in force.
class UndoModelTest {

    private static final int STEPS = 60;

    /// Every content is a file, some are, or none.
    private static final List<Long> IN_LOG = List.of(0L, 20L, 10_000L);

    private static final List<String> PATHS = List.of("a", "b", "dir/c", "dir/d");

    @TempDir private Path root;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void agreesWithTheModel(long seed) throws Exception {
        var random = new Random(seed);
        var model = new Model();
        try (UndoFixture desk = UndoFixture.withInLog(root, IN_LOG.get((int) (seed % 3)))) {
            for (int step = 0; step < STEPS; step++) {
                String did = act(random, desk, model, 1 + step / 4);
                assertThat(desk.contents())
                        .as("seed %d, step %d: %s", seed, step, did)
                        .isEqualTo(model.contents());
            }
        }
    }

    private String act(Random random, UndoFixture desk, Model model, int turn)
            throws IOException, InterruptedException {
        String path = PATHS.get(random.nextInt(PATHS.size()));
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> {
                Map<String, Optional<String>> contents = contents(random, path);
                desk.change(turn, contents);
                model.change(turn, contents);
                yield "change " + contents;
            }
            case 3 -> {
                if (model.contents().containsKey(path)) {
                    desk.delete(turn, path);
                    model.change(turn, Map.of(path, Optional.empty()));
                }
                yield "delete " + path;
            }
            case 4, 5 -> {
                boolean done = attempt(() -> desk.store().undoTurn());
                assertThat(done).isEqualTo(model.undoTurn());
                yield "undo turn";
            }
            case 6 -> {
                boolean done = attempt(() -> desk.store().redoTurn());
                assertThat(done).isEqualTo(model.redoTurn());
                yield "redo turn";
            }
            case 7 -> {
                boolean done = attempt(() -> desk.store().undoFile(path));
                assertThat(done).isEqualTo(model.undoFile(path));
                yield "undo " + path;
            }
            case 8 -> {
                boolean done = attempt(() -> desk.store().redoFile(path));
                assertThat(done).isEqualTo(model.redoFile(path));
                yield "redo " + path;
            }
            default -> {
                desk.restart();
                yield "restart";
            }
        };
    }

    private static Map<String, Optional<String>> contents(Random random, String path) {
        var contents = new HashMap<String, Optional<String>>();
        contents.put(path, content(random));
        if (random.nextBoolean()) {
            contents.put(PATHS.get(random.nextInt(PATHS.size())), content(random));
        }
        return contents;
    }

    private static Optional<String> content(Random random) {
        return random.nextInt(5) == 0
                ? Optional.empty()
                : Optional.of("content " + random.nextInt(6));
    }

    private static boolean attempt(Action action) throws IOException, InterruptedException {
        try {
            action.run();
            return true;
        } catch (HostException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
            return false;
        }
    }

    private interface Action {

        void run() throws IOException, InterruptedException;
    }

    private static final class Model {

        private final Map<String, Line> lines = new HashMap<>();

        void change(int turn, Map<String, Optional<String>> contents) {
            contents.forEach((path, content) -> line(path).push(turn, content));
        }

        private Line line(String path) {
            return lines.computeIfAbsent(path, _ -> new Line());
        }

        boolean undoTurn() {
            int last = lines.values().stream().mapToInt(Line::turnInForce).max().orElse(Line.NONE);
            lines.values()
                    .forEach(it -> {
                        while (last != Line.NONE && it.turnInForce() == last) {
                            it.finger--;
                        }
                    });
            return last != Line.NONE;
        }

        boolean redoTurn() {
            int first =
                    lines.values().stream()
                            .mapToInt(Line::turnUndone)
                            .filter(it -> it != Line.NONE)
                            .min()
                            .orElse(Line.NONE);
            lines.values()
                    .forEach(it -> {
                        while (first != Line.NONE && it.turnUndone() == first) {
                            it.finger++;
                        }
                    });
            return first != Line.NONE;
        }

        boolean undoFile(String path) {
            boolean possible = line(path).turnInForce() != Line.NONE;
            line(path).finger -= possible ? 1 : 0;
            return possible;
        }

        boolean redoFile(String path) {
            boolean possible = line(path).turnUndone() != Line.NONE;
            line(path).finger += possible ? 1 : 0;
            return possible;
        }

        Map<String, String> contents() {
            var contents = new TreeMap<String, String>();
            lines.forEach((path, line) -> line.now().ifPresent(it -> contents.put(path, it)));
            return contents;
        }
    }

    /// The contents of one path; before the first there was no file.
    private static final class Line {

        static final int NONE = -1;

        private final List<Integer> turns = new ArrayList<>();
        private final List<Optional<String>> contents = new ArrayList<>();
        private int finger;

        void push(int turn, Optional<String> content) {
            if (now().equals(content)) {
                return;
            }
            turns.subList(finger, turns.size()).clear();
            contents.subList(finger, contents.size()).clear();
            turns.add(turn);
            contents.add(content);
            finger++;
        }

        Optional<String> now() {
            return finger == 0 ? Optional.empty() : contents.get(finger - 1);
        }

        int turnInForce() {
            return finger == 0 ? NONE : turns.get(finger - 1);
        }

        int turnUndone() {
            return finger == turns.size() ? NONE : turns.get(finger);
        }
    }
}
