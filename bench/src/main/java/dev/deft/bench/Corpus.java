package dev.deft.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.Stream;

/// Generates a tree of files that look like source code, the same on every machine.
final class Corpus {

    private static final String[] WORDS = {
        "public",
        "final",
        "class",
        "return",
        "void",
        "static",
        "new",
        "String",
        "int",
        "value",
        "result",
        "index",
        "buffer",
        "length",
        "private",
        "import",
        "throws",
        "Exception",
        "path",
        "file",
        "name",
        "list",
        "get",
        "set",
        "add",
        "size",
        "null",
        "this",
        "if",
        "else",
        "for",
        "while",
        "request",
        "response",
        "handler",
        "context",
        "session",
        "config",
        "parse",
        "error"
    };

    /// How many three-word names a large tree contains.
    private static final int NAMES = 20_000;

    private static final int LINES = 180;
    private static final int FILES_IN_A_DIRECTORY = 12;

    private Corpus() {}

    static Path make(Path parent, int files) throws IOException {
        Path root = parent.resolve("corpus-" + files);
        var random = new Random(files);
        Path directory = root;
        for (int i = 0; i < files; i++) {
            if (i % FILES_IN_A_DIRECTORY == 0) {
                int number = i / FILES_IN_A_DIRECTORY;
                directory =
                        root.resolve(
                                "module" + number % 17 + "/src/pkg" + number % 29 + "/d" + number);
                Files.createDirectories(directory);
            }
            String extension = i % 5 == 0 ? ".kt" : i % 7 == 0 ? ".md" : ".java";
            Files.writeString(directory.resolve("File" + i + extension), text(random, i));
        }
        Files.writeString(
                root.resolve(".gitignore"), "*.class\n/target/\nbuild/\n*.log\n!keep.log\n");
        return root;
    }

    /// A tree in which every line contains `value`, every hundredth `hundredth`, and every
    /// five-thousandth `scarce`.
    static Path withKnownMatches(Path parent, int files, int lines) throws IOException {
        Path root = parent.resolve("matches-" + files);
        for (int file = 0; file < files; file++) {
            Path directory = root.resolve("module" + file % 40 + "/pkg" + file % 17);
            Files.createDirectories(directory);
            var text = new StringBuilder();
            for (int i = file * lines; i < (file + 1) * lines; i++) {
                text.append("    value = handler.next(").append(i).append(");");
                text.append(i % 100 == 0 ? " // hundredth" : "");
                text.append(i % 5000 == 0 ? " scarce\n" : "\n");
            }
            Files.writeString(directory.resolve("File" + file + ".java"), text);
        }
        return root;
    }

    private static String text(Random random, int file) {
        var text = new StringBuilder();
        int lines = LINES / 2 + random.nextInt(LINES);
        for (int i = 0; i < lines; i++) {
            text.append("    ".repeat(random.nextInt(4)));
            for (int w = random.nextInt(9); w >= 0; w--) {
                text.append(random.nextInt(3) == 0 ? name(random) : word(random.nextInt(40)));
                text.append(random.nextInt(4) == 0 ? "(" : random.nextInt(6) == 0 ? "." : " ");
            }
            if (random.nextInt(400) == 0) {
                text.append("// TODO fix");
            }
            text.append(random.nextInt(3) == 0 ? ";\n" : " {\n");
        }
        if (file % 97 == 0) {
            text.append("final class QuaxiumReactor").append(file).append(" {}\n");
        }
        return text.toString();
    }

    private static String word(int i) {
        return WORDS[i % WORDS.length];
    }

    /// A name such as `parseRequestBuffer`; a few are very common and most are rare, as in real
    /// code.
    private static String name(Random random) {
        double rank = Math.pow(random.nextDouble(), 3) * NAMES;
        int i = (int) rank;
        return word(i * 7 + 3) + capital(word(i / 40)) + capital(word(i / 1600 + i)) + i % 10;
    }

    private static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    static void delete(Path root) throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
