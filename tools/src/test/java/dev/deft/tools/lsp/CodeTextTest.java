package dev.deft.tools.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.LanguageServers.Position;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CodeTextTest {

    /// 𝒳 and 😀 are two UTF-16 units each.
    private final CodeText text = new CodeText("let 𝒳 = \"😀\", y;\r\nz\rw\n");

    @Test
    void countsColumnsInCharacters() {
        assertThat(text.find("y")).isEqualTo(OptionalInt.of(15));
        assertThat(text.server(15)).isEqualTo(new Position(0, 15));
        assertThat(text.spot(new Position(0, 15))).isEqualTo(new CodeText.Spot(1, 14));
        assertThat(text.offset(1, 14)).isEqualTo(OptionalInt.of(15));
    }

    @Test
    void countsALoneCarriageReturnAsALineForServersOnly() {
        assertThat(text.spot(new Position(2, 0))).isEqualTo(new CodeText.Spot(2, 3));
        assertThat(text.lineCount()).isEqualTo(2);
    }

    @Test
    void knowsWhichPositionsExist() {
        assertThat(text.offset(1, 16)).isEqualTo(OptionalInt.of(17));
        assertThat(text.offset(1, 17)).isEmpty();
        assertThat(text.offset(9, 1)).isEmpty();
        assertThat(text.offset(new Position(0, 17))).isEqualTo(OptionalInt.of(17));
        assertThat(text.offset(new Position(0, 18))).isEmpty();
        assertThat(text.offset(new Position(7, 0))).isEmpty();
    }

    @Test
    void takesTheNearestPositionWhereAServerGivesNone() {
        assertThat(text.spot(new Position(1_000_000, 4))).isEqualTo(new CodeText.Spot(3, 1));
        assertThat(text.spot(new Position(0, Integer.MAX_VALUE)).line()).isEqualTo(1);
    }

    @Test
    void findsWholeNamesNearestToAColumn() {
        var code = new CodeText("area + areas + area(area)");
        assertThat(code.find("area", 1, OptionalInt.empty())).isEqualTo(OptionalInt.of(0));
        assertThat(code.find("area", 1, OptionalInt.of(22))).isEqualTo(OptionalInt.of(20));
        assertThat(code.find("rea")).isEmpty();
        assertThat(code.nameAt(7)).contains("areas");
        assertThat(code.nameAt(5)).isEmpty();
    }

    /// The oracle reads the text character by character.
    @Test
    void agreesWithAPlainCountAtEveryCharacter() {
        var random = new Random(7);
        String[] parts = {"a", "é", "😀", "\n", "\r\n", "\r", "\t", "𝒳", " "};
        for (int round = 0; round < 500; round++) {
            var built = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                built.append(parts[random.nextInt(parts.length)]);
            }
            check(built.toString());
        }
    }

    private static void check(String text) {
        var code = new CodeText(text);
        int line = 1;
        int column = 1;
        int serverLine = 0;
        int serverColumn = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            boolean ofLineEnd = point == '\n' || point == '\r';
            if (!ofLineEnd) {
                assertThat(code.server(i)).isEqualTo(new Position(serverLine, serverColumn));
                assertThat(code.offset(new Position(serverLine, serverColumn)))
                        .isEqualTo(OptionalInt.of(i));
                assertThat(code.spot(i)).isEqualTo(new CodeText.Spot(line, column));
                assertThat(code.offset(line, column)).isEqualTo(OptionalInt.of(i));
            }
            boolean lone = point == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
            boolean next = point == '\n';
            line += next ? 1 : 0;
            column = next ? 1 : column + 1;
            serverLine += next || lone ? 1 : 0;
            serverColumn = next || lone ? 0 : serverColumn + Character.charCount(point);
            i += Character.charCount(point);
        }
    }
}
