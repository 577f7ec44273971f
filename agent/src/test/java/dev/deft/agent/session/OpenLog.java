package dev.deft.agent.session;

import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolCall;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A session with its log and its values, as in an engine.
public final class OpenLog implements AutoCloseable {

    private final SessionWriter writer;
    private final SessionLog log;
    private final SessionValues values;

    public OpenLog(SessionWriter writer) {
        this.writer = writer;
        this.log = SessionLog.of(writer);
        this.values = new SessionValues(writer, SecretMask.KEYS_ONLY);
    }

    public SessionLog log() {
        return log;
    }

    public void keep(String name, Json.Obj value) throws IOException {
        values.save(name, value);
    }

    public Optional<Json.Obj> recall(String name) {
        return values.load(name);
    }

    public List<String> warnings() {
        return writer.warnings();
    }

    public int turn() {
        return log.turn();
    }

    public void intent(ToolCall call, PreparedCall<?> prepared) throws IOException {
        log.intent(call, prepared).await();
    }

    public Entry setTitle(String title) throws IOException {
        return log.setTitle(title);
    }

    public Entry addUserMessage(Entry.User said) throws IOException {
        return log.addUserMessage(said);
    }

    public Entry addAnswer(Entry.Assistant answer) throws IOException {
        return log.addAnswer(answer);
    }

    public Entry addSummary(Entry.Summary summary) throws IOException {
        return log.addSummary(summary);
    }

    public Entry rewind(long to) throws IOException {
        return log.rewind(to);
    }

    public Entry adopt() throws IOException {
        return log.adopt();
    }

    public List<Entry> entries() throws IOException {
        return log.entries();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
