package dev.deft.search.grep;

import dev.deft.search.regex.ByteWindowScanner;
import dev.deft.search.regex.OutOfTimeException;
import dev.deft.search.regex.SearchPlan;
import dev.deft.search.walk.Budget;
import dev.deft.search.walk.Disk;
import dev.deft.search.walk.Folder;
import dev.deft.search.walk.NativeText;
import dev.deft.search.walk.Needle;
import dev.deft.search.walk.TextDecoder;
import dev.deft.search.walk.Worker;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Searches files one by one for a pattern. Each thread of a search has its own instance.
///
/// A file is read in large chunks that end at a line end. If the plan has needles, native code
/// searches for them, and only lines that contain one are matched here; if it has a window, only
/// lines in which the window occurs; else the automaton runs over the whole chunk.
public final class FileSearcher {

    private static final int LONGEST_LINE = 16 << 20;
    private static final int LARGEST_UTF16 = 64 << 20;
    private static final int BINARY_CHECK = 64 * 1024;

    private final Worker worker;
    private final Disk disk;
    private final SearchPlan plan;
    private final Budget budget;
    private final LineMatcher matcher;
    private final Needle[] needles;
    private final Needle[] nonAsciiVariants;
    private final long[] nextAt;
    private final Optional<ByteWindowScanner> window;
    private final Optional<ByteWindowScanner> asciiWindow;

    private final Collector collector;
    private byte[] path = {};

    private final MatchWriter writer = new MatchWriter();

    /// Whether the file has matches.
    private boolean found;

    /// Whether they may not be shown.
    private boolean unwanted;

    private long line;
    private long counted;

    public FileSearcher(Worker worker, SearchPlan plan, Budget budget, Collector collector) {
        this.collector = collector;
        this.worker = worker;
        this.disk = worker.disk();
        this.plan = plan;
        this.budget = budget;
        this.matcher = new LineMatcher(plan, budget);
        List<byte[]> texts = new ArrayList<>(plan.needles());
        texts.addAll(plan.nonAsciiVariants());
        Needle[] all = worker.needles(texts);
        this.needles = Arrays.copyOf(all, plan.needles().size());
        this.nonAsciiVariants = Arrays.copyOfRange(all, needles.length, all.length);
        this.nextAt = new long[needles.length];
        this.window = plan.window().map(ByteWindowScanner::new);
        this.asciiWindow = plan.asciiWindow().map(ByteWindowScanner::new);
    }

    /// Passes the matches in a file to the collector. A binary or unreadable file has none.
    public void search(Folder folder, byte[] path, int name) {
        this.path = path;
        found = false;
        unwanted = false;
        matcher.beginFile();
        if (!open(folder, path, name)) {
            return;
        }
        try {
            pieces();
        } catch (OutOfTimeException _) {
            if (budget.expired()) {
                collector.notReached().addFile(path);
            }
        } finally {
            disk.closeFile();
        }
        if (found && !unwanted) {
            collector.add(writer.part());
        }
        if (matcher.gaveUp()) {
            collector.abandoned().addFile(path);
        }
    }

    private void add(byte[] text, int start, int end, int hit) {
        if (!found) {
            found = true;
            unwanted = !collector.begin(path, writer);
        }
        if (unwanted) {
            return;
        }
        if (writer.isFull()) {
            collector.add(writer.part());
        }
        writer.add(line, text, start, end, hit);
    }

    /// Opens a name in the folder, or a path below it.
    private boolean open(Folder folder, byte[] path, int name) {
        for (int i = name; i < path.length; i++) {
            if (path[i] == '/') {
                return disk.openFilePath(folder, path, name);
            }
        }
        return disk.openFile(folder, path, name);
    }

    /// Most files fit into the buffer. What the others need is apart, because a cold process
    /// compiles all of a method.
    private void pieces() {
        NativeText buffer = worker.buffer();
        long filled = worker.fill(0);
        if (filled == 0) {
            return;
        }
        // Every mark of an encoding begins with a byte beyond ASCII.
        if (filled == worker.room() || buffer.get(0) < 0) {
            largeOrMarked(filled);
            return;
        }
        long zero = disk.indexOf(buffer.memory(), 0, filled, (byte) 0);
        if (zero >= 0 && zero < BINARY_CHECK) {
            return;
        }
        requireTime();
        line = 1;
        counted = 0;
        piece(buffer, 0, zero >= 0 ? zero : filled);
    }

    private void largeOrMarked(long first) {
        NativeText buffer = worker.buffer();
        long filled = first;
        boolean more = filled == worker.room();
        if (isUtf16(buffer, filled)) {
            utf16(filled, more);
            return;
        }
        long zero = disk.indexOf(buffer.memory(), 0, filled, (byte) 0);
        if (zero >= 0 && zero < BINARY_CHECK) {
            return;
        }
        line = 1;
        long from = startsWithMark(buffer, filled) ? 3 : 0;
        while (filled > from && !unwanted && !matcher.isFileOver()) {
            requireTime();
            boolean last = !more || zero >= 0;
            long end = zero >= 0 ? zero : filled;
            long lines = last ? end : lastLineEnd(buffer, from, end);
            if (lines == from && buffer.size() < LONGEST_LINE) {
                buffer = worker.grow(filled);
                long added = worker.fill(filled);
                more = added == worker.room() - filled;
                zero = disk.indexOf(buffer.memory(), filled, filled + added, (byte) 0);
                filled += added;
                continue;
            }
            long to = lines == from ? end : lines;
            counted = from;
            piece(buffer, from, to);
            if (last) {
                return;
            }
            line += LineFeeds.count(onHeap(buffer, counted, to), 0, (int) (to - counted));
            MemorySegment.copy(buffer.memory(), to, buffer.memory(), 0, filled - to);
            filled -= to;
            long added = worker.fill(filled);
            more = added == worker.room() - filled;
            zero = disk.indexOf(buffer.memory(), filled, filled + added, (byte) 0);
            filled += added;
            from = 0;
        }
    }

    private static boolean isUtf16(NativeText buffer, long filled) {
        if (filled < 2) {
            return false;
        }
        int mark = (buffer.get(0) & 0xff) << 8 | (buffer.get(1) & 0xff);
        return mark == 0xfffe || mark == 0xfeff;
    }

    private static boolean startsWithMark(NativeText buffer, long filled) {
        return filled >= 3
                && buffer.get(0) == (byte) 0xef
                && buffer.get(1) == (byte) 0xbb
                && buffer.get(2) == (byte) 0xbf;
    }

    /// The position after the last line feed in `[from, to)`, or `from` if there is none.
    private static long lastLineEnd(NativeText buffer, long from, long to) {
        long i = to;
        while (i > from && buffer.get(i - 1) != '\n') {
            i--;
        }
        return i;
    }

    private void utf16(long first, boolean unfinished) {
        long filled = first;
        boolean more = unfinished;
        while (more && filled < LARGEST_UTF16) {
            worker.grow(filled);
            long added = worker.fill(filled);
            more = added == worker.room() - filled;
            filled += added;
        }
        byte[] bytes = new byte[(int) filled];
        worker.buffer().copyTo(bytes, 0, bytes.length);
        byte[] text = new String(bytes, StandardCharsets.UTF_16).getBytes(StandardCharsets.UTF_8);
        line = 1;
        inHeap(text, text.length);
        worker.shrink();
    }

    private void piece(NativeText buffer, long from, long to) {
        if (needles.length > 0
                && !hasStranger(buffer, from, to)
                && !needsDecoding(buffer, from, to)) {
            withNeedles(buffer, from, to);
            return;
        }
        int length = (int) (to - from);
        byte[] text = onHeap(buffer, from, to);
        long before = line;
        inHeap(text, length);
        line = before;
    }

    private boolean hasStranger(NativeText buffer, long from, long to) {
        for (Needle stranger : nonAsciiVariants) {
            if (stranger.next(disk, buffer, from, to) < to) {
                return true;
            }
        }
        return false;
    }

    /// Whether non-ASCII needles could be encoded differently in this file.
    private boolean needsDecoding(NativeText buffer, long from, long to) {
        if (!plan.beyondAscii()) {
            return false;
        }
        int length = (int) (to - from);
        byte[] text = onHeap(buffer, from, to);
        return !TextDecoder.isUtf8(text, 0, length);
    }

    /// The chunk is copied to the heap when the first needle is found: reading single native bytes
    /// is slower.
    private void withNeedles(NativeText buffer, long from, long to) {
        NativeText haystack = plan.folded() ? worker.folded(from, to) : buffer;
        for (int i = 0; i < needles.length; i++) {
            nextAt[i] = needles[i].next(disk, haystack, from, to);
        }
        long at = nearest(to);
        if (at >= to) {
            return;
        }
        int length = (int) (to - from);
        byte[] text = onHeap(buffer, from, to);
        int done = 0;
        while (at < to) {
            int needle = (int) (at - from);
            int start = lineStart(text, done, needle);
            int end = lineEnd(text, needle, length);
            if (candidate(text, start, trimmed(text, start, end, length), needle, done)) {
                done = start;
                counted = from + start;
            }
            if (unwanted) {
                return;
            }
            for (int i = 0; i < needles.length; i++) {
                if (nextAt[i] <= from + end) {
                    nextAt[i] = needles[i].next(disk, haystack, from + end + 1, to);
                }
            }
            at = nearest(to);
        }
    }

    private byte[] onHeap(NativeText buffer, long from, long to) {
        int length = (int) (to - from);
        byte[] text = worker.heap(length);
        buffer.copyTo(text, from, length);
        return text;
    }

    /// The start of the line that contains the byte `at`, not before `from`.
    private static int lineStart(byte[] text, int from, int at) {
        int start = at;
        while (start > from && text[start - 1] != '\n') {
            start--;
        }
        return start;
    }

    private static int lineEnd(byte[] text, int at, int length) {
        int end = at;
        while (end < length && text[end] != '\n') {
            end++;
        }
        return end;
    }

    private long nearest(long to) {
        long nearest = to;
        for (long at : nextAt) {
            nearest = Math.min(nearest, at);
        }
        return nearest;
    }

    /// Adds a line that contains a needle if it matches.
    ///
    /// @param counted up to where `line` has counted the lines
    private boolean candidate(byte[] text, int start, int end, int needle, int counted) {
        int hit = plan.whole() ? needle : matcher.matchAt(text, start, end);
        if (hit < 0) {
            return false;
        }
        line += LineFeeds.count(text, counted, start);
        add(text, start, end, hit);
        return true;
    }

    /// Searches a whole copy on the heap; `line` is the number of its first line.
    private void inHeap(byte[] text, int length) {
        Optional<ByteWindowScanner> places =
                asciiWindow.isPresent() && TextDecoder.isAscii(text, 0, length)
                        ? asciiWindow
                        : window;
        if (places.isPresent()) {
            withWindow(places.get(), text, length);
        } else if (matcher.runsOverLines() && TextDecoder.isUtf8(text, 0, length)) {
            overLines(text, length);
        } else {
            lineByLine(text, length);
        }
    }

    private void withWindow(ByteWindowScanner places, byte[] text, int length) {
        places.scan(text, length);
        int done = 0;
        for (int at = places.next(0); at >= 0 && !isOver(); at = places.next(done)) {
            int start = lineStart(text, done, at);
            int end = lineEnd(text, at, length);
            line += LineFeeds.count(text, done, start);
            match(text, start, trimmed(text, start, end, length));
            line++;
            done = Math.min(end + 1, length);
        }
    }

    /// Whether the rest of the file can be skipped.
    private boolean isOver() {
        requireTime();
        return unwanted || matcher.isFileOver();
    }

    private void requireTime() {
        if (budget.over()) {
            throw new OutOfTimeException();
        }
    }

    private void overLines(byte[] text, int length) {
        int done = 0;
        for (int at = matcher.find(text, 0, length); at >= 0; ) {
            int start = lineStart(text, done, at);
            int end = lineEnd(text, at, length);
            line += LineFeeds.count(text, done, start);
            int trimmed = trimmed(text, start, end, length);
            add(text, start, trimmed, Math.min(at, trimmed));
            line++;
            done = Math.min(end + 1, length);
            at = done < length ? matcher.find(text, done, length) : -1;
        }
    }

    private void lineByLine(byte[] text, int length) {
        int start = 0;
        while (start < length && !isOver()) {
            int end = lineEnd(text, start, length);
            match(text, start, trimmed(text, start, end, length));
            line++;
            start = end + 1;
        }
    }

    private void match(byte[] text, int start, int end) {
        int hit = matcher.matchAt(text, start, end);
        if (hit >= 0) {
            add(text, start, end, hit);
        }
    }

    /// The end of a line without the `\r` of its `\r\n`.
    private static int trimmed(byte[] text, int start, int end, int length) {
        boolean crlf = end < length && end > start && text[end - 1] == '\r';
        return crlf ? end - 1 : end;
    }
}
