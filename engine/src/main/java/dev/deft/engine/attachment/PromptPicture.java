package dev.deft.engine.attachment;

import dev.deft.agent.model.Part;
import dev.deft.host.Bytes;
import dev.deft.tools.files.media.FileKind;
import dev.deft.tools.files.media.Picture;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import javax.imageio.IIOException;

/// A picture that a user sends with a message: PNG, JPEG, GIF or WebP by its content, whatever its
/// name is. One that is larger than models accept is scaled down.
public final class PromptPicture {

    /// The most bytes of a picture.
    public static final int MOST_BYTES = 20 * 1024 * 1024;

    private static final Set<String> TYPES =
            Set.of("image/png", "image/jpeg", "image/gif", "image/webp");
    private static final String WEBP = "image/webp";

    private PromptPicture() {}

    /// Reads a file.
    ///
    /// @throws IOException with a reason for the user if it is no picture that can be sent
    public static Part.Media read(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("there is no such file");
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException("it is not a file that can be read");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return of(in.readNBytes(MOST_BYTES + 1));
        }
    }

    /// Checks the bytes of a picture.
    ///
    /// @throws IOException with a reason for the user if they are no picture that can be sent
    public static Part.Media of(byte[] content) throws IOException {
        if (content.length > MOST_BYTES) {
            throw new IOException("it is larger than %d MB".formatted(MOST_BYTES / 1024 / 1024));
        }
        Bytes bytes = Bytes.of(content);
        FileKind kind = FileKind.of("", bytes.part(0, Math.min(bytes.size(), FileKind.HEAD_BYTES)));
        if (!TYPES.contains(kind.mimeType())) {
            throw new IOException(
                    "it is %s, not a PNG, JPEG, GIF or WebP picture"
                            .formatted(content.length == 0 ? "empty" : kind.name()));
        }
        if (kind.mimeType().equals(WEBP)) {
            return unscaled(bytes);
        }
        try {
            Picture picture = Picture.read(bytes, kind.mimeType());
            return new Part.Media(picture.mimeType(), picture.content());
        } catch (IIOException e) {
            throw new IOException("its data is corrupt", e);
        }
    }

    /// The JDK cannot decode WebP, so it is sent as it is.
    private static Part.Media unscaled(Bytes bytes) throws IOException {
        if (bytes.size() > Picture.MOST_BYTES) {
            throw new IOException(
                    "it is a WebP picture of more than %d KB, which models do not accept; convert it to JPEG"
                            .formatted(Picture.MOST_BYTES / 1000));
        }
        return new Part.Media(WEBP, bytes);
    }
}
