package dev.deft.agent.session.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Long logs are read only as far as needed.
class LongLogTest {

    private static final int PIECE = 200_000;

    @TempDir private Path root;

    private OpenLog open() throws IOException {
        return FileStores.open(root, "s1", InstantSource.system());
    }

    private Path file() {
        return root.resolve(".deft/sessions/s1.jsonl");
    }

    private void alter(String from, String to) throws IOException {
        Files.writeString(file(), Files.readString(file()).replace(from, to));
    }

    private LogCheck check() throws IOException {
        return LogCheck.of(file(), new SessionId("s1"), Owners.of(root));
    }

    private static Json.Obj value(String text) {
        return Json.Obj.EMPTY.with("v", text);
    }

    /// A log whose first entry was changed after it was written.
    private void aLongLog() throws IOException {
        try (OpenLog log = open()) {
            log.keep("first", value("mine"));
            for (int i = 0; i < 10; i++) {
                log.keep("big", value("x".repeat(PIECE)));
            }
            log.keep("second", value("2"));
        }
        alter("\"mine\"", "\"evil\"");
    }

    @Test
    void isReadFromItsCheckpointOn() throws Exception {
        aLongLog();

        try (OpenLog log = open()) {
            assertThat(log.recall("first")).contains(value("mine"));
            assertThat(log.warnings()).as("the changed entry is not used").isEmpty();
            log.keep("third", value("3"));
        }
        try (OpenLog log = open()) {
            assertThat(log.recall("third")).contains(value("3"));
        }
        assertThat(check().problems()).as("verify reads it all").hasSize(1);
    }

    @Test
    void isReadCompletelyWithoutACheckpoint() throws Exception {
        aLongLog();
        Files.delete(Owners.of(root).file(new SessionId("s1"), ".mark.json"));

        try (OpenLog log = open()) {
            assertThat(log.recall("first")).isEmpty();
            assertThat(log.recall("second")).contains(value("2"));
            assertThat(log.warnings()).singleElement().asString().contains("from line 1 on");
        }
    }

    @Test
    void hasItsActiveMessagesVerifiedAtAnyLength() throws Exception {
        try (OpenLog log = open()) {
            say(log, "early");
            Entry last = say(log, "covered");
            log.addSummary(
                    new Entry.Summary(
                            "sum", last.at(), "hash", Json.Obj.EMPTY.with("first", "goal")));
            for (int i = 0; i < 10; i++) {
                log.keep("big", value("x".repeat(PIECE)));
            }
            say(log, "late");
        }
        try (OpenLog log = open()) {
            assertThat(log.entries())
                    .filteredOn(it -> it.body() instanceof Entry.User)
                    .extracting(it -> SessionHistory.text(((Entry.User) it.body()).parts()))
                    .containsExactly("late");
            assertThat(log.entries()).anyMatch(it -> it.body() instanceof Entry.Summary);
            assertThat(log.turn()).isEqualTo(3);
        }
        alter("\"late\"", "\"fake\"");
        try (OpenLog log = open()) {
            assertThat(log.warnings()).singleElement().asString().contains("changed or damaged");
        }
    }

    private static Entry say(OpenLog log, String text) throws IOException {
        log.addUserMessage(new Entry.User(List.of(new Part.Text(text)), "user"));
        return log.addAnswer(
                new Entry.Assistant(List.of(new Part.Text("fine")), Answer.Stop.DONE, "m"));
    }

    @Test
    void canBeRewound() throws Exception {
        try (OpenLog log = open()) {
            log.keep("a", value("1"));
            log.keep("a", value("2"));
        }
        try (OpenLog log = open()) {
            log.rewind(1);
        }
        try (OpenLog log = open()) {
            assertThat(log.recall("a")).contains(value("1"));
            log.keep("b", value("3"));
        }
        try (OpenLog log = open()) {
            assertThat(log.recall("a")).contains(value("1"));
            assertThat(log.recall("b")).contains(value("3"));
        }
    }

    @Test
    @Tag("slow")
    void survivesALineThatIsLongerThanAnyEntry() throws Exception {
        try (OpenLog log = open()) {
            log.setTitle("before");
        }
        byte[] noise = new byte[1 << 20];
        Arrays.fill(noise, (byte) 'x');
        try (OutputStream out = Files.newOutputStream(file(), StandardOpenOption.APPEND)) {
            out.write("{\"role\":\"".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 100; i++) {
                out.write(noise);
            }
            out.write('\n');
        }

        assertThat(FileStores.summary(root, "s1").title()).isEqualTo("before");
        try (OpenLog log = open()) {
            assertThat(log.warnings()).singleElement().asString().contains("from line 2 on");
            log.setTitle("after");
        }
        assertThat(FileStores.summary(root, "s1").title()).isEqualTo("after");
    }
}
