package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.JsonSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrontMatterTest {

    @Test
    void separatesTheFieldsFromTheBody() throws Exception {
        FrontMatter read =
                FrontMatter.parse("---\nname: review\ntools: [read]\n---\nYou review.\n");
        assertThat(read.fields().value())
                .isEqualTo(JsonText.parse("{\"name\":\"review\",\"tools\":[\"read\"]}"));
        assertThat(read.body()).isEqualTo("You review.\n");
        assertThat(read.bodyLine()).isEqualTo(5);
    }

    @Test
    void countsLinesAsTheFileDoes() throws Exception {
        FrontMatter read = FrontMatter.parse("---\r\nname: a\r\n\r\nmodel: b\r\n---\r\nbody");
        assertThat(read.fields().find("model").orElseThrow().position())
                .isEqualTo(new Position(4, 1));
        assertThat(read.body()).isEqualTo("body");
    }

    @ParameterizedTest
    @ValueSource(strings = {"---\n---\n", "---\n---", "\uFEFF---\n---\n", "--- \n---\t\n"})
    void acceptsAFileWithoutFieldsAndWithoutABody(String text) throws Exception {
        FrontMatter read = FrontMatter.parse(text);
        assertThat(read.fields().fields()).isEmpty();
        assertThat(read.body()).isEmpty();
    }

    @Test
    void takesLaterFencesAsPartOfTheBody() throws Exception {
        assertThat(FrontMatter.parse("---\na: 1\n---\none\n---\ntwo").body())
                .isEqualTo("one\n---\ntwo");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "name: a,1,1",
                "\"---\nname: a\n\",3,1",
                "\"---\n- a\n---\n\",2,1",
                "\"---\nname: [\n---\n\",2,8",
                "\"---\nname: a\nname: b\n---\n\",3,1",
            })
    void tellsWhereTheMistakeIs(String text, int line, int column) {
        assertThatThrownBy(() -> FrontMatter.parse(text))
                .isInstanceOfSatisfying(
                        JsonSyntaxException.class,
                        it ->
                                assertThat(new Position(it.line(), it.column()))
                                        .isEqualTo(new Position(line, column)));
    }
}
