package dev.deft.tools.files.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.host.WorkspaceFiles.OpenFile;
import dev.deft.tools.files.text.TextEncoding;
import dev.deft.tools.files.text.TextFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextPagesTest {

    private static final Page.Room ROOM = new Page.Room(200 * 1024, 0);
    private static final int LINE_BYTES = 100;

    /// The encodings that have every character.
    private static final List<TextEncoding> WIDE =
            List.of(
                    TextEncoding.UTF_8,
                    TextEncoding.UTF_8_BOM,
                    TextEncoding.UTF_16LE,
                    TextEncoding.UTF_16BE);

    @Test
    void findsALineDeepInsideALargeFile() throws Exception {
        assertFinds(new LineFile(500_000), 450_000);
    }

    /// The file is never in memory: it would not fit.
    @Test
    @Tag("deep")
    void findsALineDeepInsideAGigabyte() throws Exception {
        assertFinds(new LineFile(10_000_000), 9_000_000);
    }

    private static void assertFinds(LineFile file, long line) throws Exception {
        TextPages.Found found = pages(file).lines(line, 50, ROOM);
        assertThat(found.page().lines()).hasSize(50);
        assertThat(found.page().lines().getFirst()).startsWith("%08d".formatted(line));
        assertThat(found.page().endLine()).isEqualTo(line + 49);
        assertThat(found.totalLines()).isEqualTo(file.count());
        assertThat(found.nextByte()).isEqualTo((line + 49) * LINE_BYTES);
        assertThat(file.mostAtOnce).isLessThanOrEqualTo(1024 * 1024);
    }

    @Test
    void countsWhatGoesToTheModelNotWhatStandsInTheFile() throws Exception {
        String text = "\u00e9\u00e9\u00e9\n".repeat(10);
        var file = new MemoryFile(new TextFile(TextEncoding.ISO_8859_1, text).encode("f"));
        assertThat(pages(file).lines(1, 10, new Page.Room(30, 0)).page().endLine()).isEqualTo(4);
        assertThat(pages(file).lines(1, 10, new Page.Room(30, 7)).page().endLine()).isEqualTo(2);
    }

    private static TextPages pages(OpenFile file) throws Exception {
        return new TextPages("f", file, file.read(0, 8_000), Optional.empty(), new LineIndexes());
    }

    /// The same for a file that is too large to be read with its head.
    private static TextPages inBlocks(OpenFile file) throws Exception {
        return new TextPages("f", file, file.read(0, 3), Optional.empty(), new LineIndexes());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void findsTheLinesThatSplittingFinds(long seed) throws Exception {
        var random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String text = text(random);
            TextEncoding encoding = WIDE.get(random.nextInt(WIDE.size()));
            var file = new MemoryFile(new TextFile(encoding, text).encode("f"));
            String[] lines = text.split("(?<=\n)");
            int count = text.isEmpty() ? 0 : lines.length;
            int offset = 1 + random.nextInt(Math.max(1, count));
            int limit = 1 + random.nextInt(4);
            TextPages.Found found = pages(file).lines(offset, limit, ROOM);
            assertThat(found.totalLines()).isEqualTo(count);
            assertThat(found.encoding()).isEqualTo(encoding);
            String expected =
                    String.join(
                            "",
                            Arrays.asList(lines)
                                    .subList(
                                            offset - 1,
                                            Math.min(lines.length, offset - 1 + limit)));
            assertThat(found.page().content()).isEqualTo(expected);
            assertThat(found.more()).isEqualTo(offset - 1 + limit < count);
            assertThat(inBlocks(file).lines(offset, limit, ROOM)).isEqualTo(found);
        }
    }

    @ParameterizedTest
    @EnumSource(TextEncoding.class)
    void pagesOfBytesOneAfterTheOtherAreTheWholeText(TextEncoding encoding) throws Exception {
        boolean narrow = !WIDE.contains(encoding);
        String text =
                narrow ? "caf\u00e9\nx\u00e9y\n\u00e9" : "a\u00e9\u20ac\n\ud83d\ude00z\r\n\u4e2d";
        var file = new MemoryFile(new TextFile(encoding, text).encode("f"));
        for (int size = 1; size < 9; size++) {
            var all = new StringBuilder();
            boolean more = true;
            for (long at = 0; more; ) {
                TextPages.Found found = pages(file).bytes(at, size);
                all.append(found.page().content());
                at = found.nextByte();
                more = found.more();
            }
            assertThat(all.toString()).isEqualTo(text);
        }
    }

    @Test
    void makesProgressFromInsideOfACharacterToo() throws Exception {
        var file = new MemoryFile(Bytes.of("a😀b"));
        for (int offset = 1; offset < 5; offset++) {
            assertThat(pages(file).bytes(offset, 1).nextByte()).as("from %d", offset).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource(TextEncoding.class)
    void findsTheSamePagesOfALargeFileWhoseLinesItKnows(TextEncoding encoding) throws Exception {
        var random = new Random(encoding.wire().length());
        var text = new StringBuilder();
        while (text.length() < 2_500_000) {
            text.append("x".repeat(random.nextInt(300)))
                    .append(random.nextInt(9) > 0 ? "\n" : "\u00e9");
        }
        var file = new KnownFile(new TextFile(encoding, text.toString()).encode("f"), "1");
        var indexes = new LineIndexes();
        TextPages.Found first = indexed(file, indexes).lines(1, 10, ROOM);
        for (int i = 0; i < 10; i++) {
            long line = 1 + random.nextLong(first.totalLines());
            long limit = 1L + random.nextInt(2_000);
            assertThat(indexed(file, indexes).lines(line, limit, ROOM))
                    .isEqualTo(pages(file).lines(line, limit, ROOM));
            long offset = random.nextLong(file.size());
            int bytes = 1 + random.nextInt(5_000);
            assertThat(indexed(file, indexes).bytes(offset, bytes))
                    .isEqualTo(pages(file).bytes(offset, bytes));
        }
    }

    @Test
    void readsLittleForAFurtherPageAndAllOfAFileThatChanged() throws Exception {
        byte[] bytes = "0123456789abcde\n".repeat(500_000).getBytes(StandardCharsets.UTF_8);
        var file = new KnownFile(Bytes.wrap(bytes), "1");
        var indexes = new LineIndexes();
        indexed(file, indexes).lines(400_000, 10, ROOM);
        file.read = 0;
        TextPages.Found found = indexed(file, indexes).lines(490_000, 10, ROOM);
        assertThat(found.page().startLine()).isEqualTo(490_000);
        assertThat(found.totalLines()).isEqualTo(500_000);
        assertThat(file.read).isLessThan(3 * 1024 * 1024);

        var other =
                new KnownFile(
                        Bytes.wrap("x\n".repeat(2_000_000).getBytes(StandardCharsets.UTF_8)), "2");
        assertThat(indexed(other, indexes).lines(1_000_000, 1, ROOM).totalLines())
                .isEqualTo(2_000_000);
    }

    @Test
    void keepsNothingOfAFileThatChangedWhileItWasRead() throws Exception {
        byte[] bytes = "x\n".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
        var file = new KnownFile(Bytes.wrap(bytes), "1");
        file.changesAt = 1024 * 1024;
        var indexes = new LineIndexes();
        indexed(file, indexes).lines(1, 1, ROOM);
        assertThat(indexes.find("1")).isEmpty();
        assertThat(indexes.find("1 changed")).isEmpty();
    }

    private static TextPages indexed(KnownFile file, LineIndexes indexes) throws Exception {
        return new TextPages("f", file, file.read(0, 8_000), Optional.empty(), indexes);
    }

    /// A file in memory that counts what is read of it.
    private static final class KnownFile implements OpenFile {

        private final Bytes content;
        private String identity;
        private long read;
        private long changesAt = Long.MAX_VALUE;

        KnownFile(Bytes content, String identity) {
            this.content = content;
            this.identity = identity;
        }

        @Override
        public long size() {
            return content.size();
        }

        @Override
        public Bytes read(long position, int length) {
            read += length;
            if (position >= changesAt) {
                identity = "1 changed";
            }
            return content.part(position, length);
        }

        @Override
        public Optional<String> identity() {
            return Optional.of(identity);
        }

        @Override
        public void close() {}
    }

    private static String text(Random random) {
        String[] letters = {"a", "é", "€", "😀", "\n", "\r\n", "\r"};
        var text = new StringBuilder();
        for (int i = 0; i < random.nextInt(40); i++) {
            text.append(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }

    private record MemoryFile(Bytes content) implements OpenFile {

        @Override
        public long size() {
            return content.size();
        }

        @Override
        public Bytes read(long position, int length) {
            return content.part(position, length);
        }

        @Override
        public void close() {}
    }

    /// A file of numbered lines that exists only where it is looked at.
    private static final class LineFile implements OpenFile {

        private final long count;
        private int mostAtOnce;

        LineFile(long count) {
            this.count = count;
        }

        long count() {
            return count;
        }

        @Override
        public long size() {
            return count * LINE_BYTES;
        }

        @Override
        public Bytes read(long position, int length) {
            mostAtOnce = Math.max(mostAtOnce, length);
            byte[] bytes = new byte[Math.clamp(size() - position, 0, length)];
            Arrays.fill(bytes, (byte) 'x');
            for (int i = 0; i < bytes.length; i++) {
                long at = position + i;
                int column = (int) (at % LINE_BYTES);
                if (column == 0) {
                    number(bytes, i, at / LINE_BYTES + 1);
                } else if (column == LINE_BYTES - 1) {
                    bytes[i] = '\n';
                }
                i += column == 0 ? LINE_BYTES - 2 : 0;
            }
            return Bytes.wrap(bytes);
        }

        private static void number(byte[] bytes, int at, long number) {
            long left = number;
            for (int digit = 7; digit >= 0; digit--) {
                if (at + digit < bytes.length) {
                    bytes[at + digit] = (byte) ('0' + left % 10);
                }
                left /= 10;
            }
        }

        @Override
        public void close() {}
    }
}
