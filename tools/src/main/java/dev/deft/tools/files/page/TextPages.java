package dev.deft.tools.files.page;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles.OpenFile;
import dev.deft.tools.files.text.LineCursor;
import dev.deft.tools.files.text.TextEncoding;
import dev.deft.tools.files.text.TextFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Reads pages of a text file; only the page itself is in memory.
public final class TextPages {

    private static final int LONGEST_CHARACTER = 4;

    private final String path;
    private final OpenFile file;
    private final Bytes head;
    private final LineCursor cursor;
    private final LineIndexes indexes;
    private final Optional<String> identity;
    private final Optional<TextEncoding> encoding;

    /// @param path for messages
    /// @param head the first bytes of the file
    /// @param encoding overrides the detected encoding
    /// @param indexes the line indexes of files that were read before
    public TextPages(
            String path,
            OpenFile file,
            Bytes head,
            Optional<TextEncoding> encoding,
            LineIndexes indexes)
            throws IOException {
        this.path = path;
        this.indexes = indexes;
        this.identity = head.size() == file.size() ? Optional.empty() : file.identity();
        this.file = file;
        this.head = head;
        this.cursor = new LineCursor(file, head);
        this.encoding = encoding;
        identity.flatMap(indexes::find).ifPresent(cursor::use);
    }

    /// A page and facts about the whole file.
    ///
    /// @param nextByte the first byte after the page
    /// @param more whether the file continues after the page
    public record Found(
            Page page, long totalLines, TextEncoding encoding, long nextByte, boolean more) {}

    /// The lines from `offset` on, counted from 1.
    ///
    /// @throws HostException when the file has fewer lines
    public Found lines(long offset, long limit, Page.Room room)
            throws IOException, InterruptedException {
        Optional<String> small = whole(room);
        if (small.isPresent()) {
            return lines(small.get(), offset, limit, room);
        }
        cursor.toLine(offset);
        boolean there = cursor.line() == offset && cursor.position() < file.size();
        long start = cursor.position();
        cursor.toLine(offset + Math.min(limit, Long.MAX_VALUE - offset));
        long end = cursor.position();
        long total = total();
        if (!there && offset > 1) {
            throw missing(offset, total);
        }
        Bytes bytes = file.read(start, (int) Math.min(end - start, room.bytes() + 1L));
        boolean cut = bytes.size() < end - start;
        ByteBuffer buffer = bytes.buffer();
        int whole = cut ? encoding().alignDown(buffer, buffer.limit() - 1) : buffer.limit();
        Page page = Page.fitting(text(buffer, 0, whole), cut, offset, room);
        boolean more = page.lastLineCut() || page.endLine() < total;
        return new Found(page, total, encoding(), start + length(page), more);
    }

    private HostException missing(long line, long total) {
        return new HostException(
                ErrorCode.INVALID_ARGUMENTS,
                "%s has %d lines; there is no line %d.".formatted(path, total, line));
    }

    /// The text of a small file in UTF-8, all of which was read with its head.
    private Optional<String> whole(Page.Room room) {
        return encoding.isEmpty() && head.size() == file.size() && head.size() <= room.bytes()
                ? TextFile.utf8(head)
                : Optional.empty();
    }

    /// The same lines of a text in memory.
    private Found lines(String text, long offset, long limit, Page.Room room) throws HostException {
        long ends = 0;
        int at = 0;
        int start = offset == 1 ? 0 : text.length();
        int end = text.length();
        while (at < text.length()) {
            int lineEnd = text.indexOf('\n', at);
            if (lineEnd < 0) {
                break;
            }
            ends++;
            at = lineEnd + 1;
            if (ends == offset - 1) {
                start = at;
            } else if (ends - limit == offset - 1) {
                end = at;
            }
        }
        long total = at < text.length() ? ends + 1 : ends;
        if (start == text.length() && offset > 1) {
            throw missing(offset, total);
        }
        Page page = Page.fitting(text.substring(start, end), false, offset, room);
        boolean more = page.lastLineCut() || page.endLine() < total;
        long next = position(text, start) + Bytes.of(page.content()).size();
        return new Found(page, total, TextEncoding.UTF_8, next, more);
    }

    private static long position(String text, int index) {
        return Bytes.of(text.substring(0, index)).size();
    }

    /// The index is kept only if the file did not change meanwhile.
    private long total() throws IOException, InterruptedException {
        long total = cursor.toEnd();
        if (identity.isPresent() && identity.equals(file.identity())) {
            indexes.keep(identity.get(), cursor.learned());
        }
        return total;
    }

    private long length(Page page) {
        return page.content().getBytes(encoding().charset()).length;
    }

    /// The characters between two bytes; both are moved back to the start of a character, so that
    /// consecutive pages give the whole text.
    ///
    /// @throws HostException if the file has fewer bytes
    public Found bytes(long offset, int limit) throws IOException, InterruptedException {
        if (offset > 0 && offset >= file.size()) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s has %d bytes; there is no byte %d.".formatted(path, file.size(), offset));
        }
        long start = Math.max(offset - offset % cursor.unit(), cursor.textStart());
        long end = Math.clamp(offset + limit, start, Math.max(start, file.size()));
        cursor.toByte(start);
        long startLine = cursor.line();
        long total = total();
        int before = (int) Math.min(LONGEST_CHARACTER, start - cursor.textStart());
        ByteBuffer buffer =
                file.read(start - before, (int) (end - start) + before + LONGEST_CHARACTER)
                        .buffer();
        int first = encoding().alignDown(buffer, before);
        int wanted = Math.min(buffer.limit(), before + (int) (end - start));
        int last = Math.max(first, encoding().alignDown(buffer, wanted));
        if (last <= before) {
            last = encoding().alignUp(buffer, Math.min(before + 1, buffer.limit()));
        }
        long next = start - before + last;
        Page page = Page.piece(text(buffer, first, last), next < file.size(), startLine);
        return new Found(page, total, encoding(), next, next < file.size());
    }

    private TextEncoding encoding() {
        return encoding.orElseGet(cursor::encoding);
    }

    private String text(ByteBuffer buffer, int from, int to) {
        return encoding().charset().decode(buffer.slice(from, to - from)).toString();
    }
}
