package dev.deft.tools.files.text;

import java.util.Arrays;

/// The number of line ends before each block of a file, so that any line is found by reading one
/// block.
public final class LineIndex {

    private final long[] lineEnds;
    private final long totalLines;
    private final TextEncoding encoding;

    /// @param lineEnds the line ends before each block of [LineCursor#BLOCK_BYTES]
    LineIndex(long[] lineEnds, long totalLines, TextEncoding encoding) {
        this.lineEnds = lineEnds;
        this.totalLines = totalLines;
        this.encoding = encoding;
    }

    public long totalLines() {
        return totalLines;
    }

    public TextEncoding encoding() {
        return encoding;
    }

    /// The number of blocks.
    public int blocks() {
        return lineEnds.length;
    }

    /// The last block before which fewer than `count` lines end, or the first one.
    int blockOfLineEnd(long count) {
        int found = Arrays.binarySearch(lineEnds, count);
        int block = found >= 0 ? found : -found - 1;
        while (block > 0 && (block >= lineEnds.length || lineEnds[block] >= count)) {
            block--;
        }
        return block;
    }

    long lineEndsBefore(int block) {
        return lineEnds[block];
    }
}
