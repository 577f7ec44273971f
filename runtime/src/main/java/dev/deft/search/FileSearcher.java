package dev.deft.search;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Searches one file after the other for a pattern; one thread's hands during one search.
///
/// A file is read in large pieces that end with a line. Where the plan has needles, native code
/// looks for them and only lines that hold one are looked at here; where it has a window, the lines
/// it fits into; else the automaton runs over all of it.
final class FileSearcher {

    private static final int LONGEST_LINE = 16 << 20;
    private static final int LARGEST_UTF16 = 64 << 20;
    private static final int BINARY_CHECK = 64 * 1024;
    private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;
    private static final long ONES = 0x0101010101010101L;
    private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;

    private final Worker worker;
    private final Disk disk;
    private final Plan plan;
    private final Budget budget;
    private final LineMatcher matcher;
    private final Needle[] needles;
    private final long[] nextAt;
    private final Optional<WindowScanner> window;

    private FileMatches found = new FileMatches(new byte[0]);
    private long line;
    private long counted;

    FileSearcher(Worker worker, Plan plan, Budget budget) {
        this.worker = worker;
        this.disk = worker.disk;
        this.plan = plan;
        this.budget = budget;
        this.matcher = new LineMatcher(plan, budget);
        this.needles = worker.needles(plan.needles());
        this.nextAt = new long[needles.length];
        this.window = plan.window().map(WindowScanner::new);
    }

    /// The matches in a file; none if it is binary or cannot be read.
    FileMatches search(Folder folder, byte[] path, int name) {
        found = new FileMatches(path);
        if (!open(folder, path, name)) {
            return found;
        }
        try {
            pieces();
        } finally {
            disk.closeFile();
        }
        return found;
    }

    /// Opens a name in the folder, or a path below it.
    private boolean open(Folder folder, byte[] path, int name) {
        for (int i = name; i < path.length; i++) {
            if (path[i] == '/') {
                return disk.openFilePath(folder, path, name);
            }
        }
        return disk.openFile(folder, Arrays.copyOfRange(path, name, path.length));
    }

    private void pieces() {
        MemorySegment buffer = worker.buffer();
        long filled = Math.max(0, disk.fill(buffer, 0, worker.room()));
        boolean more = filled == worker.room();
        if (isUtf16(buffer, filled)) {
            utf16(filled, more);
            return;
        }
        long zero = disk.indexOf(buffer, 0, filled, (byte) 0);
        if (zero >= 0 && zero < BINARY_CHECK) {
            return;
        }
        line = 1;
        long from = startsWithMark(buffer, filled) ? 3 : 0;
        while (filled > from && !budget.over()) {
            boolean last = !more || zero >= 0;
            long end = zero >= 0 ? zero : filled;
            long lines = last ? end : lastLineEnd(buffer, from, end);
            if (lines == from && buffer.byteSize() < LONGEST_LINE) {
                buffer = worker.grow(filled);
                long added = Math.max(0, disk.fill(buffer, filled, worker.room()));
                more = added == worker.room() - filled;
                zero = disk.indexOf(buffer, filled, filled + added, (byte) 0);
                filled += added;
                continue;
            }
            long to = lines == from ? end : lines;
            counted = from;
            piece(buffer, from, to);
            if (last) {
                return;
            }
            line += lineEnds(buffer, counted, to);
            MemorySegment.copy(buffer, to, buffer, 0, filled - to);
            filled -= to;
            long added = Math.max(0, disk.fill(buffer, filled, worker.room()));
            more = added == worker.room() - filled;
            zero = disk.indexOf(buffer, filled, filled + added, (byte) 0);
            filled += added;
            from = 0;
        }
    }

    private static boolean isUtf16(MemorySegment buffer, long filled) {
        if (filled < 2) {
            return false;
        }
        int mark = (buffer.get(JAVA_BYTE, 0) & 0xff) << 8 | (buffer.get(JAVA_BYTE, 1) & 0xff);
        return mark == 0xfffe || mark == 0xfeff;
    }

    private static boolean startsWithMark(MemorySegment buffer, long filled) {
        return filled >= 3
                && buffer.get(JAVA_BYTE, 0) == (byte) 0xef
                && buffer.get(JAVA_BYTE, 1) == (byte) 0xbb
                && buffer.get(JAVA_BYTE, 2) == (byte) 0xbf;
    }

    /// Behind the last line feed in `[from, to)`, or `from` if there is none.
    private static long lastLineEnd(MemorySegment buffer, long from, long to) {
        long i = to;
        while (i > from && buffer.get(JAVA_BYTE, i - 1) != '\n') {
            i--;
        }
        return i;
    }

    private void utf16(long first, boolean unfinished) {
        long filled = first;
        boolean more = unfinished;
        while (more && filled < LARGEST_UTF16) {
            MemorySegment buffer = worker.grow(filled);
            long added = Math.max(0, disk.fill(buffer, filled, worker.room()));
            more = added == worker.room() - filled;
            filled += added;
        }
        byte[] bytes = worker.buffer().asSlice(0, filled).toArray(JAVA_BYTE);
        byte[] text = new String(bytes, StandardCharsets.UTF_16).getBytes(StandardCharsets.UTF_8);
        line = 1;
        inHeap(text, text.length);
        worker.shrink();
    }

    private void piece(MemorySegment buffer, long from, long to) {
        if (needles.length > 0 && !needsDecoding(buffer, from, to)) {
            withNeedles(buffer, from, to);
            return;
        }
        int length = (int) (to - from);
        byte[] text = worker.heap(length);
        MemorySegment.copy(buffer, JAVA_BYTE, from, text, 0, length);
        long before = line;
        inHeap(text, length);
        line = before;
    }

    /// Whether needles that are not ASCII could be written differently in this file.
    private boolean needsDecoding(MemorySegment buffer, long from, long to) {
        if (!plan.beyondAscii()) {
            return false;
        }
        int length = (int) (to - from);
        byte[] text = worker.heap(length);
        MemorySegment.copy(buffer, JAVA_BYTE, from, text, 0, length);
        return !TextDecoder.isUtf8(text, 0, length);
    }

    private void withNeedles(MemorySegment buffer, long from, long to) {
        MemorySegment text = plan.folded() ? worker.folded(from, to) : buffer;
        for (int i = 0; i < needles.length; i++) {
            nextAt[i] = needles[i].next(disk, text, from, to);
        }
        for (long at = nearest(to); at < to; at = nearest(to)) {
            long start = lastLineEnd(buffer, from, at);
            long feed = disk.indexOf(buffer, at, to, (byte) '\n');
            long end = feed < 0 ? to : feed;
            candidate(buffer, start, end, feed >= 0);
            for (int i = 0; i < needles.length; i++) {
                if (nextAt[i] <= end) {
                    nextAt[i] = needles[i].next(disk, text, end + 1, to);
                }
            }
        }
    }

    private long nearest(long to) {
        long nearest = to;
        for (long at : nextAt) {
            nearest = Math.min(nearest, at);
        }
        return nearest;
    }

    private void candidate(MemorySegment buffer, long start, long end, boolean ended) {
        boolean crlf = ended && end > start && buffer.get(JAVA_BYTE, end - 1) == '\r';
        int length = (int) (crlf ? end - 1 - start : end - start);
        byte[] text = worker.heap(length);
        MemorySegment.copy(buffer, JAVA_BYTE, start, text, 0, length);
        if (plan.whole() || matcher.matches(text, 0, length)) {
            line += lineEnds(buffer, counted, start);
            counted = start;
            found.add(line, text, 0, length);
        }
    }

    /// Searches a copy on the heap, all of it; `line` is the number of its first line.
    private void inHeap(byte[] text, int length) {
        if (window.isPresent()) {
            withWindow(window.get(), text, length);
        } else if (matcher.runsOverLines() && TextDecoder.isUtf8(text, 0, length)) {
            overLines(text, length);
        } else {
            lineByLine(text, length);
        }
    }

    private void withWindow(WindowScanner places, byte[] text, int length) {
        places.look(text, length);
        int done = 0;
        for (int at = places.next(0); at >= 0 && !budget.over(); at = places.next(done)) {
            int start = at;
            while (start > done && text[start - 1] != '\n') {
                start--;
            }
            int end = at;
            while (end < length && text[end] != '\n') {
                end++;
            }
            line += lineEnds(text, done, start);
            if (matcher.matches(text, start, trimmed(text, start, end, length))) {
                add(text, start, end, length);
            }
            line++;
            done = Math.min(end + 1, length);
        }
    }

    private void overLines(byte[] text, int length) {
        int done = 0;
        for (int at = matcher.find(text, 0, length); at >= 0; ) {
            int start = at;
            while (start > done && text[start - 1] != '\n') {
                start--;
            }
            int end = at;
            while (end < length && text[end] != '\n') {
                end++;
            }
            line += lineEnds(text, done, start);
            add(text, start, end, length);
            line++;
            done = Math.min(end + 1, length);
            at = done < length ? matcher.find(text, done, length) : -1;
        }
    }

    private void lineByLine(byte[] text, int length) {
        int start = 0;
        while (start < length && !budget.over()) {
            int end = start;
            while (end < length && text[end] != '\n') {
                end++;
            }
            if (matcher.matches(text, start, trimmed(text, start, end, length))) {
                add(text, start, end, length);
            }
            line++;
            start = end + 1;
        }
    }

    private void add(byte[] text, int start, int end, int length) {
        found.add(line, text, start, trimmed(text, start, end, length));
    }

    /// The end of a line without the `\r` of its `\r\n`.
    private static int trimmed(byte[] text, int start, int end, int length) {
        boolean crlf = end < length && end > start && text[end - 1] == '\r';
        return crlf ? end - 1 : end;
    }

    private static long lineEnds(byte[] text, int from, int to) {
        long count = 0;
        for (int i = from; i < to; i++) {
            if (text[i] == '\n') {
                count++;
            }
        }
        return count;
    }

    private static long lineEnds(MemorySegment text, long from, long to) {
        long count = 0;
        long i = from;
        for (; i + 8 <= to; i += 8) {
            long zeros = text.get(JAVA_LONG_UNALIGNED, i) ^ LINE_FEEDS;
            long marks = ~(((zeros & LOW_SEVEN) + LOW_SEVEN) | zeros | LOW_SEVEN);
            count += ((marks >>> 7) * ONES) >>> 56;
        }
        for (; i < to; i++) {
            if (text.get(JAVA_BYTE, i) == '\n') {
                count++;
            }
        }
        return count;
    }
}
