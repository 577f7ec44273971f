package dev.deft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BenchErrorsTest {

    private final ByteArrayOutputStream passed = new ByteArrayOutputStream();

    private String last(String errors) throws IOException {
        var all = new BenchErrors();
        all.copy(
                new ByteArrayInputStream(errors.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(passed, true, StandardCharsets.UTF_8));
        return all.last();
    }

    @Test
    void tellWhatWasThrownAndNotWhere() throws IOException {
        String trace =
                """
                deft: ending; what is unfinished goes on at the next start
                Exception in thread "main" java.io.IOException: a client failed
                \tat dev.deft.bench.ClientLoad.timesOf(ClientLoad.java:60)
                \tSuppressed: java.io.IOException: closed
                \t\tat dev.deft.bench.BenchWire.close(BenchWire.java:7)
                Caused by: java.io.IOException: 429 {"code":"rate_limited"}
                \tat dev.deft.bench.ServeClient.check(ServeClient.java:75)
                \t... 3 more

                """;
        assertThat(last(trace)).isEqualTo("java.io.IOException: 429 {\"code\":\"rate_limited\"}");
        assertThat(passed.toString(StandardCharsets.UTF_8)).isEqualTo(trace);
        assertThat(last("Exception in thread \"main\" java.lang.OutOfMemoryError\n"))
                .isEqualTo("java.lang.OutOfMemoryError");
    }

    @Test
    void areOneShortLine() throws IOException {
        assertThat(last("one\nthe \u001b[1mlast\tword\r\n")).isEqualTo("the  [1mlast word");
        assertThat(last("x".repeat(120))).hasSize(120).endsWith("x");
        assertThat(last("x".repeat(121))).hasSize(120).endsWith("x…");
        assertThat(last("")).isEmpty();
    }

    @Test
    void areInTheRowOfABenchThatFailed() {
        assertThat(AllBench.problem(1, "no such file"))
                .isEqualTo("ended with exit code 1: no such file");
        assertThat(AllBench.problem(0, "")).isEqualTo("reported no figure");
        assertThat(AllBench.problem(-1, "waiting")).isEqualTo("took too long: waiting");
    }
}
