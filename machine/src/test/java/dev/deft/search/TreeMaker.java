package dev.deft.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Makes small trees with all forms of ignore rules, the same for the same seed.
final class TreeMaker {

    private static final List<String> NAMES =
            List.of(
                    "a",
                    "b",
                    "ab",
                    "abc",
                    "foo",
                    "bar",
                    "foo.o",
                    "a.c",
                    "b.txt",
                    "A",
                    "B.TXT",
                    ".hid",
                    ".a",
                    "x y",
                    "x ",
                    "#h",
                    "!b",
                    "a[1]",
                    "a*b",
                    "a?",
                    "back\\s",
                    "é",
                    "1",
                    "2.log",
                    "foo.bar.o",
                    "build",
                    "src",
                    "target",
                    "a-b",
                    "]",
                    "^",
                    "a]b");
    private static final List<String> PIECES =
            List.of(
                    "a",
                    "b",
                    "ab",
                    "foo",
                    "bar",
                    "*",
                    "?",
                    "**",
                    "*.o",
                    "*.c",
                    "*.txt",
                    "[ab]",
                    "[!a]",
                    "[^a]",
                    "[a-c]",
                    "[]]",
                    "[]a]",
                    "[!]]",
                    "[a\\]]",
                    "[[:alpha:]]",
                    "[[:digit:]]*",
                    "[-a]",
                    "[a-]",
                    "[",
                    "a[",
                    "\\a",
                    "\\*",
                    "\\!b",
                    "\\#h",
                    "a\\*b",
                    "\\[",
                    "x\\ y",
                    "x y",
                    ".hid",
                    ".*",
                    "*a*",
                    "a*b",
                    "a**",
                    "**b",
                    "a**b",
                    "f?o",
                    "*.*",
                    "build",
                    "src",
                    "target",
                    "é",
                    "??",
                    "***",
                    "[A-Z]",
                    "B.TXT",
                    "A",
                    "!b",
                    "#h",
                    "foo.*.o",
                    "\\\\",
                    "back\\\\s",
                    "[\\a-c]",
                    "[a-\\c]",
                    "]",
                    "^",
                    "a]b");

    private final Random random;

    TreeMaker(long seed) {
        this.random = new Random(seed);
    }

    void fill(Path directory, int depth) throws IOException {
        Files.createDirectories(directory);
        for (String name : some(2 + random.nextInt(6))) {
            Path entry = directory.resolve(name);
            if (Files.exists(entry)) {
                continue;
            }
            if (depth > 0 && random.nextInt(3) == 0) {
                fill(entry, depth - 1);
            } else {
                Files.writeString(entry, name + "\n");
            }
        }
        if (random.nextInt(2) == 0) {
            Files.writeString(directory.resolve(".gitignore"), rules());
        }
    }

    private List<String> some(int count) {
        return IntStream.range(0, count).mapToObj(_ -> pick(NAMES)).toList();
    }

    String rules() {
        String end = random.nextInt(8) == 0 ? "\r\n" : "\n";
        List<String> lines = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            lines.add(rule());
        }
        String start = random.nextInt(12) == 0 ? "\ufeff" : "";
        return start + String.join(end, lines) + (random.nextInt(6) == 0 ? "" : end);
    }

    private String rule() {
        int form = random.nextInt(20);
        if (form == 0) {
            return List.of("", "# note", "   ", "!", "/", "//", "!/", "\\", "*/")
                    .get(random.nextInt(9));
        }
        int parts = 1 + Math.max(0, random.nextInt(5) - 2);
        String path =
                IntStream.range(0, parts)
                        .mapToObj(_ -> pick(PIECES))
                        .collect(Collectors.joining("/"));
        String sign = random.nextInt(4) == 0 ? "!" : "";
        String anchor = random.nextInt(4) == 0 ? "/" : "";
        String tail =
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> "/";
                    case 3 -> " ";
                    case 4 -> "\\ ";
                    case 5 -> "/**";
                    case 6 -> "/*";
                    default -> "";
                };
        return sign + anchor + path + tail;
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    /// Empties a directory but for its `.git`.
    static void clear(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                if (!entry.endsWith(".git")) {
                    delete(entry);
                }
            }
        }
    }

    static void delete(Path top) throws IOException {
        try (Stream<Path> tree = Files.walk(top)) {
            for (Path path : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
