package dev.deft.agent.memory.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankingTest {

    private static IndexedFile file(String path, String text, Optional<Meaning> meaning) {
        var chunk = new IndexedChunk(new Chunk(1, 1, 0, 1), 0, SearchTerms.of(text), meaning);
        return new IndexedFile(path, Optional.empty(), "", true, List.of(chunk));
    }

    private static List<String> ranked(String question, List<IndexedFile> files) {
        return new Ranking(question, Optional.empty(), Ranking.Weights.USUAL)
                .rank(files, 0).stream().map(it -> it.file().path()).toList();
    }

    @Test
    void scoresBetweenZeroAndOneWhateverTheTextsAre() throws IOException {
        var random = new Random(5);
        var vectors = new WordVectors();
        for (int i = 0; i < 300; i++) {
            List<IndexedFile> files = new ArrayList<>();
            for (int k = 0; k < 1 + random.nextInt(20); k++) {
                String text = text(random);
                files.add(
                        file("f" + k, text, Optional.of(Meaning.of(List.of(vectors.embed(text))))));
            }
            String question = text(random);
            var ranking =
                    new Ranking(
                            question, Optional.of(vectors.embed(question)), Ranking.Weights.USUAL);
            double before = 1;
            for (Ranking.Scored it : ranking.rank(files, 0)) {
                assertThat(it.score()).isBetween(0.0, before);
                before = it.score();
            }
        }
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = 0; i < random.nextInt(40); i++) {
            text.append("w").append(random.nextInt(30)).append(' ');
        }
        return text.toString();
    }

    @Test
    void prefersRareWords() {
        List<IndexedFile> files =
                List.of(
                        file("a", "server log server", Optional.empty()),
                        file("b", "server walrus", Optional.empty()),
                        file("c", "server disk", Optional.empty()));
        assertThat(ranked("server walrus", files).getFirst()).isEqualTo("b");
    }

    @Test
    void findsNothingForStopWordsAndPunctuation() {
        List<IndexedFile> files = List.of(file("a", "what is the", Optional.empty()));
        assertThat(ranked("what is the", files)).isEmpty();
        assertThat(ranked("?!", files)).isEmpty();
        assertThat(ranked("", files)).isEmpty();
        assertThat(ranked("walrus", List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "deploys, deployed",
        "caching, cache",
        "policies, policy",
        "planned, plan",
        "bikes, bike",
        "quickly, quick"
    })
    void knowsForms(String one, String other) {
        assertThat(SearchTerms.stem(one)).isEqualTo(SearchTerms.stem(other));
    }

    @Test
    void comparesWithTheClosestSentence() {
        float[] x = {1, 0, 0};
        float[] y = {0, 1, 0};
        Meaning both = Meaning.of(List.of(x, y));
        assertThat(both.closest(y)).isEqualTo(1, within(0.01));
        assertThat(both.close(y)).isEqualTo(Math.sqrt(0.5), within(0.01));
        assertThat(both.closest(new float[] {0, 0, -1})).isZero();
        assertThat(Meaning.of(List.of(new float[3])).closest(x)).isZero();
    }

    @Test
    void findsInALargeMemoryWhatASmallOneHas() throws IOException {
        var vectors = new WordVectors();
        List<IndexedFile> files = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            String text = "note%d about thing%d".formatted(i, i % 97);
            files.add(file("f" + i, text, Optional.of(Meaning.of(List.of(vectors.embed(text))))));
        }
        String question = "note4711 about thing55?";
        assertThat(
                        new Ranking(
                                        question,
                                        Optional.of(vectors.embed(question)),
                                        Ranking.Weights.USUAL)
                                .rank(files, 0.35)
                                .getFirst()
                                .file()
                                .path())
                .isEqualTo("f4711");
    }

    @Test
    void mapsTheSumWithoutChangingAnyOrder() {
        assertThat(Calibration.score(0)).isZero();
        assertThat(Calibration.score(1)).isEqualTo(1);
        assertThat(Calibration.score(0.25)).isEqualTo(0.35, within(0.001));
        for (double sum = 0; sum < 1; sum += 0.001) {
            assertThat(Calibration.score(sum + 0.001)).isGreaterThan(Calibration.score(sum));
        }
    }
}
