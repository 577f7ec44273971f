package dev.deft.tools.files.text;

import dev.deft.host.Bytes;
import dev.deft.host.WorkspaceFiles.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/// Moves forward through a text file of any size and counts its lines; it holds one block of the
/// file at a time.
public final class LineCursor {

    static final int BLOCK_BYTES = 1024 * 1024;

    private final OpenFile file;
    private final EncodingDetector detector;
    private final int textStart;
    private ByteBuffer block = ByteBuffer.allocate(0);
    private long blockStart;
    private int at;
    private long lineEnds;
    private boolean afterLineEnd = true;
    private final LineEndCounter counter = new LineEndCounter();

    /// The line ends before each block that was read, while none was skipped.
    private long[] before = new long[16];

    private int blocks;
    private Optional<LineIndex> index = Optional.empty();

    /// @param head the first bytes of the file
    public LineCursor(OpenFile file, Bytes head) {
        this.file = file;
        this.detector = new EncodingDetector(head);
        this.textStart = detector.presumed().markLength();
        this.blockStart = textStart;
    }

    /// The position of the cursor, in bytes from the start of the file.
    public long position() {
        return blockStart + at;
    }

    /// The first byte after the byte order mark.
    public int textStart() {
        return textStart;
    }

    /// The size of the smallest character in bytes.
    public int unit() {
        return detector.presumed().unit();
    }

    /// The line number at the cursor, counted from 1.
    public long line() {
        return lineEnds + 1;
    }

    /// Whether the cursor is at the start of a line.
    public boolean atLineStart() {
        return afterLineEnd;
    }

    /// Uses an index to skip blocks.
    public void use(LineIndex known) {
        index = Optional.of(known);
    }

    /// The index of the file; valid at its end.
    public LineIndex learned() {
        return index.orElseGet(
                () -> new LineIndex(Arrays.copyOf(before, blocks), totalLines(), encoding()));
    }

    /// Moves to the start of a line, or to the end of the file if it has fewer lines.
    public void toLine(long line) throws IOException, InterruptedException {
        if (index.isPresent()) {
            jump(index.get(), index.get().blockOfLineEnd(line - 1));
        }
        advance(line - 1, Long.MAX_VALUE);
    }

    /// Moves to a byte, or to the end of the file.
    public void toByte(long position) throws IOException, InterruptedException {
        if (index.isPresent()) {
            long block = Math.max(0, position - 1 - textStart) / BLOCK_BYTES;
            jump(index.get(), (int) Math.min(block, index.get().blocks() - 1L));
        }
        advance(Long.MAX_VALUE, position);
    }

    /// Moves forward to a block, if it is further on.
    private void jump(LineIndex known, int number) {
        long start = textStart + (long) number * BLOCK_BYTES;
        if (number < 0 || start <= blockStart + block.limit()) {
            return;
        }
        blockStart = start;
        block = ByteBuffer.allocate(0);
        at = 0;
        lineEnds = known.lineEndsBefore(number);
    }

    /// Moves to the end of the file, unless an index is known.
    ///
    /// @return the number of lines; a final line end does not start another one
    public long toEnd() throws IOException, InterruptedException {
        if (index.isPresent()) {
            return index.get().totalLines();
        }
        advance(Long.MAX_VALUE, Long.MAX_VALUE);
        return totalLines();
    }

    private long totalLines() {
        return afterLineEnd ? lineEnds : lineEnds + 1;
    }

    /// The encoding of the file; valid at its end.
    public TextEncoding encoding() {
        return index.map(LineIndex::encoding).orElseGet(detector::verdict);
    }

    private void advance(long mostLineEnds, long end) throws IOException, InterruptedException {
        while (lineEnds < mostLineEnds && position() < end && fill()) {
            int limit = (int) Math.min(block.limit(), end - blockStart);
            int from = at;
            if (unit() == 1) {
                skipNarrow(mostLineEnds, limit);
            } else {
                skipWide(mostLineEnds, limit);
            }
            if (at > from) {
                afterLineEnd = endsLine(at);
            }
        }
    }

    /// Ensures that a byte is available; returns false at the end of the file.
    private boolean fill() throws IOException, InterruptedException {
        if (at < block.limit()) {
            return true;
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        blockStart += block.limit();
        at = 0;
        block = file.read(blockStart, BLOCK_BYTES).buffer();
        if (index.isEmpty() && block.limit() > 0) {
            detector.feed(block, 0, block.limit());
            before = blocks == before.length ? Arrays.copyOf(before, blocks * 2) : before;
            before[blocks++] = lineEnds;
        }
        return block.limit() > 0;
    }

    private void skipNarrow(long mostLineEnds, int limit) {
        while (limit - at >= LineEndCounter.CHUNK) {
            long count = counter.count(block, at);
            if (count >= mostLineEnds - lineEnds) {
                break;
            }
            lineEnds += count;
            at += LineEndCounter.CHUNK;
        }
        while (at < limit && lineEnds < mostLineEnds) {
            if (block.get(at) == '\n') {
                lineEnds++;
            }
            at++;
        }
    }

    private void skipWide(long mostLineEnds, int limit) {
        int even = limit - limit % 2;
        while (at < even && lineEnds < mostLineEnds) {
            at += 2;
            if (endsLine(at)) {
                lineEnds++;
            }
        }
        if (at == even && even < limit) {
            at = limit;
        }
    }

    private boolean endsLine(int end) {
        TextEncoding encoding = detector.presumed();
        if (unit() == 1) {
            return block.get(end - 1) == '\n';
        }
        if (end % 2 != 0) {
            return false;
        }
        boolean bigEndian = encoding == TextEncoding.UTF_16BE;
        return block.get(bigEndian ? end - 1 : end - 2) == '\n'
                && block.get(bigEndian ? end - 2 : end - 1) == 0;
    }
}
