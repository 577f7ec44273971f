package dev.deft.tools.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles.OpenFile;
import dev.deft.json.JsonCodec;
import dev.deft.tool.ToolResult;
import dev.deft.tools.files.media.FileKind;
import dev.deft.tools.files.media.Notebook;
import dev.deft.tools.files.page.Page;
import dev.deft.tools.files.page.TextPages;
import dev.deft.tools.files.text.TextEncoding;
import dev.deft.tools.files.text.TextFile;
import dev.deft.tools.files.text.Utf8;
import java.io.IOException;
import java.util.Optional;

/// Shows a page of text.
final class TextReader {

    /// Reserved for the note that says how to continue.
    private static final int NOTICE_BYTES = 400;

    /// The size of a line number before a line.
    private static final int NUMBER_BYTES = 7;

    private final ReadRequest reading;

    TextReader(ReadRequest reading) {
        this.reading = reading;
    }

    ToolResult output() throws IOException, InterruptedException {
        return output(reading.file(), reading.head(), "");
    }

    /// Shows the cells of a notebook. Its bytes, and invalid notebooks, are shown as plain text.
    ToolResult notebook(JsonCodec codec) throws IOException, InterruptedException {
        Optional<String> cells =
                reading.params().wantsBytes() || reading.file().size() > Notebook.MOST_BYTES
                        ? Optional.empty()
                        : TextFile.decode(reading.file().read(0, (int) reading.file().size()))
                                .flatMap(it -> Notebook.text(it.text(), codec));
        if (cells.isEmpty()) {
            return reading.params().wantsBytes()
                    ? output()
                    : new TextReader(reading.with(FileKind.TEXT)).output();
        }
        Bytes text = Bytes.of(cells.get());
        return output(
                new InMemory(text), text, "[a notebook as text; byte_offset=0 shows its JSON]");
    }

    private ToolResult output(OpenFile file, Bytes head, String remark)
            throws IOException, InterruptedException {
        var pages = new TextPages(reading.path(), file, head, encoding(), reading.indexes());
        TextPages.Found found = reading.params().wantsBytes() ? bytes(pages) : lines(pages);
        String notice = notice(found, file.size(), remark);
        String numbered = numbered(found.page());
        String shown = numbered + notice;
        boolean fits = Utf8.fits(shown, reading.limits().outputBytes());
        String text = fits ? shown : found.page().content() + notice;
        String content =
                reading.params().numbered().orElse(false) ? numbered : found.page().content();
        return reading.output(
                new ReadRequest.Part(
                        content,
                        found.page().startLine(),
                        found.page().endLine(),
                        found.totalLines(),
                        found.encoding().wire(),
                        isLessThanAsked(found),
                        found.more()),
                text.isEmpty() ? "%s is empty.".formatted(reading.path()) : text,
                title(found));
    }

    private boolean isLessThanAsked(TextPages.Found found) {
        long lines = found.page().lines().size();
        boolean allLines = lines >= reading.params().limit().orElse(Long.MAX_VALUE);
        return found.more() && (!allLines || found.page().lastLineCut());
    }

    private Optional<TextEncoding> encoding() throws HostException {
        if (reading.params().encoding().isEmpty()) {
            return Optional.empty();
        }
        String name = reading.params().encoding().get();
        Optional<TextEncoding> encoding = TextEncoding.named(name);
        if (encoding.isEmpty()) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "Unknown encoding %s; use utf-8, utf-16le or latin1.".formatted(name));
        }
        return encoding;
    }

    private TextPages.Found lines(TextPages pages) throws IOException, InterruptedException {
        long offset = Math.max(1, reading.params().offset().orElse(1));
        long limit = reading.params().limit().orElse(reading.limits().items());
        boolean whole = reading.file().size() <= reading.limits().outputBytes();
        int most = whole ? reading.limits().outputBytes() : room();
        int perLine = reading.params().numbered().orElse(false) ? NUMBER_BYTES : 0;
        return pages.lines(offset, limit, new Page.Room(most, perLine));
    }

    private TextPages.Found bytes(TextPages pages) throws IOException, InterruptedException {
        int limit = Math.min(reading.params().byteLimit().orElse(room()), room());
        return pages.bytes(reading.params().byteOffset().orElse(0), limit);
    }

    private int room() {
        return Math.max(1, reading.limits().outputBytes() - NOTICE_BYTES);
    }

    private String numbered(Page page) {
        var text = new StringBuilder(page.content().length() + NUMBER_BYTES * page.lines().size());
        long number = page.startLine();
        for (String line : page.lines()) {
            if (!text.isEmpty()) {
                text.append('\n');
            }
            String digits = Long.toString(number);
            text.repeat(' ', Math.max(0, NUMBER_BYTES - 1 - digits.length()))
                    .append(digits)
                    .append('\t')
                    .append(LongLine.shown(line));
            number++;
        }
        return text.toString();
    }

    private String notice(TextPages.Found found, long size, String remark) {
        var notice = new StringBuilder();
        if (found.more() && (found.page().lastLineCut() || reading.params().wantsBytes())) {
            notice.append(
                    "\n[up to byte %d of %d, in line %d; continue with byte_offset=%d]"
                            .formatted(
                                    found.nextByte(),
                                    size,
                                    found.page().endLine(),
                                    found.nextByte()));
        } else if (found.more()) {
            notice.append(
                    "\n[lines %d-%d of %d; continue with offset=%d]"
                            .formatted(
                                    found.page().startLine(),
                                    found.page().endLine(),
                                    found.totalLines(),
                                    found.page().endLine() + 1));
        }
        if (hasCutLine(found.page())) {
            notice.append(
                    "\n[lines of more than %d characters were cut; byte_offset and byte_limit show them]"
                            .formatted(LongLine.MOST_CHARACTERS));
        }
        return remark.isEmpty() ? notice.toString() : notice.append('\n').append(remark).toString();
    }

    private static boolean hasCutLine(Page page) {
        for (String line : page.lines()) {
            if (LongLine.isCut(line)) {
                return true;
            }
        }
        return false;
    }

    private String title(TextPages.Found found) {
        if (found.page().isEmpty()) {
            return "Read %s, empty".formatted(reading.path());
        }
        return "Read "
                + reading.path()
                + ", lines "
                + found.page().startLine()
                + "-"
                + found.page().endLine()
                + " of "
                + found.totalLines();
    }

    /// Text in memory as a file.
    private record InMemory(Bytes content) implements OpenFile {

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
}
