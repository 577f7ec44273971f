package dev.deft.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Our ignore rules against git's own, on generated trees with all rule forms.
class IgnoreRulesTest {

    @TempDir Path temporary;
    private Path root;
    private Map<String, String> environment;
    private SearchCommands commands;

    @BeforeEach
    void setUp() throws Exception {
        root = Files.createDirectory(temporary.resolve("root"));
        Path home = Files.createDirectory(temporary.resolve("home"));
        environment =
                Map.of(
                        "HOME", home.toString(),
                        "XDG_CONFIG_HOME", home.resolve("config").toString(),
                        "GIT_CONFIG_NOSYSTEM", "1");
        commands = new SearchCommands(root, environment);
        commands.run("git", "init", "-q");
    }

    @Test
    void agreesWithGitOnGeneratedTrees() throws Exception {
        compareTrees(0, 250);
    }

    @Test
    @Tag("deep")
    void agreesWithGitOnManyGeneratedTrees() throws Exception {
        compareTrees(10_000, 4000);
    }

    private void compareTrees(int firstSeed, int count) throws Exception {
        Path exclude = root.resolve(".git/info/exclude");
        Path user = temporary.resolve("home/config/git/ignore");
        Files.createDirectories(user.getParent());
        long kept = 0;
        long all = 0;
        try (Search search = Search.open(root, environment);
                Search portable = Search.openPortable(root, environment)) {
            for (int seed = firstSeed; seed < firstSeed + count; seed++) {
                TreeMaker.clear(root);
                var maker = new TreeMaker(seed);
                maker.fill(root, 3);
                Files.writeString(exclude, seed % 3 == 0 ? maker.rules() : "");
                Files.writeString(user, seed % 4 == 0 ? maker.rules() : "");
                List<String> expected = ofGit();
                assertThat(everything(search)).as("seed %d", seed).isEqualTo(expected);
                assertThat(everything(portable)).as("portable, %d", seed).isEqualTo(expected);
                kept += expected.size();
                all += countFiles();
            }
        }
        assertThat(kept)
                .as("rules that ignore nothing would prove nothing")
                .isLessThan(all * 9 / 10);
        assertThat(kept).as("nor would rules that ignore all").isGreaterThan(all / 10);
    }

    private long countFiles() throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            return tree.filter(it -> Files.isRegularFile(it) && !it.toString().contains(".git/"))
                    .count();
        }
    }

    private List<String> ofGit() throws IOException, InterruptedException {
        return commands.names("git", "ls-files", "-co", "--exclude-standard", "-z");
    }

    private static List<String> everything(Search search) throws IOException, InterruptedException {
        return search.list(ListQuery.of("").recursive().withLimit(100_000)).entries().stream()
                .filter(it -> it.kind() == EntryList.Kind.FILE)
                .map(EntryList.Entry::path)
                .toList();
    }
}
