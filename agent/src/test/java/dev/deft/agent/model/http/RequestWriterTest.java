package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestWriterTest {

    /// Writes the texts of the user, and counts what it writes.
    private static final class CountingFormat implements RequestFormat {

        private int messages;
        private int definitions;

        @Override
        public byte[] system(List<String> sections) {
            return new byte[0];
        }

        @Override
        public byte[] tools(List<Json.Obj> tools, ToolNames names) {
            definitions += tools.size();
            return new byte[] {'0'};
        }

        @Override
        public void begin(Prompt prompt, byte[] system, byte[] tools, JsonBytes out) {
            out.add('{').name("m").add('[');
        }

        @Override
        public void message(Message message, ToolNames names, JsonBytes out) {
            messages++;
            for (Part part : ((Message.User) message).parts()) {
                out.value(new Json.Str(((Part.Text) part).text()));
            }
        }

        /// How many messages it wrote since the last question.
        int takeMessages() {
            int written = messages;
            messages = 0;
            return written;
        }
    }

    private final CountingFormat format = new CountingFormat();
    private final RequestWriter writer = new RequestWriter(format, 64);

    private String write(List<Message> messages, Json.Obj... tools) {
        var prompt = new Prompt(List.of(), messages, List.of(tools), 1_000, Prompt.Sampling.UNSET);
        return new String(writer.write(prompt).body().bytes(), StandardCharsets.UTF_8);
    }

    private static List<Message> conversation(int messages, String text) {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            all.add(Message.User.of(text + i));
        }
        return all;
    }

    private static Json.Obj tool(String name) {
        return Json.Obj.EMPTY.with("name", name);
    }

    @Test
    void writesAMessageOnce() {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            messages.add(Message.User.of("m" + i));
            String _ = write(messages);
        }

        assertThat(format.takeMessages()).isEqualTo(300);
        assertThat(write(messages.subList(0, 3))).isEqualTo("{\"m\":[\"m0\",\"m1\",\"m2\"]}");
        assertThat(format.takeMessages()).isZero();
    }

    @Test
    void writesOnlyTheMessageThatChanged() {
        List<Message> messages = conversation(200, "x".repeat(2_000));
        String before = write(messages);
        assertThat(format.takeMessages()).isEqualTo(200);

        messages.set(100, Message.User.of("y"));
        assertThat(write(messages)).isNotEqualTo(before).contains("\"y\"").hasSizeLessThan(405_000);
        assertThat(format.takeMessages()).isOne();
    }

    @Test
    void writesOnlyTheSummaryOfAShortenedConversation() {
        List<Message> messages = conversation(200, "x".repeat(2_000));
        String _ = write(messages);
        format.takeMessages();

        List<Message> shorter = new ArrayList<>(List.of(Message.User.of("summary")));
        shorter.addAll(messages.subList(190, 200));
        shorter.add(Message.User.of("next"));
        assertThat(write(shorter)).startsWith("{\"m\":[\"summary\",\"xx").endsWith("\"next\"]}");
        assertThat(format.takeMessages()).isEqualTo(2);
    }

    @Test
    void keepsManyConversationsApart() {
        List<List<Message>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(conversation(5, "c" + i + "-"));
        }
        all.forEach(this::write);
        format.takeMessages();

        for (List<Message> each : all) {
            each.add(Message.User.of("more"));
            assertThat(write(each)).isEqualTo(new RequestWriterTest().write(each));
        }
        assertThat(format.takeMessages()).isEqualTo(20);
    }

    @Test
    void forgetsTheOldestConversations() {
        List<Message> oldest = conversation(40, "x".repeat(100_000));
        String _ = write(oldest);
        List<List<Message>> others = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            others.add(conversation(40, "y".repeat(100_000)));
            String _ = write(others.getLast());
        }
        format.takeMessages();

        String _ = write(others.getLast());
        assertThat(format.takeMessages()).isZero();
        String _ = write(oldest);
        assertThat(format.takeMessages()).isEqualTo(40);
    }

    @Test
    void keepsNoConversationThatIsTooLong() {
        List<Message> messages = conversation(1, "x".repeat(33 << 20));
        assertThat(write(messages)).isEqualTo(write(messages));

        assertThat(format.takeMessages()).isEqualTo(2);
    }

    @Test
    void writesTheToolsOnce() {
        List<Message> messages = conversation(5, "m");
        String _ = write(messages, tool("a"), tool("b"));
        String _ = write(messages, tool("a"), tool("b"));
        assertThat(format.definitions).isEqualTo(2);

        String _ = write(messages, tool("a"), tool("b"), tool("c"));
        assertThat(format.definitions).isEqualTo(5);
        assertThat(format.takeMessages()).isEqualTo(5);
    }

    @Test
    void writesMessagesAgainWhenANameIsSpelledInAnotherWay() {
        List<Message> messages = conversation(5, "m");
        String _ = write(messages, tool("a:b"));
        String _ = write(messages, tool("a:b"), tool("c"));
        assertThat(format.takeMessages()).isEqualTo(5);

        String _ = write(messages, tool("a_b"), tool("a:b"));
        assertThat(format.takeMessages()).isEqualTo(5);
    }
}
