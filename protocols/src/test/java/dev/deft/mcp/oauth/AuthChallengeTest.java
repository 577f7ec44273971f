package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AuthChallengeTest {

    private static AuthChallenge parse(String... values) {
        return AuthChallenge.parse(List.of(values));
    }

    @Test
    void readsTheParametersOfBearer() {
        AuthChallenge challenge =
                parse(
                        "Bearer error=\"insufficient_scope\", scope=\"a b\" ,"
                                + " resource_metadata=\"https://h/x?a=1,b=2\"");
        assertThat(challenge.error()).contains("insufficient_scope");
        assertThat(challenge.scopes()).contains(List.of("a", "b"));
        assertThat(challenge.resourceMetadata()).contains("https://h/x?a=1,b=2");
    }

    @Test
    void leavesOutOtherSchemes() {
        assertThat(
                        parse(
                                        "Basic realm=\"r\", scope=no",
                                        "Negotiate YWJj==, bearer SCOPE=yes, Digest scope=no")
                                .parameters())
                .isEqualTo(Map.of("scope", "yes"));
    }

    @Test
    void takesTheFirstOfTwo() {
        assertThat(parse("Bearer scope=one, scope=two", "Bearer scope=three").scopes())
                .contains(List.of("one"));
    }

    @Test
    void readsEscapesAndBlanks() {
        assertThat(parse("Bearer   error = \"a \\\"b\\\" \\\\\"").error()).contains("a \"b\" \\");
    }

    @Test
    void leavesOutWhatIsNoScope() {
        assertThat(parse("Bearer scope=\"a  b\u0007 c\u00e9 \\\" a\"").scopes())
                .contains(List.of("a"));
        assertThat(parse("Bearer scope=\" \"").scopes()).isEmpty();
    }

    @Test
    void readsNothingFromNothing() {
        assertThat(parse()).isEqualTo(AuthChallenge.NONE);
        assertThat(parse("", "Bearer", "Bearer ,,,", "=", "\"", "Bearer =x").parameters())
                .isEmpty();
        assertThat(parse("Bearer scope=" + "x".repeat(9_000)).parameters()).isEmpty();
    }

    @Test
    void readsAnythingWithoutAnException() {
        var random = new Random(3);
        String letters = "Bearer scope=\"\\, \t\u0000\u00ff;/~";
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int j = random.nextInt(60); j > 0; j--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            assertThatCode(() -> parse(text.toString())).doesNotThrowAnyException();
        }
    }
}
