package dev.deft.tools.web;

import dev.deft.host.Bytes;
import dev.deft.host.Network;
import dev.deft.json.JsonCodec;
import dev.deft.json.JsonSyntaxException;
import dev.deft.tool.Attachment;
import dev.deft.tools.files.media.FileKind;
import dev.deft.tools.files.media.Pdf;
import dev.deft.tools.files.media.Picture;
import dev.deft.tools.files.text.Utf8;
import dev.deft.tools.web.html.HtmlConverter;
import dev.deft.tools.web.html.HtmlStyle;
import dev.deft.tools.web.html.HtmlText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Turns responses into text: pages into Markdown, JSON into lines, PDFs into pages.
final class PageReader {

    /// How much of a page the dialects with `raw` show as it came.
    static final int RAW_BYTES = 2 * 1024;

    /// A PDF is read until it has this much text.
    private static final int MOST_PDF_CHARACTERS = 4 * 1024 * 1024;

    private final JsonCodec codec;
    private final Form form;

    PageReader(JsonCodec codec, Form form) {
        this.codec = codec;
        this.form = form;
    }

    /// What the caller wants.
    ///
    /// @param html how pages are converted; empty for their source
    /// @param asIs whether JSON stays as it came
    record Form(Optional<HtmlStyle> html, boolean asIs) {}

    ShownPage read(Network.Response response, ContentType type)
            throws IOException, InterruptedException {
        return switch (type.kind()) {
            case HTML -> html(response, type, false);
            case XHTML -> html(response, type, true);
            case JSON -> json(decoded(response, type, false), cut(response));
            case TEXT -> ShownPage.of(decoded(response, type, false), cut(response));
            case PDF -> pdf(response, type);
            case IMAGE -> picture(response, type);
            case BINARY -> binary(response, type, "");
        };
    }

    private static String decoded(Network.Response response, ContentType type, boolean html) {
        return PageCharset.decode(response.body(), type.charset(), html);
    }

    private static List<String> cut(Network.Response response) {
        return response.truncated()
                ? List.of(
                        "the response is longer than the %d KB that are read; this is its beginning"
                                .formatted(response.body().size() / 1024))
                : List.of();
    }

    private ShownPage html(Network.Response response, ContentType type, boolean xml) {
        String source = decoded(response, type, true);
        String raw = Utf8.head(source, RAW_BYTES);
        if (form.html().isEmpty()) {
            return ShownPage.of(source, cut(response)).withRaw(raw);
        }
        HtmlText page = HtmlConverter.convert(source, response.url(), xml, form.html().get());
        List<String> notes = new ArrayList<>(cut(response));
        if (page.cut() && notes.isEmpty()) {
            notes.add("the page is too large to be shown as a whole; this is its beginning");
        }
        String text =
                page.text()
                        + page.forward()
                                .map("\n\nThis page sends its readers to %s"::formatted)
                                .orElse("");
        if (text.isBlank()) {
            notes.add(
                    response.body().size() == 0
                            ? "the response is empty"
                            : "the page has no text without running its scripts");
        }
        return ShownPage.of(text.strip(), notes).withRaw(raw);
    }

    private ShownPage json(String text, List<String> notes) {
        if (form.asIs()) {
            return ShownPage.of(text, notes);
        }
        try {
            return ShownPage.of(codec.write(codec.read(text), JsonCodec.Layout.INDENTED), notes);
        } catch (JsonSyntaxException _) {
            return ShownPage.of(text, notes);
        }
    }

    private static ShownPage pdf(Network.Response response, ContentType type)
            throws InterruptedException {
        if (response.truncated()) {
            return binary(response, type, " It is too large to be read.");
        }
        try {
            Pdf.Pages pages = Pdf.read(response.body(), 1, Integer.MAX_VALUE, MOST_PDF_CHARACTERS);
            boolean all = pages.texts().size() >= pages.total();
            return ShownPage.of(
                    pages.text(),
                    all
                            ? List.of()
                            : List.of(
                                    "pages 1-%d of %d"
                                            .formatted(pages.texts().size(), pages.total())));
        } catch (IOException e) {
            return binary(response, type, " It cannot be opened: %s.".formatted(e.getMessage()));
        }
    }

    private static ShownPage picture(Network.Response response, ContentType type) {
        FileKind kind = kind(response.body());
        if (response.truncated()) {
            return binary(response, type, " It is too large to be shown.");
        }
        try {
            Picture picture = Picture.read(response.body(), kind.mimeType());
            String text =
                    "%s, %d x %d pixels, %d bytes. The picture is attached."
                            .formatted(
                                    kind.name(),
                                    picture.fullWidth(),
                                    picture.fullHeight(),
                                    response.body().size());
            var attachment = new Attachment(name(response), picture.mimeType(), picture.content());
            return new ShownPage(text, Optional.empty(), List.of(attachment), List.of());
        } catch (IOException e) {
            return binary(response, type, " It cannot be shown: %s.".formatted(e.getMessage()));
        }
    }

    /// The last part of the path, for people.
    private static String name(Network.Response response) {
        String path = Optional.ofNullable(response.url().getPath()).orElse("");
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.isEmpty() ? "picture" : name;
    }

    private static ShownPage binary(Network.Response response, ContentType type, String remark) {
        String size =
                response.truncated()
                        ? "more than %d bytes".formatted(response.body().size())
                        : "%d bytes".formatted(response.body().size());
        return ShownPage.of(
                "%s (%s), %s. It is not text and is not shown.%s"
                        .formatted(kind(response.body()).name(), type.name(), size, remark),
                List.of());
    }

    private static FileKind kind(Bytes body) {
        return FileKind.of("", body.part(0, FileKind.HEAD_BYTES));
    }
}
