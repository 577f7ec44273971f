package dev.deft.engine.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Git is the judge of which files have changed.
class TrackedChangesTest {

    private static final List<String> NAMES =
            List.of(
                    "a.txt",
                    "b/c.txt",
                    "b/deep/er/d e.txt",
                    "b/ümlaut.txt",
                    "link",
                    "long/" + "x".repeat(200) + ".txt",
                    "z");

    @TempDir Path top;

    @BeforeEach
    void commit() throws Exception {
        git("init", "-q");
        for (String name : NAMES) {
            Files.createDirectories(top.resolve(name).resolveSibling(""));
            if (name.equals("link")) {
                Files.createSymbolicLink(top.resolve(name), Path.of("a.txt"));
            } else {
                Files.writeString(top.resolve(name), "content of " + name);
            }
        }
        git("add", "-A");
    }

    private String state() {
        return TrackedChanges.compare(top.resolve(".git/index"), top).orElseThrow();
    }

    @Test
    void areNoneAfterACommit() {
        assertThat(state()).isEqualTo("no tracked file differs from the index");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void areThoseThatGitFinds(int version) throws Exception {
        git("update-index", "--index-version", String.valueOf(version));
        var random = new Random(version);
        for (int round = 0; round < 8; round++) {
            change(top.resolve(NAMES.get(random.nextInt(NAMES.size()))), random.nextInt(4));

            assertThat(state()).isEqualTo(told(changed()));
        }
    }

    private static void change(Path file, int how) throws IOException {
        switch (how) {
            case 0 -> Files.deleteIfExists(file);
            case 1 -> {
                Files.deleteIfExists(file);
                Files.writeString(file, "a longer content than before, of the same file");
            }
            case 2 -> {
                if (Files.isRegularFile(file)) {
                    Files.setLastModifiedTime(file, FileTime.fromMillis(1_234_567));
                }
            }
            default -> {
                Files.deleteIfExists(file);
                Files.createDirectory(file);
            }
        }
    }

    private static String told(List<String> changed) {
        return changed.isEmpty()
                ? "no tracked file differs from the index"
                : "%d tracked %s from the index (%s%s)"
                        .formatted(
                                changed.size(),
                                changed.size() == 1 ? "file differs" : "files differ",
                                String.join(", ", changed.subList(0, Math.min(3, changed.size()))),
                                changed.size() > 3 ? ", …" : "");
    }

    private List<String> changed() throws Exception {
        String names = git("diff-files", "--name-only", "-z");
        return names.isEmpty()
                ? List.of()
                : Arrays.asList(names.split("\0", -1)).stream()
                        .filter(it -> !it.isEmpty())
                        .toList();
    }

    private String git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", top.toString()));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(output).isZero();
        return output;
    }
}
