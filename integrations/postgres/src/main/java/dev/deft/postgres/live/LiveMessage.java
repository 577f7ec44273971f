package dev.deft.postgres.live;

import dev.deft.json.Json;
import dev.deft.server.store.LiveEvents.LiveEvent;
import dev.deft.server.store.SessionRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What servers tell each other.
public sealed interface LiveMessage {

    /// Something for everybody who listens.
    record Event(LiveEvent event) implements LiveMessage {}

    /// A request waits for a server, or its response for the one that sent it.
    ///
    /// @param to the incarnation
    record Forwarded(String request, String to) implements LiveMessage {}

    /// As an array: short names, since a notification has little room.
    default Json.Arr json() {
        return switch (this) {
            case Event(LiveEvent.Stored(SessionRef session, long entry)) ->
                    array("s", session, Json.Num.of(entry));
            case Event(
                            LiveEvent.Moment(
                                    SessionRef session,
                                    long after,
                                    int number,
                                    Json.Obj data)) ->
                    array("m", session, Json.Num.of(after), Json.Num.of(number), data);
            case Event(LiveEvent.Journaled(long number)) ->
                    new Json.Arr(List.of(new Json.Str("j"), Json.Num.of(number)));
            case Event(LiveEvent.Gap()) -> new Json.Arr(List.of(new Json.Str("g")));
            case Forwarded(String request, String to) ->
                    Json.Arr.ofTexts(List.of("f", request, to));
        };
    }

    private static Json.Arr array(String type, SessionRef session, Json... more) {
        List<Json> items = new ArrayList<>();
        items.add(new Json.Str(type));
        items.add(new Json.Str(session.workspace()));
        items.add(new Json.Str(session.session()));
        items.addAll(List.of(more));
        return new Json.Arr(items);
    }

    /// Reads a message; empty for one of a later version.
    static Optional<LiveMessage> of(Json json) {
        if (!(json instanceof Json.Arr(List<Json> items)) || items.isEmpty()) {
            return Optional.empty();
        }
        return switch (text(items, 0)) {
            case "s" ->
                    Optional.of(new Event(new LiveEvent.Stored(session(items), number(items, 3))));
            case "m" ->
                    items.size() > 5 && items.get(5) instanceof Json.Obj data
                            ? Optional.of(
                                    new Event(
                                            new LiveEvent.Moment(
                                                    session(items),
                                                    number(items, 3),
                                                    (int) number(items, 4),
                                                    data)))
                            : Optional.empty();
            case "j" -> Optional.of(new Event(new LiveEvent.Journaled(number(items, 1))));
            case "g" -> Optional.of(new Event(new LiveEvent.Gap()));
            case "f" -> Optional.of(new Forwarded(text(items, 1), text(items, 2)));
            default -> Optional.empty();
        };
    }

    private static SessionRef session(List<Json> items) {
        return new SessionRef(text(items, 1), text(items, 2));
    }

    private static String text(List<Json> items, int at) {
        return at < items.size() && items.get(at) instanceof Json.Str(String value) ? value : "";
    }

    private static long number(List<Json> items, int at) {
        return at < items.size() && items.get(at) instanceof Json.Num number
                ? number.asLong().orElse(0L)
                : 0;
    }
}
