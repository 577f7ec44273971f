package dev.deft.engine.subagent;

import dev.deft.agent.session.EntryJson;
import dev.deft.json.Json;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The sub-agents in the background whose end a session has not been told yet. It is a value of the
/// session, so that those that a crash interrupted are told about when the session is reopened.
public final class BackgroundRecord {

    /// The name of the value that holds them.
    public static final String NAME = "deft.children";

    private static final String RUNNING = "running";

    private final SessionMemory memory;

    public BackgroundRecord(SessionMemory memory) {
        this.memory = memory;
    }

    /// One of them.
    ///
    /// @param id of its session
    public record Started(String id, String agent, String task) {

        private Json.Obj json() {
            return Json.Obj.EMPTY.with("id", id).with("agent", agent).with("task", task);
        }
    }

    public synchronized List<Started> list() {
        return stored().stream()
                .map(it ->
                        new Started(
                                it.text("id").orElse(""),
                                it.text("agent").orElse(""),
                                it.text("task").orElse("")))
                .toList();
    }

    public synchronized void add(Started started) throws IOException {
        List<Json.Obj> all = new ArrayList<>(stored());
        all.add(started.json());
        save(all);
    }

    public synchronized void remove(String id) throws IOException {
        List<Json.Obj> all = new ArrayList<>(stored());
        if (all.removeIf(it -> it.text("id").orElse("").equals(id))) {
            save(all);
        }
    }

    private List<Json.Obj> stored() {
        return memory.load(NAME).map(it -> EntryJson.objects(it.find(RUNNING))).orElse(List.of());
    }

    private void save(List<Json.Obj> all) throws IOException {
        memory.save(NAME, Json.Obj.EMPTY.with(RUNNING, new Json.Arr(List.copyOf(all))));
    }
}
