package dev.deft.agent.session;

import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolCall;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A session with its log and its values, as an engine has them.
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
        values.keep(name, value);
    }

    public Optional<Json.Obj> recall(String name) {
        return values.recall(name);
    }

    public List<String> told() {
        return writer.warnings();
    }

    public int turn() {
        return log.turn();
    }

    public void intent(ToolCall call, PreparedCall<?> prepared) throws IOException {
        log.intent(call, prepared);
    }

    public Entry titled(String title) throws IOException {
        return log.titled(title);
    }

    public Entry said(Entry.User said) throws IOException {
        return log.said(said);
    }

    public Entry answered(Entry.Assistant answer) throws IOException {
        return log.answered(answer);
    }

    public Entry summarized(Entry.Summary summary) throws IOException {
        return log.summarized(summary);
    }

    public Entry rewound(long to) throws IOException {
        return log.rewound(to);
    }

    public Entry adopted() throws IOException {
        return log.adopted();
    }

    public List<Entry> entries() throws IOException {
        return log.entries();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
