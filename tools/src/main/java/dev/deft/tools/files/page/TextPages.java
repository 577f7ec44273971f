package dev.deft.tools.files.page;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles.OpenFile;
import dev.deft.tools.files.text.LineCursor;
import dev.deft.tools.files.text.TextEncoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Reads pages of a text file; only the page itself is in memory.
public final class TextPages {

    private static final int LONGEST_CHARACTER = 4;

    private final String path;
    private final OpenFile file;
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
        this.identity = file.identity();
        this.file = file;
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
        cursor.toLine(offset);
        boolean there = cursor.line() == offset && cursor.position() < file.size();
        long start = cursor.position();
        cursor.toLine(offset + Math.min(limit, Long.MAX_VALUE - offset));
        long end = cursor.position();
        long total = total();
        if (!there && offset > 1) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s has %d lines; there is no line %d.".formatted(path, total, offset));
        }
        Bytes bytes = file.read(start, (int) Math.min(end - start, room.bytes() + 1L));
        boolean cut = bytes.size() < end - start;
        ByteBuffer buffer = bytes.buffer();
        int whole = cut ? encoding().alignDown(buffer, buffer.limit() - 1) : buffer.limit();
        Page page = Page.fitting(text(buffer, 0, whole), cut, offset, room);
        boolean more = page.lastLineCut() || page.endLine() < total;
        return new Found(page, total, encoding(), start + length(page), more);
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
