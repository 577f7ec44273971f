package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import dev.deft.testing.InMemoryHost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Git writes down the difference of two random trees, and `apply_patch` makes the second one from
/// the first.
class UnifiedDiffFromGitTest {

    private static final List<String> NAMES =
            List.of("a.txt", "b c.txt", "src/ä.txt", "src/quo\"te.txt", "x/y/z.txt", "b/b.txt");

    @TempDir private Path repository;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void becomesTheSecondTree(long seed) throws Exception {
        var random = new Random(seed);
        git("init", "-q");
        for (int round = 0; round < 12; round++) {
            String lineEnd = random.nextInt(3) == 0 ? "\r\n" : "\n";
            Map<String, String> before = tree(random, lineEnd);
            Map<String, String> after = changed(before, random, lineEnd);
            if (!before.equals(after)) {
                String diff = diff(before, after, random);
                assertThat(applied(before, diff)).as(diff).isEqualTo(bytes(after));
            }
        }
    }

    private Map<String, Bytes> applied(Map<String, String> before, String diff) throws Exception {
        InMemoryHost host = InMemoryHost.empty();
        before.forEach(host::with);
        new ApplyPatchTool().run(new ApplyPatchTool.Params(diff), host);
        return host.files().contents();
    }

    private static Map<String, Bytes> bytes(Map<String, String> tree) {
        var bytes = new TreeMap<String, Bytes>();
        tree.forEach((name, text) -> bytes.put(name, Bytes.of(text)));
        return bytes;
    }

    private String diff(Map<String, String> before, Map<String, String> after, Random random)
            throws Exception {
        write(before);
        git("add", "-A");
        git("-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "m");
        write(after);
        git("add", "-A");
        var words = new ArrayList<>(List.of("diff", "--cached", "-U" + (1 + random.nextInt(4))));
        switch (random.nextInt(4)) {
            case 0 -> words.add("--no-prefix");
            case 1 -> words.add("-M");
            case 2 -> words.add("--no-renames");
            default -> words.add("--full-index");
        }
        return git(words.toArray(String[]::new));
    }

    private void write(Map<String, String> tree) throws Exception {
        git("rm", "-rqf", "--ignore-unmatch", ".");
        for (var file : tree.entrySet()) {
            Path path = repository.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    private String git(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Path out = Files.createTempFile("git", ".out");
        Process process =
                new ProcessBuilder(command)
                        .directory(repository.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        int exit = process.waitFor();
        String said = Files.readString(out, StandardCharsets.UTF_8);
        Files.delete(out);
        assertThat(exit).as(said).isZero();
        return said;
    }

    private static Map<String, String> tree(Random random, String lineEnd) {
        var tree = new TreeMap<String, String>();
        for (String name : NAMES) {
            if (random.nextInt(3) > 0) {
                tree.put(name, text(random, 2 + random.nextInt(30), lineEnd));
            }
        }
        return tree;
    }

    /// All files of a tree have the same line ends: a file keeps its own, so a patch changes none.
    /// Lines repeat, so that only their numbers tell some of them apart.
    private static String text(Random random, int lines, String end) {
        var text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append(line(random, i)).append(end);
        }
        boolean open = lines > 0 && random.nextInt(3) == 0;
        return open ? text.substring(0, text.length() - end.length()) : text.toString();
    }

    private static String line(Random random, int number) {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> "}";
            case 2 -> "-- sql comment";
            case 3 -> "++ plus";
            default -> "line " + (random.nextBoolean() ? number : random.nextInt(5));
        };
    }

    private static Map<String, String> changed(
            Map<String, String> before, Random random, String lineEnd) {
        var after = new TreeMap<>(before);
        for (String name : NAMES) {
            switch (random.nextInt(6)) {
                case 0 -> after.remove(name);
                case 1 -> after.put(name, text(random, random.nextInt(12), lineEnd));
                case 2 -> moved(after, name);
                case 3, 4 -> after.computeIfPresent(name, (_, it) -> edited(it, random));
                default -> {}
            }
        }
        return after;
    }

    private static void moved(Map<String, String> tree, String name) {
        String text = tree.get(name);
        if (text != null && !text.isEmpty()) {
            tree.remove(name);
            tree.put("moved/" + name, text);
        }
    }

    private static String edited(String text, Random random) {
        boolean returns = text.contains("\r\n");
        var lines = new ArrayList<>(List.of(text.replace("\r\n", "\n").split("\n", -1)));
        int at = random.nextInt(lines.size());
        switch (random.nextInt(3)) {
            case 0 -> lines.add(at, "new " + random.nextInt());
            case 1 -> lines.set(at, "other " + random.nextInt());
            default -> lines.remove(at);
        }
        String now = String.join("\n", lines);
        return returns ? now.replace("\n", "\r\n") : now;
    }

    @Test
    void takesTheMailOfAFormattedPatch() throws Exception {
        String mail =
                """
                From 0123 Mon Sep 17 00:00:00 2001
                From: A <a@example.org>
                Subject: [PATCH] Say it

                ---
                 a.txt | 2 +-
                 1 file changed, 1 insertion(+), 1 deletion(-)

                diff --git a/a.txt b/a.txt
                index 1..2 100644
                --- a/a.txt
                +++ b/a.txt
                @@ -1 +1 @@
                -one
                +two
                --\s
                2.39.5

                """;
        assertThat(applied(Map.of("a.txt", "one\n"), mail))
                .isEqualTo(Map.of("a.txt", Bytes.of("two\n")));
    }

    @Test
    void takesADiffWhoseCountsAreWrong() throws Exception {
        String diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,9 +1,1 @@\n one\n-two\n+2\n+3\n three\n";
        assertThat(applied(Map.of("a.txt", "one\ntwo\nthree\n"), diff))
                .isEqualTo(Map.of("a.txt", Bytes.of("one\n2\n3\nthree\n")));
    }

    @Test
    void changesNothingWhenOneHunkOfManyFilesDoesNotFit() {
        InMemoryHost host = InMemoryHost.empty().with("a.txt", "one\n").with("b.txt", "other\n");
        String diff =
                """
                --- a/a.txt
                +++ b/a.txt
                @@ -1 +1 @@
                -one
                +1
                --- a/b.txt
                +++ b/b.txt
                @@ -1 +1 @@
                -two
                +2
                """;
        assertThatThrownBy(() -> new ApplyPatchTool().run(new ApplyPatchTool.Params(diff), host))
                .hasMessageContaining("Hunk 1 of b.txt (line 8 of the patch) does not fit");
        assertThat(host.files().contents())
                .isEqualTo(Map.of("a.txt", Bytes.of("one\n"), "b.txt", Bytes.of("other\n")));
    }

    @Test
    void deletesOnlyTheFileThatIsMeant() {
        String diff =
                "diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n";
        assertThatThrownBy(() -> applied(Map.of("a.txt", "one\nmore\n"), diff))
                .hasMessageContaining("a.txt contains lines that the patch does not remove");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n",
                "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+a\n",
                "diff --git a/a b/c\nsimilarity index 100%\ncopy from a\ncopy to c\n",
                "diff --git a/m b/m\nnew file mode 160000\n",
                "--- /dev/null\n+++ /dev/null\n@@ -0,0 +1 @@\n+a\n",
                "@@ -1 +1 @@\n-a\n+b\n--- a/x\n+++ b/x\n",
                "--- a/a\n+++ b/a\n@@ -x +1 @@\n-a\n+b\n",
                "--- a/a\n+++ b/a\n",
                "diff --git nonsense\nnew mode 100755\n"
            })
    void refusesWhatItCannotDo(String diff) {
        assertThatThrownBy(() -> applied(Map.of("a", "a\n"), diff))
                .hasMessageContaining("othing was changed");
    }
}
