package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventParserTest {

    /// The data of the events in a stream that arrives in pieces of this size.
    private static List<String> events(byte[] stream, int size) throws IOException {
        var parser = new EventParser();
        var events = new ArrayList<String>();
        for (int at = 0; at < stream.length; at += size) {
            int end = Math.min(stream.length, at + size);
            parser.read(ByteBuffer.wrap(Arrays.copyOfRange(stream, at, end)))
                    .forEach(it -> events.add(it.data()));
        }
        return events;
    }

    private static List<String> events(String stream) throws IOException {
        return events(stream.getBytes(StandardCharsets.UTF_8), 16_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data: a\\n\\n | a",
                "data:a\\n\\n | a",
                "data:  a\\n\\n | ' a'",
                "data\\n\\n | ''",
                "data:\\n\\n | ''",
                "data: a\\r\\rdata: b\\r\\r | a,b",
                "data: a\\r\\n\\r\\ndata: b\\r\\n\\r\\n | a,b",
                "data: a\\ndata: b\\n\\n | a+b",
                "event: x\\nid: 1\\ndata: a\\nother: y\\n\\n | a",
                ": ping\\n\\n: data: no\\n\\ndata: a\\n\\n | a",
                "database: no\\n\\ndat: no\\n\\n data: no\\n\\ndata: a\\n\\n | a",
                "\\n\\n\\ndata: a\\n\\n\\n | a"
            })
    void readsEventsHoweverTheyAreCut(String written, String expected) throws IOException {
        byte[] stream =
                written.replace("\\n", "\n").replace("\\r", "\r").getBytes(StandardCharsets.UTF_8);
        List<String> data =
                Arrays.stream(expected.split(",", -1)).map(it -> it.replace('+', '\n')).toList();
        for (int size = 1; size <= stream.length; size++) {
            assertThat(events(stream, size)).as("in pieces of %d", size).isEqualTo(data);
        }
    }

    @Test
    void copiesNoEventThatArrivedAsAWhole() throws IOException {
        byte[] stream = "data: {\"a\":1}\n\ndata: x\ndata: y\n\n".getBytes(StandardCharsets.UTF_8);
        List<ServerEvent> events = new EventParser().read(ByteBuffer.wrap(stream));
        stream[11] = '2';
        stream[21] = '!';

        assertThat(events.getFirst().object()).isEqualTo(Json.Obj.of(Map.of("a", 2)));
        assertThat(events.getLast().data()).isEqualTo("x\ny");
    }

    @Test
    void readsThePartOfABufferThatIsLeft() throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap("?data: a\n\n?".getBytes(StandardCharsets.UTF_8), 1, 9);
        List<ServerEvent> events = new EventParser().read(buffer);

        assertThat(events).singleElement().matches(it -> it.is("a"));
        assertThat(buffer.hasRemaining()).isFalse();
        assertThat(new EventParser().read(ByteBuffer.wrap(new byte[] {'\n'}).asReadOnlyBuffer()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'[DONE]', true", "' [DONE] ', true", "'[DONE', false", "'{}', false", "'', false"})
    void recognizesAWord(String data, boolean expected) {
        assertThat(ServerEvent.of(data).is("[DONE]")).isEqualTo(expected);
    }

    @Test
    void takesNoEventThatHasNotEnded() throws IOException {
        assertThat(events("data: a\n\ndata: b\n")).containsExactly("a");
        assertThat(events("data: a\n\ndata: b")).containsExactly("a");
    }

    @Test
    void skipsAMarkAtTheBeginningOnly() throws IOException {
        assertThat(events("\uFEFFdata: a\n\n\uFEFFdata: b\n\n")).containsExactly("a");
    }

    @Test
    void boundsALineAndAnEvent() {
        String line = "data: " + "x".repeat(EventParser.MAX_EVENT_BYTES / 2) + "\n";
        assertThatThrownBy(() -> events(line + line + line))
                .hasMessage("it sent an event of more than 16 MiB");
        assertThatThrownBy(() -> events(": " + "x".repeat(EventParser.MAX_EVENT_BYTES)))
                .hasMessage("it sent an event of more than 16 MiB");
    }

    @Test
    void survivesAnyBytes() throws IOException {
        var random = new Random(11);
        byte[] alphabet = "data: \n\n\r\n:x\u00E9".getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 2_000; round++) {
            byte[] stream = new byte[random.nextInt(60)];
            for (int i = 0; i < stream.length; i++) {
                stream[i] = alphabet[random.nextInt(alphabet.length)];
            }
            assertThat(events(stream, 1 + random.nextInt(7))).isEqualTo(events(stream, 1_000));
        }
    }
}
