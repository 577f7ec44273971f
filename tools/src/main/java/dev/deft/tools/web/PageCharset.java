package dev.deft.tools.web;

import dev.deft.host.Bytes;
import dev.deft.tools.files.text.TextEncoding;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the character encoding of a page: by its byte order mark, else the header of the response,
/// else the page itself, else UTF-8 if the bytes are, else windows-1252.
///
/// A declaration is not believed against the bytes: UTF-8 that is invalid, and an encoding with one
/// byte for each character where the bytes are UTF-8 beyond ASCII.
final class PageCharset {

    /// How many bytes of a page are searched for its declaration.
    private static final int SEARCHED = 4_096;

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    private static final Pattern DECLARATION =
            Pattern.compile(
                    "<meta[^>]{0,500}?charset\\s*=\\s*[\"']?\\s*([A-Za-z0-9_:.-]{1,40})"
                            + "|^\\s*<\\?xml[^>]{0,200}?encoding\\s*=\\s*[\"']([A-Za-z0-9_:.-]{1,40})",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");

    /// Names that browsers read as another encoding than Java does.
    private static final Map<String, String> AS_BROWSERS_DO =
            Map.ofEntries(
                    Map.entry("iso-8859-1", "windows-1252"),
                    Map.entry("iso8859-1", "windows-1252"),
                    Map.entry("latin1", "windows-1252"),
                    Map.entry("l1", "windows-1252"),
                    Map.entry("ascii", "windows-1252"),
                    Map.entry("us-ascii", "windows-1252"),
                    Map.entry("iso-8859-9", "windows-1254"),
                    Map.entry("tis-620", "windows-874"),
                    Map.entry("gb2312", "GB18030"),
                    Map.entry("gbk", "GB18030"),
                    Map.entry("x-gbk", "GB18030"),
                    Map.entry("shift_jis", "windows-31j"),
                    Map.entry("shift-jis", "windows-31j"),
                    Map.entry("sjis", "windows-31j"),
                    Map.entry("x-sjis", "windows-31j"),
                    Map.entry("euc-kr", "x-windows-949"),
                    Map.entry("ks_c_5601-1987", "x-windows-949"),
                    Map.entry("big5", "Big5-HKSCS"),
                    Map.entry("utf-16", "UTF-16LE"),
                    Map.entry("unicode", "UTF-16LE"),
                    Map.entry("utf8", "UTF-8"));

    private PageCharset() {}

    /// Decodes a page. Bytes that are no characters become the replacement character.
    ///
    /// @param header the encoding that the response names
    /// @param html whether the page itself may name one
    static String decode(Bytes page, Optional<String> header, boolean html) {
        Optional<TextEncoding> marked = TextEncoding.marked(page);
        if (marked.isPresent()) {
            int mark = marked.get().markLength();
            return page.part(mark, page.size() - mark).text(marked.get().charset());
        }
        return page.text(charset(page, header, html));
    }

    private static Charset charset(Bytes page, Optional<String> header, boolean html) {
        Optional<Charset> declared =
                header.flatMap(PageCharset::named)
                        .or(() -> html ? declaration(page) : Optional.empty());
        boolean utf8 = isUtf8(page);
        if (declared.isEmpty()) {
            return utf8 ? StandardCharsets.UTF_8 : WINDOWS_1252;
        }
        Charset named = declared.get();
        if (named.equals(StandardCharsets.UTF_8)) {
            return utf8 || isMostlyUtf8(page) ? named : WINDOWS_1252;
        }
        boolean oneByte = named.newEncoder().maxBytesPerChar() <= 1;
        return oneByte && utf8 ? StandardCharsets.UTF_8 : named;
    }

    /// A page that declares UTF-16 in ASCII is not UTF-16.
    private static Optional<Charset> declaration(Bytes page) {
        String head = page.part(0, SEARCHED).text(StandardCharsets.ISO_8859_1);
        Matcher matcher = DECLARATION.matcher(COMMENT.matcher(head).replaceAll(""));
        if (!matcher.find()) {
            return Optional.empty();
        }
        String name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        return named(name).map(it -> it.name().startsWith("UTF-16") ? StandardCharsets.UTF_8 : it);
    }

    private static Optional<Charset> named(String label) {
        String name = label.strip().toLowerCase(Locale.ROOT);
        String known = AS_BROWSERS_DO.getOrDefault(name, name);
        try {
            return Charset.isSupported(known)
                    ? Optional.of(Charset.forName(known))
                    : Optional.empty();
        } catch (IllegalCharsetNameException _) {
            return Optional.empty();
        }
    }

    /// Whether the bytes are UTF-8. A character that is cut off at the end counts as valid.
    private static boolean isUtf8(Bytes page) {
        return invalidAt(page) < 0;
    }

    /// Whether a first mistake comes after so much UTF-8 that it is one in a page of UTF-8.
    private static boolean isMostlyUtf8(Bytes page) {
        int at = invalidAt(page);
        int beyondAscii = 0;
        for (int i = 0; i < at; i++) {
            beyondAscii += page.at(i) < 0 ? 1 : 0;
        }
        return beyondAscii > 0;
    }

    private static int invalidAt(Bytes page) {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = page.buffer();
        CharBuffer window = CharBuffer.allocate(8_192);
        while (true) {
            CoderResult result = decoder.decode(bytes, window, false);
            if (result.isError()) {
                return bytes.position();
            }
            if (result.isUnderflow()) {
                return -1;
            }
            window.clear();
        }
    }
}
