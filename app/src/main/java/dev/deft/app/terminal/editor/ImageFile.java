package dev.deft.app.terminal.editor;

import dev.deft.host.Bytes;
import dev.deft.tool.Attachment;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Recognizes pasted images: the path of a file, or the bytes.
final class ImageFile {

    static final int MOST_BYTES = 20 * 1024 * 1024;

    private static final List<String> EXTENSIONS =
            List.of(".png", ".jpg", ".jpeg", ".gif", ".webp");
    private static final int LONGEST_PATH = 4_096;

    private ImageFile() {}

    /// The image file that a pasted text names, quoted or escaped as terminals and file managers do
    /// it.
    static Optional<Path> named(String pasted, Path home) {
        String text = pasted.strip();
        String lower = unquoted(text).toLowerCase(Locale.ROOT);
        if (text.length() > LONGEST_PATH
                || text.indexOf('\n') >= 0
                || EXTENSIONS.stream().noneMatch(lower::endsWith)) {
            return Optional.empty();
        }
        try {
            return Optional.of(path(text, home)).filter(Files::isRegularFile);
        } catch (IllegalArgumentException _) {
            // Neither a path nor an address of a file. InvalidPathException is one of these too.
            return Optional.empty();
        }
    }

    private static Path path(String text, Path home) throws InvalidPathException {
        String plain = unquoted(text);
        if (plain.startsWith("file://")) {
            return Path.of(URI.create(plain.replace(" ", "%20")).getPath());
        }
        String unescaped = plain.equals(text) ? text.replaceAll("\\\\(.)", "$1") : plain;
        return unescaped.startsWith("~/")
                ? home.resolve(unescaped.substring(2))
                : Path.of(unescaped).toAbsolutePath();
    }

    private static String unquoted(String text) {
        boolean quoted =
                text.length() > 1
                        && (text.charAt(0) == '\'' || text.charAt(0) == '"')
                        && text.charAt(text.length() - 1) == text.charAt(0);
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /// Reads an image.
    ///
    /// @throws IOException if it cannot be used, with a message for the user
    static Attachment read(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (Files.size(file) > MOST_BYTES) {
            throw tooLarge(name);
        }
        return of(name, Files.readAllBytes(file));
    }

    static Attachment of(String name, byte[] content) throws IOException {
        if (content.length > MOST_BYTES) {
            throw tooLarge(name);
        }
        String type =
                type(content)
                        .orElseThrow(() ->
                                new IOException(name + " is not a PNG, JPEG, GIF or WebP image."));
        return new Attachment(name, type, Bytes.wrap(content));
    }

    private static IOException tooLarge(String name) {
        return new IOException(
                "%s is larger than %d MB and was not attached."
                        .formatted(name, MOST_BYTES / (1024 * 1024)));
    }

    private static Optional<String> type(byte[] content) {
        if (starts(content, 0, 0x89, 'P', 'N', 'G')) {
            return Optional.of("image/png");
        }
        if (starts(content, 0, 0xFF, 0xD8, 0xFF)) {
            return Optional.of("image/jpeg");
        }
        if (starts(content, 0, 'G', 'I', 'F', '8')) {
            return Optional.of("image/gif");
        }
        return starts(content, 0, 'R', 'I', 'F', 'F') && starts(content, 8, 'W', 'E', 'B', 'P')
                ? Optional.of("image/webp")
                : Optional.empty();
    }

    private static boolean starts(byte[] content, int at, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if (at + i >= content.length || (content[at + i] & 0xFF) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
