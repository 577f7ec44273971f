package dev.deft.tools.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import dev.deft.tool.Touch;
import dev.deft.tools.web.WebFetchTool.Data;
import dev.deft.tools.web.WebFetchTool.Format;
import dev.deft.tools.web.WebFetchTool.Params;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;

class WebFetchToolTest {

    private final WebFetchTool tool = new WebFetchTool(new JsonText());

    @Test
    void showsAPageAsMarkdownBetweenTags() throws Exception {
        ToolResult.Output output =
                fetch(Site.of("text/html; charset=utf-8", "<h1>Tea</h1><p>A <b>drink</b>."));
        assertThat(output.data())
                .isEqualTo(
                        new Data(
                                Site.ADDRESS,
                                200,
                                "text/html",
                                "# Tea\n\nA **drink**.",
                                Optional.empty()));
        assertThat(output.text())
                .startsWith(Site.ADDRESS + ": status 200, text/html\n<outside_content ")
                .contains(">\n# Tea\n\nA **drink**.\n</outside_content ");
        assertThat(output.title()).isEqualTo("Fetched " + Site.ADDRESS + ", status 200");
    }

    @Test
    void touchesTheHostOfItsUrl() throws Exception {
        var host = InMemoryHost.empty();
        assertThat(tool.touches(Params.of("http://Docs.Example.org/a?b#c"), host.files()))
                .containsExactly(Touch.fetching("docs.example.org:80"));
        assertThat(tool.touches(Params.of("https://[::1]:8443/"), host.files()))
                .containsExactly(Touch.fetching("[::1]:8443"));
        assertThatThrownBy(() -> tool.touches(Params.of("file:///etc/passwd"), host.files()))
                .isInstanceOf(HostException.class);
    }

    @Test
    void asksForMarkdownFirstAndWaitsThirtySeconds() throws Exception {
        Site site = Site.of("text/plain", "x");
        fetch(site);
        Network.Request request = site.requests().getFirst();
        assertThat(request.method()).isEqualTo("GET");
        assertThat(request.headers().get("Accept")).startsWith("text/markdown");
        assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(request.maxBytes()).isEqualTo(20 * 1024 * 1024);
    }

    @Test
    void asksForWhatTheFormatWants() throws Exception {
        Site site = Site.of("text/html", "<h1>Tea</h1><p>A <a href=x>drink</a>.");
        assertThat(text(fetch(site, of(Format.TEXT)))).isEqualTo("Tea\n\nA drink.");
        assertThat(text(fetch(site, of(Format.HTML))))
                .isEqualTo("<h1>Tea</h1><p>A <a href=x>drink</a>.");
        assertThat(site.requests())
                .extracting(it -> it.headers().getOrDefault("Accept", "").split(",", -1)[0])
                .containsExactly("text/plain", "text/html");
        assertThat(site.requests().getFirst().timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(site.requests().getFirst().maxBytes()).isEqualTo(1_000);
    }

    private static Params of(Format format) {
        return new Params(
                Site.ADDRESS,
                Optional.of(format),
                OptionalInt.of(7_000),
                OptionalInt.of(1_000),
                Optional.empty());
    }

    @Test
    void showsAnErrorPageWithItsStatus() throws Exception {
        ToolResult.Output output = fetch(Site.of("text/html", "<h1>Not found</h1>").failing(404));
        assertThat(((Data) output.data()).status()).isEqualTo(404);
        assertThat(output.text()).contains("status 404").contains("# Not found");
    }

    @Test
    void indentsJson() throws Exception {
        assertThat(text(fetch(Site.of("application/json", "{\"a\":[1,{\"b\":null}]}"))))
                .isEqualTo(
                        """
                        {
                          "a" : [ 1, {
                            "b" : null
                          } ]
                        }\
                        """);
        assertThat(text(fetch(Site.of("application/problem+json; charset=utf-8", "{\"a\":1}"))))
                .isEqualTo("{\n  \"a\" : 1\n}");
    }

    @Test
    void showsWhatIsNoJsonAsItIs() throws Exception {
        assertThat(text(fetch(Site.of("application/json", "{\"a\":")))).isEqualTo("{\"a\":");
        String deep = "[".repeat(100_000);
        assertThat(text(fetch(Site.of("application/json", deep)))).isEqualTo(deep);
    }

    @Test
    void keepsPlainTextAndCode() throws Exception {
        String text = "  a\n\tb <p>c</p>\n";
        assertThat(text(fetch(Site.of("text/plain", text)))).isEqualTo(text);
        assertThat(text(fetch(Site.of("application/xml", "<a>b</a>")))).isEqualTo("<a>b</a>");
        assertThat(text(fetch(Site.of("image/svg+xml", "<svg/>")))).isEqualTo("<svg/>");
        assertThat(text(fetch(Site.of("application/javascript", "f()")))).isEqualTo("f()");
    }

    @Test
    void recognizesAPageWithoutAType() throws Exception {
        Bytes page = Bytes.of("\n<!-- x -->\n<!DOCTYPE html><p>Tea");
        assertThat(((Data) fetch(Site.untyped(page)).data()))
                .isEqualTo(new Data(Site.ADDRESS, 200, "text/html", "Tea", Optional.empty()));
        assertThat(text(fetch(Site.of("application/octet-stream", page)))).isEqualTo("Tea");
        assertThat(text(fetch(Site.untyped(Bytes.of("just text"))))).isEqualTo("just text");
    }

    @Test
    void showsAPdfByPage() throws Exception {
        ToolResult.Output output = fetch(Site.of("application/pdf", pdf("First", "Second")));
        assertThat(text(output)).isEqualTo("[page 1 of 2]\nFirst\n[page 2 of 2]\nSecond\n");
        assertThat(text(fetch(Site.of("application/pdf", "%PDF-1.7 broken"))))
                .startsWith("PDF (application/pdf), 15 bytes. It is not text and is not shown.");
    }

    private static Bytes pdf(String... pages) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var document = new PDDocument()) {
            for (String text : pages) {
                var page = new PDPage();
                document.addPage(page);
                try (var content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                    content.showText(text);
                    content.endText();
                }
            }
            document.save(bytes);
        }
        return Bytes.wrap(bytes.toByteArray());
    }

    @Test
    void attachesAPicture() throws Exception {
        var png = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB), "png", png);
        ToolResult.Output output = fetch(Site.of("image/png", Bytes.wrap(png.toByteArray())));
        assertThat(text(output)).startsWith("PNG picture, 40 x 30 pixels, ");
        assertThat(output.attachments())
                .singleElement()
                .matches(it -> it.mimeType().equals("image/png") && it.name().equals("page.html"));
    }

    @Test
    void namesOtherFilesWithTypeAndSize() throws Exception {
        var zip = new ByteArrayOutputStream();
        try (var out = new ZipOutputStream(zip)) {
            out.putNextEntry(new ZipEntry("a"));
        }
        assertThat(text(fetch(Site.of("application/zip", Bytes.wrap(zip.toByteArray())))))
                .isEqualTo(
                        "ZIP archive (application/zip), %d bytes. It is not text and is not shown."
                                .formatted(zip.size()));
        assertThat(text(fetch(Site.of("video/mp4", "not a video"))))
                .isEqualTo("text (video/mp4), 11 bytes. It is not text and is not shown.");
    }

    @Test
    void keepsAllOfALongPageInTheSidecar() throws Exception {
        String line = "<p>" + "word ".repeat(20) + "</p>";
        var host = InMemoryHost.empty().reaching(Site.of("text/html", line.repeat(4_000)));
        ToolResult.Output output = run(Params.of(Site.ADDRESS), host);
        assertThat(output.head()).isTrue();
        assertThat(text(output)).hasSize(Limits.DEFAULT.outputBytes());
        assertThat(host.sidecarText()).startsWith(text(output)).hasSizeGreaterThan(400_000);
        assertThat(output.text().length())
                .isLessThan(Limits.DEFAULT.outputBytes() + Limits.NOTE_BYTES);
    }

    @Test
    void saysThatAResponseWasCut() throws Exception {
        var params =
                new Params(
                        Site.ADDRESS,
                        Optional.empty(),
                        OptionalInt.empty(),
                        OptionalInt.of(2_048),
                        Optional.of(true));
        ToolResult.Output output = fetch(Site.of("text/html", "<p>é".repeat(5_000)), params);
        assertThat(output.text())
                .endsWith(
                        "[the response is longer than the 2 KB that are read; this is its beginning]");
        Data data = (Data) output.data();
        assertThat(data.text()).startsWith("é\n\né").doesNotContain("Ã");
        assertThat(data.raw().orElseThrow().getBytes(StandardCharsets.UTF_8).length)
                .isBetween(2_000, 2_048);
    }

    @Test
    void saysThatAPageHasNoTextWithoutScripts() throws Exception {
        assertThat(fetch(Site.of("text/html", "<div id=app></div><script>x()</script>")).text())
                .endsWith("[the page has no text without running its scripts]");
        assertThat(fetch(Site.of("text/html", "")).text()).endsWith("[the response is empty]");
    }

    private ToolResult.Output fetch(Network network) throws Exception {
        return fetch(network, Params.of(Site.ADDRESS));
    }

    private ToolResult.Output fetch(Network network, Params params) throws Exception {
        return run(params, InMemoryHost.empty().reaching(network));
    }

    private ToolResult.Output run(Params params, InMemoryHost host) throws Exception {
        return (ToolResult.Output) tool.run(params, host);
    }

    private static String text(ToolResult.Output output) {
        return ((Data) output.data()).text();
    }
}
