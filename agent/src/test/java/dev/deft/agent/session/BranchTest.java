package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BranchTest {

    private static Entry entry(long id, long parent) {
        return new Entry(id, parent, Instant.EPOCH, new Entry.Titled("t" + id));
    }

    private static List<Long> branch(Entry... log) {
        return Branch.of(List.of(log)).stream().map(Entry::id).toList();
    }

    private static BranchIds ids(Iterable<Entry> log) {
        var ids = new BranchIds();
        log.forEach(it -> ids.add(it.id(), it.parent()));
        return ids;
    }

    @Test
    void hasAllEntriesOfALinearLog() {
        assertThat(branch()).isEmpty();
        assertThat(branch(entry(1, 0), entry(2, 1), entry(3, 2))).containsExactly(1L, 2L, 3L);
        assertThat(ids(List.of(entry(1, 0), entry(2, 1))).isLinear()).isTrue();
    }

    @Test
    void skipsEntriesThatARewindMadeInactive() {
        Entry[] log = {entry(1, 0), entry(2, 1), entry(3, 2), entry(4, 1), entry(5, 4)};
        assertThat(branch(log)).containsExactly(1L, 4L, 5L);
        assertThat(ids(List.of(log)).isLinear()).isFalse();
        assertThat(branch(entry(1, 0), entry(2, 0))).as("from the start").containsExactly(2L);
    }

    @Test
    void continuesFromTheNearestEntryIfTheParentIsMissing() {
        assertThat(branch(entry(1, 0), entry(4, 3))).containsExactly(1L, 4L);
        assertThat(branch(entry(1, 0), entry(2, 1), entry(3, 9)))
                .as("a parent must be earlier")
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void ignoresEntriesWithoutAnId() {
        assertThat(branch(entry(1, 0), entry(0, 0), entry(-1, 0), entry(2, 1)))
                .containsExactly(1L, 2L);
        assertThat(branch(entry(1, 0), entry(0, 0))).containsExactly(1L);
        assertThat(ids(List.of(entry(1, 0), entry(0, 0))).contains(1)).isTrue();
    }

    static List<Integer> seeds() {
        return IntStream.range(0, 200).boxed().toList();
    }

    /// Two implementations: one with all entries, one with ids only.
    @ParameterizedTest
    @MethodSource("seeds")
    void isTheSameByEntriesAndByIds(int seed) {
        var random = new Random(seed);
        List<Entry> log = new ArrayList<>();
        int size = 1 + random.nextInt(12);
        for (int i = 1; i <= size; i++) {
            long id = random.nextInt(6) == 0 ? 1 + random.nextInt(i) : i;
            long parent = random.nextInt(3) == 0 ? random.nextInt(i + 1) : id - 1;
            log.add(entry(id, parent));
        }
        List<Long> active = Branch.of(log).stream().map(Entry::id).toList();
        BranchIds ids = ids(log);

        assertThat(log.stream().map(Entry::id).distinct().filter(ids::contains).sorted().toList())
                .isEqualTo(active);
        if (ids.isLinear()) {
            assertThat(active).hasSize(log.size());
        }
        assertThat(ids.contains(size + 1L)).isFalse();
    }
}
