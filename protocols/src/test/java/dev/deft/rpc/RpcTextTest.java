package dev.deft.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.rpc.RpcText.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RpcTextTest {

    private static final Json ONE = Json.Num.of(1);

    private static Parsed.Broken broken(String text) {
        assertThat(RpcText.parse(text)).isInstanceOf(Parsed.Broken.class);
        return (Parsed.Broken) RpcText.parse(text);
    }

    @Test
    void readsEachKindOfMessage() {
        assertThat(
                        RpcText.parse(
                                """
                                {"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[1]}}\
                                """))
                .isEqualTo(
                        new Parsed.One(
                                new RpcMessage.Request(
                                        ONE,
                                        "m",
                                        Json.Obj.EMPTY.with("a", new Json.Arr(List.of(ONE))))));
        assertThat(RpcText.parse("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}"))
                .isEqualTo(new Parsed.One(new RpcMessage.Notification("m", Json.Obj.EMPTY)));
        assertThat(RpcText.parse("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}"))
                .isEqualTo(new Parsed.One(new RpcMessage.Result(ONE, Json.Null.VALUE)));
        assertThat(
                        RpcText.parse(
                                """
                                {"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"no","data":1}}\
                                """))
                .isEqualTo(
                        new Parsed.One(
                                new RpcMessage.Failure(
                                        Optional.of(ONE), RpcError.of(-5, "no").with(ONE))));
        assertThat(
                        RpcText.parse(
                                """
                                {"jsonrpc":"2.0","id":null,"error":{"code":-5,"message":"no"}}\
                                """))
                .isEqualTo(
                        new Parsed.One(
                                new RpcMessage.Failure(Optional.empty(), RpcError.of(-5, "no"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "0",
                "-7",
                "9007199254740993",
                "123456789012345678901234567890",
                "1.5",
                "1.50",
                "1e3",
                "\"\"",
                "\"a\"",
                "\"1\"",
                "\"\\u0000\\n\\\"\\\\\"",
                "\"ä😀\""
            })
    void sendsAnIdBackAsItCame(String id) {
        Parsed parsed = RpcText.parse("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"m\"}");
        assertThat(parsed)
                .isInstanceOfSatisfying(
                        Parsed.One.class,
                        it -> {
                            Json read = ((RpcMessage.Request) it.message()).id();
                            assertThat(RpcText.write(new RpcMessage.Result(read, Json.Obj.EMPTY)))
                                    .isEqualTo(
                                            "{\"jsonrpc\":\"2.0\",\"id\":"
                                                    + id
                                                    + ",\"result\":{}}");
                        });
    }

    @Test
    void readsWhatItWrites() {
        List<RpcMessage> all =
                List.of(
                        new RpcMessage.Request(new Json.Str("x\n"), "m", Json.Obj.EMPTY),
                        new RpcMessage.Notification("n", Json.Obj.EMPTY.with("a", "b\u2028")),
                        new RpcMessage.Result(ONE, new Json.Str("\n")),
                        new RpcMessage.Failure(Optional.of(ONE), RpcError.of(3, "\r\n")),
                        new RpcMessage.Failure(Optional.empty(), RpcError.of(3, "why")));
        for (RpcMessage message : all) {
            String text = RpcText.write(message);
            assertThat(text).doesNotContain("\n", "\r");
            assertThat(RpcText.parse(text)).isEqualTo(new Parsed.One(message));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}",
                "{}",
                "[]",
                "1",
                "null",
                "\"text\""
            })
    void refusesWhatIsNoMessageWithoutAnId(String text) {
        Parsed.Broken broken = broken(text);
        assertThat(broken.error().code()).isEqualTo(RpcError.INVALID_REQUEST);
        assertThat(broken.id()).isEmpty();
        assertThat(broken.answerable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}"
            })
    void refusesAWrongRequestWithItsId(String text) {
        Parsed.Broken broken = broken(text);
        assertThat(broken.error().code()).isEqualTo(RpcError.INVALID_REQUEST);
        assertThat(broken.id()).contains(ONE);
        assertThat(broken.answerable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "\"a\"", "null", "7"})
    void refusesParametersWithoutNames(String params) {
        Parsed.Broken request =
                broken("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":" + params + "}");
        assertThat(request.error().code()).isEqualTo(RpcError.INVALID_PARAMS);
        assertThat(request.id()).contains(ONE);
        Parsed.Broken notification =
                broken("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":" + params + "}");
        assertThat(notification.answerable()).as("nobody answers a notification").isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":5}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"m\"}}"
            })
    void doesNotAnswerAWrongAnswer(String text) {
        assertThat(broken(text).answerable()).isFalse();
    }

    @Test
    void toleratesAnErrorWithoutCodeOrMessage() {
        assertThat(RpcText.parse("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":\"x\"}}"))
                .isEqualTo(
                        new Parsed.One(
                                new RpcMessage.Failure(
                                        Optional.of(ONE),
                                        RpcError.of(0, "The peer gave no reason."))));
        assertThat(
                        RpcText.parse(
                                """
                                {"jsonrpc":"2.0","id":1,"error":{"code":99999999999,"message":"m"}}\
                                """))
                .isInstanceOf(Parsed.One.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "}", "Starting server…", "{\"a\":1,\"a\":2}", "{} {}", "NaN"})
    void saysThatTextIsNotJson(String text) {
        Parsed.Broken broken = broken(text);
        assertThat(broken.error().code()).isEqualTo(RpcError.PARSE_ERROR);
        assertThat(broken.answerable()).isTrue();
    }

    @Test
    void refusesBytesThatAreNoText() {
        String request = "{\"jsonrpc\":\"2.0\",\"id\":\"\ufffd\",\"method\":\"m\"}";
        assertThat(RpcText.parse(request.getBytes(StandardCharsets.UTF_8)))
                .as("the replacement character itself is a character")
                .isEqualTo(RpcText.parse(request))
                .isInstanceOf(Parsed.One.class);
        byte[] other = request.replace('\ufffd', '\u00ff').getBytes(StandardCharsets.ISO_8859_1);
        assertThat(RpcText.parse(other))
                .isInstanceOfSatisfying(
                        Parsed.Broken.class,
                        it -> assertThat(it.error().code()).isEqualTo(RpcError.PARSE_ERROR));
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        String deep = "[".repeat(1_000_000);
        assertThat(broken(deep).error().code()).isEqualTo(RpcError.PARSE_ERROR);
        assertThat(
                        broken(
                                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":"
                                                + "{\"a\":".repeat(100_000)
                                                + "}".repeat(100_001))
                                .error()
                                .code())
                .isEqualTo(RpcError.PARSE_ERROR);
    }

    @Test
    void readsTheMessagesOfABatchOneByOne() {
        Parsed parsed =
                RpcText.parse(
                        """
                        [{"jsonrpc":"2.0","id":1,"method":"m"},7,[],{"jsonrpc":"2.0","method":"n"}]\
                        """);
        assertThat(((Parsed.Batch) parsed).messages())
                .satisfiesExactly(
                        it -> assertThat(it).isInstanceOf(Parsed.One.class),
                        it -> assertThat(it).isInstanceOf(Parsed.Broken.class),
                        it -> assertThat(it).isInstanceOf(Parsed.Broken.class),
                        it ->
                                assertThat(it)
                                        .isEqualTo(
                                                new Parsed.One(
                                                        new RpcMessage.Notification(
                                                                "n", Json.Obj.EMPTY))));
    }
}
