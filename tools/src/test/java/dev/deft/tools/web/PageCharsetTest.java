package dev.deft.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import java.nio.charset.Charset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageCharsetTest {

    private static final String RUSSIAN = "Привет, мир";
    private static final String GERMAN = "Größe: 5 €";

    @Test
    void believesAByteOrderMarkBeforeAnythingElse() {
        assertThat(decode("\ufeff<meta charset=gbk>" + GERMAN, "utf-8", "windows-1251"))
                .isEqualTo("<meta charset=gbk>" + GERMAN);
        assertThat(decode("\ufeff" + RUSSIAN, "utf-16be", "utf-8")).isEqualTo(RUSSIAN);
        assertThat(decode("\ufeff" + RUSSIAN, "utf-16le", "utf-8")).isEqualTo(RUSSIAN);
    }

    @Test
    void believesTheHeaderBeforeThePage() {
        String page = "<meta charset=shift_jis>" + RUSSIAN;
        assertThat(decode(page, "windows-1251", "windows-1251")).isEqualTo(page);
    }

    @Test
    void findsTheDeclarationOfAPage() {
        for (String meta :
                new String[] {
                    "<meta charset=windows-1251>",
                    "<META CHARSET = 'Windows-1251' >",
                    "<meta http-equiv=Content-Type content=\"text/html; charset=windows-1251\">",
                    "<?xml version=\"1.0\" encoding=\"windows-1251\"?>",
                    "<!-- <meta charset=gbk> --><meta name=x><meta charset=\"cp1251\">",
                }) {
            assertThat(decode(meta + RUSSIAN, "windows-1251", "")).endsWith(RUSSIAN);
        }
    }

    @Test
    void readsNamesAsBrowsersDo() {
        assertThat(decode(GERMAN, "windows-1252", "iso-8859-1")).isEqualTo(GERMAN);
        assertThat(decode("①髙", "windows-31j", "Shift_JIS")).isEqualTo("①髙");
        assertThat(decode("汉字㐀", "gb18030", "gb2312")).isEqualTo("汉字㐀");
        assertThat(decode("똠방", "x-windows-949", "euc-kr")).isEqualTo("똠방");
    }

    @Test
    void guessesUtf8AndThenWindows1252() {
        assertThat(decode(GERMAN, "utf-8", "")).isEqualTo(GERMAN);
        assertThat(decode(GERMAN, "windows-1252", "")).isEqualTo(GERMAN);
        assertThat(decode(GERMAN, "utf-8", "no-such-charset")).isEqualTo(GERMAN);
        assertThat(decode(GERMAN, "utf-8", "%&/")).isEqualTo(GERMAN);
    }

    @Test
    void doesNotBelieveADeclarationThatTheBytesDeny() {
        assertThat(decode("<meta charset=utf-8>" + GERMAN, "windows-1252", "")).endsWith(GERMAN);
        assertThat(decode("<meta charset=iso-8859-1>" + RUSSIAN, "utf-8", "")).endsWith(RUSSIAN);
        assertThat(decode("<meta charset=utf-16>" + RUSSIAN, "utf-8", "")).endsWith(RUSSIAN);
    }

    @Test
    void toleratesACharacterThatIsCutOff() {
        Bytes cut = Bytes.of("Größe ß");
        assertThat(PageCharset.decode(cut.part(0, cut.size() - 1), Optional.empty(), true))
                .isEqualTo("Größe \ufffd");
    }

    @Test
    void toleratesAFewBrokenBytesInUtf8() {
        byte[] bytes = Bytes.of("Größe x Größe").toArray();
        bytes[8] = (byte) 0xff;
        assertThat(PageCharset.decode(Bytes.wrap(bytes), Optional.of("utf-8"), true))
                .isEqualTo("Größe \ufffd Größe");
    }

    private static String decode(String page, String charset, String header) {
        Bytes bytes = Bytes.wrap(page.getBytes(Charset.forName(charset)));
        return PageCharset.decode(
                bytes, header.isEmpty() ? Optional.empty() : Optional.of(header), true);
    }
}
