package dev.deft.app.terminal.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.RandomText;
import dev.deft.app.terminal.StyledLines;
import dev.deft.app.terminal.ui.Theme;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodeHighlighterTest {

    private static final Theme THEME = new Theme(true);

    private static String colored(String language, String line) {
        return StyledLines.styled(List.of(CodeHighlighter.of(language, THEME).line(line)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java", "kotlin", "scala", "groovy", "js", "ts", "tsx", "python", "go", "rust", "c",
                "c++", "C#", "ruby", "php", "swift", "sh", "SQL", "json", "yaml", "toml", "xml",
                "html", "css", "md", "diff", "dockerfile", "properties", "makefile"
            })
    void changesNoCharacterOfAnyLanguage(String language) {
        var highlighter = CodeHighlighter.of(language, THEME);
        var random = new Random(1);
        for (int i = 0; i < 200; i++) {
            String line =
                    RandomText.of(random).replace("\n", " ") + " true if \"s\" 12 <a b='c'> k: # x";
            assertThat(highlighter.line(line)).hasToString(line);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kotlin, fun",
        "scala, def",
        "groovy, def",
        "tsx, const",
        "c, struct",
        "C#, namespace",
        "ruby, end",
        "php, echo",
        "swift, guard",
        "SQL, Select",
        "md, # title",
        "properties, key=",
        "makefile, endif"
    })
    void knowsSomethingOfEachLanguage(String language, String text) {
        assertThat(colored(language, text)).startsWith("⟨");
    }

    @Test
    void leavesAnUnknownLanguageAlone() {
        assertThat(colored("nonsense", "if \"x\" // 12")).isEqualTo("if \"x\" // 12");
    }

    @Test
    void knowsThatALifetimeIsNoCharacterAndAnAddressNoComment() {
        assertThat(colored("rust", "&'a 'x'")).isEqualTo("&'a ⟨green:'x'⟩");
        assertThat(colored("sh", "curl http://x#y")).isEqualTo("⟨cyan:curl⟩ http://x#y");
    }

    @Test
    void carriesAStringOverLines() {
        var highlighter = CodeHighlighter.of("py", THEME);
        assertThat(StyledLines.styled(List.of(highlighter.line("a = '''b"))))
                .isEqualTo("a = ⟨green:'''b⟩");
        assertThat(StyledLines.styled(List.of(highlighter.line("c''' if d"))))
                .isEqualTo("⟨green:c'''⟩ ⟨magenta:if⟩ d");
    }

    @Test
    void carriesATagOverLines() {
        var highlighter = CodeHighlighter.of("html", THEME);
        assertThat(StyledLines.styled(List.of(highlighter.line("<a")))).isEqualTo("⟨magenta:<a⟩");
        assertThat(StyledLines.styled(List.of(highlighter.line("b=\"c\">d"))))
                .isEqualTo("⟨cyan:b⟩=⟨green:\"c\"⟩⟨magenta:>⟩d");
    }
}
