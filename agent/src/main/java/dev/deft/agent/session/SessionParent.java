package dev.deft.agent.session;

import dev.deft.json.Json;
import java.util.Optional;

/// Where the session of a sub-agent comes from, as its log records it.
///
/// @param session the session that started it
/// @param callId the call that started it
/// @param agent the name of the sub-agent
/// @param depth 1 for a sub-agent of a session that is none
/// @param metadata of the caller
public record SessionParent(
        String session, String callId, String agent, int depth, Json.Obj metadata) {

    /// The name of the stored value.
    public static final String NAME = "deft.parent";

    /// The value as it is stored.
    public Json.Obj json() {
        Json.Obj value =
                Json.Obj.EMPTY
                        .with("session", session)
                        .with("call_id", callId)
                        .with("agent", agent)
                        .with("depth", Json.Num.of(depth));
        return metadata.fields().isEmpty() ? value : value.with("metadata", metadata);
    }

    /// Reads the stored value; empty if it names no session.
    public static Optional<SessionParent> of(Json.Obj value) {
        return value.text("session")
                .filter(SessionId::isValid)
                .map(it ->
                        new SessionParent(
                                it,
                                value.text("call_id").orElse(""),
                                value.text("agent").orElse(""),
                                (int) EntryJson.number(value, "depth"),
                                EntryJson.object(value, "metadata")));
    }

    /// The parent that an entry records. A copy of a session has none.
    public static Optional<SessionParent> of(Entry.Body body) {
        return body instanceof Entry.StoredValue it && it.name().equals(NAME)
                ? of(it.value())
                : Optional.empty();
    }
}
