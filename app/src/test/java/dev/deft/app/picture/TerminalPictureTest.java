package dev.deft.app.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/// The pictures of terminals: styles, columns, and recordings.
class TerminalPictureTest {

    private static final String E = "\u001b[";

    private static String screen(String... lines) throws Exception {
        String picture =
                TerminalPicture.screen("A label", "deft", List.of(lines), 80, Optional.empty());
        parsed(picture);
        return picture;
    }

    private static void parsed(String picture) throws Exception {
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(picture)));
    }

    @Test
    void drawStylesThatLastToTheNextLine() throws Exception {
        assertThat(screen(E + "1;31mred", "still" + E + "0m plain"))
                .contains("<tspan class=\"b r\">red</tspan>")
                .contains("<tspan class=\"b r\">still</tspan> plain");
        assertThat(screen(E + "2;3;4;94mx")).contains("class=\"o i n U\"", ".U{fill:#9dc1ff}");
        assertThat(screen(E + "2mx" + E + "22my")).contains("<tspan class=\"d\">x</tspan>y");
        assertThat(screen(E + "9mx")).contains("class=\"s\"", "line-through");
        assertThat(screen(E + "38;5;208mx")).contains("style=\"fill:#ff8700\"");
        assertThat(screen(E + "38;2;1;2;3mx")).contains("style=\"fill:#010203\"");
    }

    @Test
    void drawBackgroundsAndReverse() throws Exception {
        assertThat(screen("ab" + E + "7mcd" + E + "27me"))
                .contains("<rect x=\"30\" y=\"37\" width=\"16\" height=\"19\" fill=\"#d7dce2\"/>")
                .contains("<tspan style=\"fill:#1c2128\">cd</tspan>e");
        assertThat(screen(E + "44mx")).contains("width=\"8\" height=\"19\" fill=\"#7aa7f0\"");
    }

    @Test
    void putWideCharactersOnTheirColumns() throws Exception {
        assertThat(screen("a広b"))
                .contains("x=\"14\" y=\"51\" textLength=\"8\"")
                .contains("x=\"22\" y=\"51\" textLength=\"16\"")
                .contains("x=\"38\" y=\"51\" textLength=\"8\"");
    }

    @Test
    void escapeWhatMeansSomethingToXml() throws Exception {
        assertThat(screen("<b>&\"'")).contains("&lt;b&gt;&amp;&quot;&#39;");
    }

    @Test
    void recordManyFramesInAFewKilobytes() throws Exception {
        List<RecordedFrame> frames = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            List<String> lines = new ArrayList<>();
            for (int row = 0; row < 24; row++) {
                lines.add("a line that stays, number " + row);
            }
            lines.set(20, E + "1mline that changes " + E + "0m" + i);
            frames.add(
                    new RecordedFrame(
                            Duration.ofMillis(100L * i),
                            lines,
                            Optional.of(new TerminalPicture.Place(i % 80, 23))));
        }
        String recording = TerminalPicture.recording("A label", "deft", frames, 80, 24);
        parsed(recording);
        assertThat(recording)
                .hasSizeLessThan(150_000)
                .contains("@keyframes")
                .doesNotContain("script");
        assertThat(recording).containsOnlyOnce("a line that stays, number 23");
    }
}
