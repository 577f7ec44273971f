package dev.deft.agent.memory.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.memory.Embeddings;
import dev.deft.agent.memory.FoundMemory;
import dev.deft.agent.memory.Memory;
import dev.deft.embeddings.MiniLmProvider;
import dev.deft.host.Bytes;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How well the default search answers. The map of scores was chosen on the calibration notes; the
/// first set was looked at while the ranking was made, the second one was not.
@Tag("slow")
class RelevanceTest {

    private static final int RESULTS = 6;
    private static final double MIN_SCORE = 0.35;

    @TempDir private static Path directory;
    private static Optional<Embeddings> model = Optional.empty();

    @BeforeAll
    static void openModel() throws IOException {
        model = Optional.of(new MiniLmProvider().open(directory.resolve("cache")));
    }

    @AfterAll
    static void closeModel() {
        model.ifPresent(Embeddings::close);
    }

    /// The share of questions whose note is among the results, and the questions about something
    /// else that found something.
    private record Measured(double recall, List<String> wrong) {}

    private static Measured measured(RelevanceSet set, Optional<Embeddings> embeddings)
            throws Exception {
        try (var index =
                new MemoryIndex(
                        new Notes(set),
                        new StatePaths(directory.resolve(String.valueOf(set.notes().size()))),
                        () -> embeddings,
                        _ -> {})) {
            int found = 0;
            for (RelevanceSet.Question it : set.questions()) {
                found += find(index, it.text()).contains(it.path()) ? 1 : 0;
            }
            List<String> wrong =
                    set.unrelated().stream().filter(it -> !find(index, it).isEmpty()).toList();
            return new Measured((double) found / set.questions().size(), wrong);
        }
    }

    private static List<String> find(MemoryIndex index, String question) {
        try {
            return index
                    .search(
                            new Memory.Query(question, RESULTS, MIN_SCORE, _ -> true),
                            Duration.ofMinutes(10),
                            _ -> {})
                    .matches()
                    .stream()
                    .map(FoundMemory.Match::path)
                    .toList();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Notes(RelevanceSet set) implements MemorySource {

        @Override
        public List<SourceFile> files() {
            return set.notes().entrySet().stream()
                    .map(it ->
                            new SourceFile(
                                    it.getKey(), it.getValue().length(), Optional.of("as written")))
                    .sorted((a, b) -> a.path().compareTo(b.path()))
                    .toList();
        }

        @Override
        public Optional<Bytes> load(String path) {
            return Optional.ofNullable(set.notes().get(path)).map(Bytes::of);
        }
    }

    @Test
    void findsTheNoteAndNothingForOtherQuestions() throws Exception {
        RelevanceSet set = RelevanceSet.read("/relevance/");
        assertThat(set.notes()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(set.questions()).hasSizeGreaterThanOrEqualTo(60);
        assertThat(set.unrelated()).hasSize(20);
        assertThat(set.notes().keySet())
                .containsAll(set.questions().stream().map(RelevanceSet.Question::path).toList());
        Measured hybrid = measured(set, model);
        assertThat(hybrid.recall()).isGreaterThanOrEqualTo(0.9);
        assertThat(hybrid.wrong()).isEmpty();
        assertThat(measured(set, Optional.empty()).recall())
                .as("keywords alone")
                .isLessThan(hybrid.recall());
    }

    /// Notes and questions of an author who knew neither the search nor the first set.
    @Test
    void findsTheNotesOfASecondAuthor() throws Exception {
        RelevanceSet set = RelevanceSet.read("/relevance/second/");
        assertThat(set.notes()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(set.questions()).hasSizeGreaterThanOrEqualTo(60);
        Measured measured = measured(set, model);
        assertThat(measured.recall()).isGreaterThanOrEqualTo(0.9);
        assertThat(measured.wrong())
                .as("a note about the colors of walls shares words with both")
                .isSubsetOf("When did the Berlin Wall fall?", "Who painted the Mona Lisa?");
    }

    @Test
    void wasCalibratedOnOtherNotes() throws Exception {
        RelevanceSet calibration = RelevanceSet.read("/relevance/calibration/");
        assertThat(calibration.notes()).doesNotContainKeys(keys(RelevanceSet.read("/relevance/")));
        Measured measured = measured(calibration, model);
        assertThat(measured.recall()).isGreaterThan(0.8);
        assertThat(measured.wrong()).isEmpty();
    }

    private static String[] keys(RelevanceSet set) {
        return set.notes().keySet().toArray(String[]::new);
    }
}
