package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.testing.InMemoryHost;
import dev.deft.tools.files.text.LineDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Changes random files at random, writes down the change as a patch, and applies it to the old
/// files: they must become the new ones.
class ApplyPatchPropertyTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void makesTheNewFilesFromTheOldOnes(long seed) throws Exception {
        var random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            new Run(random).check();
        }
    }

    private static final class Run {

        private final Random random;
        private final Map<String, Bytes> expected = new TreeMap<>();
        private final InMemoryHost host = InMemoryHost.empty();
        private final StringBuilder patch = new StringBuilder("*** Begin Patch\n");
        private int lineNumber;

        Run(Random random) {
            this.random = random;
        }

        void check() throws Exception {
            int files = 1 + random.nextInt(4);
            for (int i = 0; i < files; i++) {
                switch (random.nextInt(5)) {
                    case 0 -> add("added" + i);
                    case 1 -> delete("deleted" + i);
                    default -> update("file" + i);
                }
            }
            patch.append("*** End Patch\n");
            new ApplyPatchTool().run(new ApplyPatchTool.Params(patch.toString()), host);
            assertThat(host.files().contents()).as(patch.toString()).isEqualTo(expected);
        }

        private void add(String path) {
            List<String> lines = lines(random.nextInt(5), Words.MANY);
            patch.append("*** Add File: ").append(path).append('\n');
            lines.forEach(it -> patch.append('+').append(it).append('\n'));
            expected.put(
                    path,
                    Bytes.of(lines.stream().map(it -> it + "\n").collect(Collectors.joining())));
        }

        private void delete(String path) {
            host.with(path, text(lines(3, Words.FEW), "\n", ""));
            patch.append("*** Delete File: ").append(path).append('\n');
        }

        /// Where lines repeat, one hunk holds the whole file: only then does it fit at one place.
        private void update(String path) {
            Words words = random.nextBoolean() ? Words.MANY : Words.FEW;
            List<String> before = lines(1 + random.nextInt(25), words);
            List<String> after = changed(before, words);
            if (before.equals(after) || after.isEmpty()) {
                after = lines(4, Words.MANY);
            }
            String lineEnd = random.nextBoolean() ? "\n" : "\r\n";
            String last = random.nextBoolean() ? lineEnd : "";
            boolean moves = random.nextInt(4) == 0;
            patch.append("*** Update File: ").append(path).append('\n');
            if (moves) {
                patch.append("*** Move to: moved/").append(path).append('\n');
            }
            hunks(before, after, words == Words.FEW ? before.size() : 1 + random.nextInt(3));
            host.with(path, text(before, lineEnd, last));
            String style = before.size() == 1 && last.isEmpty() ? "\n" : lineEnd;
            expected.put(moves ? "moved/" + path : path, Bytes.of(text(after, style, last)));
        }

        private static String text(List<String> lines, String lineEnd, String last) {
            return String.join(lineEnd, lines) + last;
        }

        private void hunks(List<String> before, List<String> after, int context) {
            List<LineDiff.Block> blocks = LineDiff.blocks(before, after);
            int shown = 0;
            for (int i = 0; i < blocks.size(); i++) {
                LineDiff.Block block = blocks.get(i);
                int first = Math.max(shown, block.oldStart() - context);
                boolean last = i + 1 == blocks.size();
                int end = last ? before.size() : blocks.get(i + 1).oldStart();
                if (shown == 0 || first > shown) {
                    patch.append("@@\n");
                }
                append(' ', before.subList(first, block.oldStart()));
                append('-', before.subList(block.oldStart(), block.oldEnd()));
                append('+', after.subList(block.newStart(), block.newEnd()));
                shown = Math.min(end, block.oldEnd() + context);
                append(' ', before.subList(block.oldEnd(), shown));
            }
        }

        private void append(char sign, List<String> lines) {
            lines.forEach(it -> patch.append(sign).append(it).append('\n'));
        }

        private List<String> changed(List<String> before, Words words) {
            var after = new ArrayList<>(before);
            for (int i = 0; i <= random.nextInt(4); i++) {
                int at = random.nextInt(after.size() + 1);
                switch (random.nextInt(3)) {
                    case 0 -> after.addAll(at, lines(1 + random.nextInt(3), words));
                    case 1 -> {
                        if (at < after.size()) {
                            after.remove(at);
                        }
                    }
                    default -> {
                        if (at < after.size()) {
                            after.set(at, lines(1, words).getFirst());
                        }
                    }
                }
            }
            return after;
        }

        private List<String> lines(int count, Words words) {
            var lines = new ArrayList<String>();
            for (int i = 0; i < count; i++) {
                lines.add(
                        switch (words) {
                            case MANY -> "  ".repeat(random.nextInt(3)) + "line " + lineNumber++;
                            case FEW -> "word " + random.nextInt(3);
                        });
            }
            return lines;
        }
    }

    /// How often lines repeat.
    private enum Words {
        FEW,
        MANY
    }
}
