package dev.deft.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessStatTest {

    private static final String LINE =
            "4242 (a (b) c) S 17 4242 4242 0 -1 4194560 9000 80 1 0 150 30 7 3 20 0 12 0 5000 260046848 6500 18446744073709551615 1 1 0 0 0";

    @Test
    void readsTheLineOfAProcessWithAnyName() {
        assertThat(ProcessStat.parse(LINE))
                .isEqualTo(
                        new ProcessStat(
                                4242, 'S', 17, Duration.ofMillis(1_800), 260_046_848, 6_500));
    }

    @Test
    void readsTheBusyTimeOfTheMachine() {
        assertThat(MachineLoad.busySeconds("cpu  100 20 30 9999 500 4 6 40 7 0\ncpu0 1 2 3\n"))
                .isEqualTo(2.0);
    }

    @Test
    void knowsWhoIsBelowWhom() {
        Map<Integer, ProcessStat> all =
                Map.of(
                        2, process(2, 1, 10, 5),
                        3, process(3, 2, 20, 6),
                        4, process(4, 99, 30, 7),
                        5, process(5, 4, 40, 8));
        assertThat(NewProcesses.below(1, all))
                .extracting(ProcessStat::pid)
                .containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void countsAChildThatStillHasTheMemoryOfItsParentOnce() {
        assertThat(
                        NewProcesses.residentPages(
                                List.of(
                                        process(2, 1, 10, 5),
                                        process(3, 2, 10, 4),
                                        process(4, 2, 30, 7))))
                .isEqualTo(12);
    }

    private static ProcessStat process(int pid, int parent, long virtualBytes, long pages) {
        return new ProcessStat(pid, 'S', parent, Duration.ZERO, virtualBytes, pages);
    }
}
