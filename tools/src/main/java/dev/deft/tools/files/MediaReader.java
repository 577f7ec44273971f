package dev.deft.tools.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.tool.Attachment;
import dev.deft.tool.ToolResult;
import dev.deft.tools.files.ReadTool.Attached;
import dev.deft.tools.files.media.Pdf;
import dev.deft.tools.files.media.Picture;
import dev.deft.tools.files.text.Utf8;
import java.io.IOException;
import java.util.Base64;
import java.util.OptionalInt;

/// Shows files that are not text: pictures, PDFs, and the names of others.
final class MediaReader {

    private static final int MOST_PICTURE_BYTES = 50 * 1024 * 1024;
    private static final int NOTICE_BYTES = 400;

    private MediaReader() {}

    /// Names a file that cannot be shown.
    static ToolResult binary(ReadRequest reading) {
        return named(reading, "");
    }

    private static ToolResult named(ReadRequest reading, String remark) {
        String what =
                "%s: %s, %d bytes"
                        .formatted(reading.path(), reading.kind().name(), reading.file().size());
        return reading.output(
                ReadRequest.Part.NONE,
                "%s. It is a binary file and cannot be shown as text.%s".formatted(what, remark),
                what);
    }

    static ToolResult picture(ReadRequest reading) throws IOException {
        if (reading.file().size() > MOST_PICTURE_BYTES) {
            return named(reading, " It is too large to show.");
        }
        try {
            Bytes file = reading.file().read(0, (int) reading.file().size());
            return shown(reading, Picture.read(file, reading.kind().mimeType()));
        } catch (IOException e) {
            return named(reading, " It cannot be shown: %s.".formatted(e.getMessage()));
        }
    }

    private static ToolResult shown(ReadRequest reading, Picture picture) {
        String size = "%d x %d pixels".formatted(picture.fullWidth(), picture.fullHeight());
        String smaller =
                picture.isSmaller()
                        ? ", shown as %d x %d".formatted(picture.width(), picture.height())
                        : "";
        String what =
                "%s: %s, %s, %d bytes%s"
                        .formatted(
                                reading.path(),
                                reading.kind().name(),
                                size,
                                reading.file().size(),
                                smaller);
        return reading.output(
                ReadRequest.Part.NONE,
                what + ". The picture is attached.",
                what,
                new Attachment(reading.path(), picture.mimeType(), picture.content()),
                new Attached(
                        reading.path(),
                        picture.mimeType(),
                        picture.content().size(),
                        OptionalInt.of(picture.width()),
                        OptionalInt.of(picture.height()),
                        base64(picture.content())));
    }

    private static String base64(Bytes content) {
        return Base64.getEncoder().encodeToString(content.toArray());
    }

    static ToolResult pdf(ReadRequest reading) throws IOException, InterruptedException {
        if (reading.file().size() > Pdf.MOST_BYTES) {
            return named(reading, " It is too large to be opened.");
        }
        Bytes file = reading.file().read(0, (int) reading.file().size());
        long first = reading.params().offset().orElse(1);
        long limit = reading.params().limit().orElse(reading.limits().items());
        int most = Math.max(1, reading.limits().outputBytes() - NOTICE_BYTES);
        Pdf.Pages pages;
        try {
            pages = Pdf.read(file, first, limit, most);
        } catch (IOException e) {
            return named(reading, " It cannot be opened: %s.".formatted(e.getMessage()));
        }
        if (first > Math.max(1, pages.total())) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s has %d pages; there is no page %d."
                            .formatted(reading.path(), pages.total(), first));
        }
        return shown(reading, file, pages, most);
    }

    private static ToolResult shown(ReadRequest reading, Bytes file, Pdf.Pages pages, int most) {
        long last = pages.first() + pages.texts().size() - 1L;
        String content = Utf8.head(pages.text(), most);
        String more =
                last < pages.total()
                        ? "\n[pages %d-%d of %d; continue with offset=%d]"
                                .formatted(pages.first(), last, pages.total(), last + 1)
                        : "";
        String title =
                "Read %s, pages %d-%d of %d"
                        .formatted(reading.path(), pages.first(), last, pages.total());
        boolean goesOn = !more.isEmpty();
        var part =
                new ReadRequest.Part(
                        content, pages.first(), last, pages.total(), "utf-8", goesOn, goesOn);
        boolean attach = !reading.params().wantsLines() && file.size() <= Picture.MOST_BYTES;
        if (!attach) {
            return reading.output(part, content + more, title);
        }
        return reading.output(
                part,
                content + more,
                title,
                new Attachment(reading.path(), reading.kind().mimeType(), file),
                new Attached(
                        reading.path(),
                        reading.kind().mimeType(),
                        file.size(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        base64(file)));
    }
}
