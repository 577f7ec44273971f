package dev.deft.tools.files.media;

import dev.deft.host.Bytes;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Set;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// A picture in a format and size that models accept.
///
/// @param width after scaling
/// @param fullWidth of the original
public record Picture(
        String mimeType, Bytes content, int width, int height, int fullWidth, int fullHeight) {

    /// The longest side of a picture that is sent; models scale down larger ones.
    public static final int LONGEST_SIDE = 1_568;

    /// The maximum size of a picture that is sent; Base64 adds a third.
    public static final int MOST_BYTES = 3_750_000;

    /// Pictures with more pixels are not decoded: a few bytes can expand to gigabytes.
    private static final long MOST_PIXELS = 50_000_000;

    private static final Set<String> TAKEN =
            Set.of("image/png", "image/jpeg", "image/gif", "image/webp");
    private static final float JPEG_QUALITY = 0.85f;

    /// Reads a picture and scales it down if necessary.
    ///
    /// @throws IOException with a reason if it cannot be read
    public static Picture read(Bytes file, String mimeType) throws IOException {
        try (ImageInputStream in =
                new MemoryCacheImageInputStream(new ByteArrayInputStream(file.toArray()))) {
            ImageReader reader = reader(in);
            try {
                reader.setInput(in, true, true);
                return read(reader, file, mimeType);
            } catch (RuntimeException e) {
                throw new IOException("its data is corrupt", e);
            } finally {
                reader.dispose();
            }
        }
    }

    private static ImageReader reader(ImageInputStream in) throws IOException {
        Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
        if (!readers.hasNext()) {
            throw new IOException("its format is unknown");
        }
        return readers.next();
    }

    private static Picture read(ImageReader reader, Bytes file, String mimeType)
            throws IOException {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        int longest = Math.max(width, height);
        if (longest <= LONGEST_SIDE && file.size() <= MOST_BYTES && TAKEN.contains(mimeType)) {
            return new Picture(mimeType, file, width, height, width, height);
        }
        if ((long) width * height > MOST_PIXELS) {
            throw new IOException(
                    "it has %d x %d pixels, too many to show".formatted(width, height));
        }
        BufferedImage image = scaled(decoded(reader, longest), longest);
        return encoded(image, mimeType, width, height);
    }

    /// Skips pixels while reading, so that a large picture takes little memory.
    private static BufferedImage decoded(ImageReader reader, int longest) throws IOException {
        int every = Math.max(1, longest / (2 * LONGEST_SIDE));
        ImageReadParam param = reader.getDefaultReadParam();
        param.setSourceSubsampling(every, every, 0, 0);
        return reader.read(0, param);
    }

    private static BufferedImage scaled(BufferedImage image, int longest) {
        int shown = Math.max(image.getWidth(), image.getHeight());
        double factor = Math.min(1.0, (double) Math.min(LONGEST_SIDE, longest) / shown);
        int width = Math.max(1, (int) Math.round(image.getWidth() * factor));
        int height = Math.max(1, (int) Math.round(image.getHeight() * factor));
        boolean opaque = !image.getColorModel().hasAlpha();
        var scaled =
                new BufferedImage(
                        width,
                        height,
                        opaque ? BufferedImage.TYPE_INT_RGB : BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = scaled.createGraphics();
        graphics.setRenderingHint(
                RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        graphics.drawImage(image, 0, 0, width, height, null);
        graphics.dispose();
        return scaled;
    }

    private static Picture encoded(
            BufferedImage image, String mimeType, int fullWidth, int fullHeight)
            throws IOException {
        boolean photo = mimeType.equals("image/jpeg");
        Bytes content = photo ? jpeg(image) : png(image);
        String written = photo ? "image/jpeg" : "image/png";
        if (content.size() > MOST_BYTES) {
            content = jpeg(image);
            written = "image/jpeg";
        }
        return new Picture(
                written, content, image.getWidth(), image.getHeight(), fullWidth, fullHeight);
    }

    private static Bytes png(BufferedImage image) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(image, "png", out);
        }
        return Bytes.wrap(bytes.toByteArray());
    }

    private static Bytes jpeg(BufferedImage image) throws IOException {
        var opaque =
                new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = opaque.createGraphics();
        graphics.setBackground(Color.WHITE);
        graphics.clearRect(0, 0, image.getWidth(), image.getHeight());
        graphics.drawImage(image, 0, 0, null);
        graphics.dispose();
        var bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionQuality(JPEG_QUALITY);
            writer.setOutput(out);
            writer.write(null, new IIOImage(opaque, null, null), param);
        } finally {
            writer.dispose();
        }
        return Bytes.wrap(bytes.toByteArray());
    }

    public boolean isSmaller() {
        return width != fullWidth || height != fullHeight;
    }
}
