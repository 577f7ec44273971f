package dev.deft.tools.web;

import dev.deft.host.Bytes;
import dev.deft.host.Network;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The body of a response as text, by the charset its header names.
final class BodyText {

    private static final Pattern CHARSET =
            Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?([A-Za-z0-9._:+-]+)");
    private static final Pattern TEXT_TYPE =
            Pattern.compile("(?i)text/.*|.*[/+](json|xml|javascript|x-www-form-urlencoded)\\b.*");

    private BodyText() {}

    /// The text; empty if the body is not text.
    static Optional<String> of(Network.Response response) {
        Bytes body = response.body();
        String type = response.header("content-type").orElse("");
        Optional<Charset> named = charset(type);
        if (named.isPresent()) {
            return Optional.of(body.text(named.get()));
        }
        Optional<String> plain = utf8(response);
        if (plain.isPresent() && plain.get().indexOf('\0') < 0) {
            return plain;
        }
        return TEXT_TYPE.matcher(type).matches()
                ? Optional.of(body.text(StandardCharsets.ISO_8859_1))
                : Optional.empty();
    }

    /// The charset that a content type names.
    static Optional<Charset> charset(String type) {
        Matcher named = CHARSET.matcher(type);
        if (!named.find()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Charset.forName(named.group(1).toLowerCase(Locale.ROOT)));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            return Optional.empty();
        }
    }

    /// A body that was cut may end within a character.
    private static Optional<String> utf8(Network.Response response) {
        int size = response.body().size();
        for (int less = 0; less <= (response.truncated() ? 3 : 0) && less <= size; less++) {
            ByteBuffer bytes = response.body().buffer().slice(0, size - less);
            try {
                return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
            } catch (CharacterCodingException _) {
                // Perhaps it ends within a character.
            }
        }
        return Optional.empty();
    }

    /// The beginning of a text that has at most so many bytes in UTF-8.
    static String head(String text, int bytes) {
        if (text.length() <= bytes / 3) {
            return text;
        }
        int used = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            used += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (used > bytes) {
                return text.substring(0, i);
            }
            i += Character.charCount(c);
        }
        return text;
    }
}
