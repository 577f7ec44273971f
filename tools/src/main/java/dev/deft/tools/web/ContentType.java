package dev.deft.tools.web;

import dev.deft.host.Bytes;
import dev.deft.host.Network;
import dev.deft.tools.files.media.FileKind;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The type of a response, by its header and its first bytes.
///
/// @param name such as `text/html`, in lower case; the one of the bytes if the response names none
/// @param charset as the response names it
record ContentType(String name, Optional<String> charset, Kind kind) {

    /// How a response is shown.
    enum Kind {
        HTML,
        XHTML,
        JSON,
        TEXT,
        PDF,
        IMAGE,
        BINARY
    }

    private static final Pattern NAME =
            Pattern.compile("[a-z0-9!#$&^_.+-]{1,40}/[a-z0-9!#$&^_.+-]{1,80}");

    private static final Pattern CHARSET =
            Pattern.compile(
                    ";\\s*charset\\s*=\\s*[\"']?([A-Za-z0-9_:.-]{1,40})", Pattern.CASE_INSENSITIVE);

    private static final Pattern HTML =
            Pattern.compile(
                    "^\\s*(?:<!--.{0,2000}?-->\\s*)*<(?:!doctype\\s+html|html|head|body)[\\s>]",
                    Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern TEXT =
            Pattern.compile(
                    "text/.*|.*\\+(?:xml|yaml)|application/(?:xml|x?-?javascript|ecmascript|"
                            + "yaml|x-yaml|toml|x-sh|sql|graphql|x-www-form-urlencoded|rtf|x-ndjson|"
                            + "jsonl|x-httpd-php|typescript|x-tex|x-latex)|image/svg\\+xml");

    private static final Pattern JSON =
            Pattern.compile("(?:application|text)/(?:.*\\+)?json(?:5|c)?");

    static ContentType of(Network.Response response) {
        String header = response.header("content-type").orElse("");
        String name = header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        boolean named = NAME.matcher(name).matches();
        Matcher charset = CHARSET.matcher(header);
        Optional<String> encoding =
                charset.find() ? Optional.of(charset.group(1)) : Optional.empty();
        FileKind found = FileKind.of("", response.body().part(0, FileKind.HEAD_BYTES));
        Kind kind = kind(named ? name : "", encoding, found, response.body());
        return new ContentType(named ? name : guessed(kind, found), encoding, kind);
    }

    private static Kind kind(String name, Optional<String> charset, FileKind found, Bytes body) {
        if (found.type() == FileKind.Type.PDF) {
            return Kind.PDF;
        }
        if (found.type() == FileKind.Type.IMAGE) {
            return Kind.IMAGE;
        }
        boolean wide = charset.orElse("").toLowerCase(Locale.ROOT).startsWith("utf-16");
        boolean binary = found.type() == FileKind.Type.BINARY && !wide;
        if (name.equals("text/html") || name.equals("application/xhtml+xml")) {
            return name.equals("text/html") ? Kind.HTML : Kind.XHTML;
        }
        if (binary) {
            return Kind.BINARY;
        }
        if (JSON.matcher(name).matches()) {
            return Kind.JSON;
        }
        if (TEXT.matcher(name).matches() && !name.equals("text/plain")) {
            return Kind.TEXT;
        }
        return name.startsWith("image/") || name.startsWith("audio/") || name.startsWith("video/")
                ? Kind.BINARY
                : guessed(name, body);
    }

    /// Servers that name no type, or a general one, may still send a page.
    private static Kind guessed(String name, Bytes body) {
        if (!name.isEmpty() && !name.equals("application/octet-stream")) {
            return Kind.TEXT;
        }
        String head = body.part(0, FileKind.HEAD_BYTES).text(StandardCharsets.ISO_8859_1);
        return HTML.matcher(head).find() ? Kind.HTML : Kind.TEXT;
    }

    private static String guessed(Kind kind, FileKind found) {
        return switch (kind) {
            case HTML, XHTML -> "text/html";
            case JSON -> "application/json";
            case TEXT -> "text/plain";
            case PDF, IMAGE -> found.mimeType();
            case BINARY -> "application/octet-stream";
        };
    }
}
