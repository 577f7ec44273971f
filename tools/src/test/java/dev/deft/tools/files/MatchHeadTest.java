package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Limits;
import dev.deft.host.MatchedLine;
import dev.deft.host.MatchedLines;
import dev.deft.testing.InMemoryHost;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MatchHeadTest {

    private final InMemoryHost host = InMemoryHost.empty().within(Limits.DEFAULT.withItems(4));

    /// Lines of one file that count how often all of them were written in one go.
    private static final class Lines implements MatchedLines {

        private final String file;
        private final int size;
        private int written;

        Lines(String file, int size) {
            this.file = file;
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public MatchedLine get(int index) {
            return new Line(file, index + 1L);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            written++;
            for (int i = 0; i < size; i++) {
                get(i).writeTo(out);
            }
        }
    }

    private record Line(String file, long line) implements MatchedLine {

        @Override
        public String text() {
            return "text";
        }

        @Override
        public int matchAt() {
            return 0;
        }

        @Override
        public long length() {
            return 4;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write((file + ":" + line + ":text\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void writesFilesBehindTheHeadInOneGo() throws Exception {
        var shown = new Lines("a", 3);
        var cut = new Lines("b", 3);
        var behind = new Lines("c", 2);
        try (var head = new MatchHead(host)) {
            for (Lines lines : new Lines[] {shown, cut, behind}) {
                head.matched(lines);
            }
            assertThat(head.text()).isEqualTo("a:1:text\na:2:text\na:3:text\nb:1:text");
            assertThat(head.received()).isEqualTo(8);
            assertThat(head.isCut()).isTrue();
        }
        assertThat(host.sidecarText())
                .isEqualTo(
                        """
                        a:1:text
                        a:2:text
                        a:3:text
                        b:1:text
                        b:2:text
                        b:3:text
                        c:1:text
                        c:2:text
                        """);
        assertThat(shown.written + cut.written).isZero();
        assertThat(behind.written).isEqualTo(1);
    }

    @Test
    void writesNothingWhenAllIsShown() throws Exception {
        try (var head = new MatchHead(host)) {
            head.matched(new Lines("a", 4));
            assertThat(head.isCut()).isFalse();
            assertThat(head.shown()).hasSize(4);
        }
        assertThat(host.sidecarText()).isEmpty();
    }
}
