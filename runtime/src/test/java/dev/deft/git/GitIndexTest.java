package dev.deft.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads indexes written by git.
class GitIndexTest {

    private static final Instant MODIFIED = Instant.ofEpochSecond(1_700_000_000, 123_456_789);

    @TempDir Path root;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void readsTheEntriesThatGitListsInEachVersion(int version) throws Exception {
        files();
        if (version == 3) {
            git("update-index", "--skip-worktree", "a/long name.txt");
        }
        git("update-index", "--index-version", Integer.toString(version));
        assertThat(index().getInt(4)).isEqualTo(version);
        List<String> read =
                GitIndex.read(
                                index(),
                                it ->
                                        Optional.of(
                                                HexFormat.of().formatHex(it.id())
                                                        + " "
                                                        + it.path()))
                        .orElseThrow();
        assertThat(read).hasSize(5).isEqualTo(listedByGit());
    }

    @Test
    void hasTheModificationTimeAndSizeOfAFile() throws Exception {
        files();
        GitIndex.Entry entry = entry("b.txt");
        assertThat(entry.size()).isEqualTo(5);
        assertThat(Instant.ofEpochSecond(entry.seconds(), entry.nanos())).isEqualTo(MODIFIED);
    }

    @Test
    void marksTheFilesThatGitComparesWithTheWorkTree() throws Exception {
        files();
        git("update-index", "--skip-worktree", "b.txt");
        git("update-index", "--assume-unchanged", "z");
        assertThat(List.of(entry("a/b").compared(), entry("b.txt").compared()))
                .containsExactly(true, false);
        assertThat(entry("z").compared()).isFalse();
    }

    @Test
    void rejectsDamagedIndexes() throws Exception {
        files();
        byte[] whole = index().array();
        byte[] unknown = whole.clone();
        unknown[7] = 5;
        for (byte[] damaged :
                List.of(Arrays.copyOf(whole, 150), unknown, new byte[] {1, 2, 3}, new byte[0])) {
            assertThat(GitIndex.read(ByteBuffer.wrap(damaged), Optional::of)).isEmpty();
        }
    }

    private GitIndex.Entry entry(String path) throws IOException {
        return GitIndex.read(
                        index(), it -> it.path().equals(path) ? Optional.of(it) : Optional.empty())
                .orElseThrow()
                .getFirst();
    }

    private ByteBuffer index() throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(root.resolve(".git/index")));
    }

    private void files() throws Exception {
        git("init", "-q");
        Files.createDirectories(root.resolve("a"));
        for (String path : List.of("a/b", "a/long name.txt", "a/lönely", "b.txt", "z")) {
            Path file = Files.writeString(root.resolve(path), path);
            Files.setLastModifiedTime(file, FileTime.from(MODIFIED));
        }
        git("add", ".");
    }

    private List<String> listedByGit() throws Exception {
        return git("-c", "core.quotePath=false", "ls-files", "--stage")
                .lines()
                .map(it -> it.substring(7, 47) + " " + it.substring(it.indexOf('\t') + 1))
                .toList();
    }

    private String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(out).isZero();
        return out;
    }
}
