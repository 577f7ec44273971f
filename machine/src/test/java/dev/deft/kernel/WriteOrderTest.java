package dev.deft.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WriteOrderTest {

    @Test
    void reportsEachChangeFromOnePipeToAnother() throws IOException {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
        var random = new Random(9);
        List<Descriptors.Pipe> pipes =
                List.of(Descriptors.pipe(), Descriptors.pipe(), Descriptors.pipe());
        try (var order =
                new WriteOrder(
                        pipes.get(0).readEnd(), pipes.get(1).writeEnd(), pipes.get(2).readEnd())) {
            assertThat(order.next()).isEmpty();
            for (int round = 0; round < 30; round++) {
                List<Integer> expected = new ArrayList<>();
                for (int i = random.nextInt(40); i >= 0; i--) {
                    int pipe = random.nextInt(3);
                    Descriptors.write(pipes.get(pipe).writeEnd(), new byte[] {1});
                    if (expected.isEmpty() || expected.getLast() != pipe) {
                        expected.add(pipe);
                    }
                }
                assertThat(order.next()).isEqualTo(expected);
            }
            assertThat(order.next()).isEmpty();
        } finally {
            pipes.forEach(Descriptors.Pipe::close);
        }
    }
}
