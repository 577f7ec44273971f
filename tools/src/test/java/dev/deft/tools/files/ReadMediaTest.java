package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import dev.deft.tools.files.media.Picture;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;

class ReadMediaTest {

    private static final String TINY_WEBP =
            "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA";

    private final ReadTool read = new ReadTool(new JsonText());

    @Test
    void attachesASmallPictureAsItIs() throws Exception {
        Bytes png = picture(40, 30, "png");
        ToolResult.Output output = read("a.png", png);
        assertThat(output.text())
                .isEqualTo(
                        "a.png: PNG picture, 40 x 30 pixels, %d bytes. The picture is attached."
                                .formatted(png.size()));
        assertThat(data(output).type()).isEqualTo("image");
        assertThat(data(output).attachments().orElseThrow())
                .containsExactly(
                        new ReadTool.Attached(
                                "a.png",
                                "image/png",
                                png.size(),
                                OptionalInt.of(40),
                                OptionalInt.of(30),
                                Base64.getEncoder().encodeToString(png.toArray())));
        assertThat(output.attachments()).singleElement().matches(it -> it.content().equals(png));
    }

    @Test
    void makesALargePictureSmaller() throws Exception {
        ToolResult.Output output = read("a.jpg", picture(4000, 1000, "jpeg"));
        assertThat(output.title())
                .startsWith("a.jpg: JPEG picture, 4000 x 1000 pixels")
                .endsWith("shown as 1568 x 392");
        Bytes shown = output.attachments().getFirst().content();
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(shown.toArray()));
        assertThat(image.getWidth()).isEqualTo(Picture.LONGEST_SIDE);
        assertThat(image.getHeight()).isEqualTo(392);
        assertThat(output.attachments().getFirst().mimeType()).isEqualTo("image/jpeg");
    }

    @Test
    void turnsWhatModelsDoNotTakeIntoSomethingTheyTake() throws Exception {
        ToolResult.Output output = read("a.bmp", picture(20, 10, "bmp"));
        assertThat(output.attachments().getFirst().mimeType()).isEqualTo("image/png");
        assertThat(data(output).attachments().orElseThrow().getFirst().width()).hasValue(20);
    }

    @Test
    void knowsWebP() throws Exception {
        ToolResult.Output output =
                read("a.webp", Bytes.wrap(Base64.getDecoder().decode(TINY_WEBP)));
        assertThat(output.text()).startsWith("a.webp: WebP picture, 1 x 1 pixels");
        assertThat(output.attachments().getFirst().mimeType()).isEqualTo("image/webp");
    }

    @Test
    void knowsAPictureByItsBytesNotByItsName() throws Exception {
        assertThat(data(read("a.txt", picture(4, 4, "gif"))).type()).isEqualTo("image");
    }

    @Test
    void namesAPictureThatIsBroken() throws Exception {
        Bytes whole = picture(2000, 2000, "png");
        byte[] half = Arrays.copyOf(whole.toArray(), whole.size() / 2);
        ToolResult.Output output = read("a.png", Bytes.wrap(half));
        assertThat(output.text()).contains("It cannot be shown");
        assertThat(output.attachments()).isEmpty();
    }

    @Test
    void doesNotDecodeAPictureThatIsATrap() throws Exception {
        ToolResult.Output output = read("a.png", header(60_000, 60_000));
        assertThat(output.text()).contains("60000 x 60000 pixels, too many to show");
    }

    private static Bytes header(int width, int height) {
        ByteBuffer header =
                ByteBuffer.allocate(17)
                        .put("IHDR".getBytes(StandardCharsets.US_ASCII))
                        .putInt(width);
        header.putInt(height).put((byte) 8).put((byte) 2).put(new byte[3]);
        var crc = new CRC32();
        crc.update(header.array());
        ByteBuffer png = ByteBuffer.allocate(8 + 4 + 17 + 4);
        png.put(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
        png.putInt(13).put(header.array()).putInt((int) crc.getValue());
        return Bytes.wrap(png.array());
    }

    private static Bytes picture(int width, int height, String format) throws IOException {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < width; x++) {
            for (int y = 0; y < height; y++) {
                image.setRGB(x, y, x * 31 + y * 17);
            }
        }
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, format, bytes);
        return Bytes.wrap(bytes.toByteArray());
    }

    @Test
    void showsTheTextOfAPdfAndAttachesIt() throws Exception {
        ToolResult.Output output = read("a.pdf", pdf(3));
        assertThat(data(output).content())
                .isEqualTo(
                        """
                        [page 1 of 3]
                        This is page 1
                        [page 2 of 3]
                        This is page 2
                        [page 3 of 3]
                        This is page 3
                        """);
        assertThat(data(output).type()).isEqualTo("pdf");
        assertThat(data(output).totalLines()).isEqualTo(3);
        assertThat(output.attachments().getFirst().mimeType()).isEqualTo("application/pdf");
    }

    @Test
    void showsAPartOfAPdf() throws Exception {
        ToolResult.Output output = run("a.pdf", pdf(5), OptionalLong.of(2), OptionalLong.of(2));
        assertThat(output.text())
                .isEqualTo(
                        """
                        [page 2 of 5]
                        This is page 2
                        [page 3 of 5]
                        This is page 3

                        [pages 2-3 of 5; continue with offset=4]\
                        """);
        assertThat(output.attachments()).isEmpty();
        assertThatThrownBy(() -> run("a.pdf", pdf(5), OptionalLong.of(6), OptionalLong.empty()))
                .hasMessage("a.pdf has 5 pages; there is no page 6.");
    }

    @Test
    void namesAPdfThatCannotBeOpened() throws Exception {
        assertThat(read("a.pdf", Bytes.of("%PDF-1.7\nnothing more")).text())
                .startsWith("a.pdf: PDF, 21 bytes. It is a binary file")
                .contains("It cannot be opened");
        assertThat(read("a.pdf", lockedPdf()).text()).contains("protected by a password");
    }

    private static Bytes pdf(int pages) throws IOException {
        try (var document = new PDDocument()) {
            for (int i = 1; i <= pages; i++) {
                var page = new PDPage();
                document.addPage(page);
                try (var content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                    content.newLineAtOffset(72, 700);
                    content.showText("This is page " + i);
                    content.endText();
                }
            }
            return saved(document);
        }
    }

    private static Bytes lockedPdf() throws IOException {
        try (var document = new PDDocument()) {
            document.addPage(new PDPage());
            document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
            return saved(document);
        }
    }

    private static Bytes saved(PDDocument document) throws IOException {
        var bytes = new ByteArrayOutputStream();
        document.save(bytes);
        return Bytes.wrap(bytes.toByteArray());
    }

    private ToolResult.Output read(String path, Bytes content) throws Exception {
        return run(path, content, OptionalLong.empty(), OptionalLong.empty());
    }

    private ToolResult.Output run(
            String path, Bytes content, OptionalLong offset, OptionalLong limit) throws Exception {
        var params =
                new ReadTool.Params(
                        path,
                        offset,
                        limit,
                        OptionalLong.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty());
        return (ToolResult.Output) read.run(params, InMemoryHost.empty().with(path, content));
    }

    private static ReadTool.Data data(ToolResult.Output output) {
        return (ReadTool.Data) output.data();
    }
}
