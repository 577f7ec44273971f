package dev.deft.postgres.live;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.postgres.connection.SqlText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Packs messages into notifications of PostgreSQL, which have less than 8,000 bytes, and unpacks
/// them. A longer message is cut into pieces.
final class Payloads {

    /// The most bytes of a notification.
    static final int MAX_BYTES = 7_900;

    /// A longer message is not sent: what it tells of is stored, or soon will be.
    static final int MAX_MESSAGE = 1 << 20;

    /// Characters of a piece: at most four bytes each, with quotes escaped.
    private static final int PIECE = 1_800;

    private final String sender;
    private final Map<String, StringBuilder> pieces = new HashMap<>();
    private long cut;

    /// @param sender who packs, so that a server knows its own messages
    Payloads(String sender) {
        this.sender = sender;
    }

    /// Packs messages in order.
    List<String> pack(List<LiveMessage> messages) {
        List<String> packed = new ArrayList<>();
        var current = new StringBuilder();
        for (LiveMessage message : messages) {
            String text = SqlText.json(message.json());
            if (!current.isEmpty() && bytes(current) + bytes(text) + 1 > room()) {
                packed.add(envelope(current));
                current.setLength(0);
            }
            if (bytes(text) > room()) {
                packed.addAll(cut(text));
            } else {
                current.append(current.isEmpty() ? "" : ",").append(text);
            }
        }
        if (!current.isEmpty()) {
            packed.add(envelope(current));
        }
        return packed;
    }

    private int room() {
        return MAX_BYTES - sender.length() - 2 * "[]{\"f\":\"\",\"e\":}".length();
    }

    private static int bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private String envelope(StringBuilder events) {
        return "{\"f\":\"%s\",\"e\":[%s]}".formatted(sender, events);
    }

    /// Pieces are numbered, since PostgreSQL sends equal ones once.
    private List<String> cut(String text) {
        if (text.length() > MAX_MESSAGE) {
            return List.of();
        }
        List<String> all = new ArrayList<>();
        String id = sender + "-" + cut++;
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(from + PIECE, text.length());
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            all.add(
                    SqlText.json(
                            Json.Obj.EMPTY
                                    .with("f", sender)
                                    .with("p", id)
                                    .with("i", Json.Num.of(all.size()))
                                    .with("last", new Json.Bool(to == text.length()))
                                    .with("d", text.substring(from, to))));
            from = to;
        }
        return all;
    }

    /// Unpacks a notification of another server; nothing for one of its own, or while pieces are
    /// missing.
    List<LiveMessage> unpack(String payload) {
        try {
            Json.Obj json = JsonText.parseWritten(payload);
            if (json.text("f").orElse("").equals(sender)) {
                return List.of();
            }
            Optional<Json> events = json.find("e");
            return events.isPresent() ? messages(events.get()) : piece(json);
        } catch (JsonSyntaxException _) {
            return List.of();
        }
    }

    private static List<LiveMessage> messages(Json events) {
        return events instanceof Json.Arr(List<Json> items)
                ? items.stream().map(LiveMessage::of).flatMap(Optional::stream).toList()
                : List.of();
    }

    /// Pieces of one message come in order, since one transaction sends them.
    private List<LiveMessage> piece(Json.Obj json) throws JsonSyntaxException {
        String id = json.text("p").orElse("");
        StringBuilder text = pieces.computeIfAbsent(id, _ -> new StringBuilder());
        text.append(json.text("d").orElse(""));
        if (!json.find("last").equals(Optional.of(new Json.Bool(true)))) {
            return List.of();
        }
        pieces.remove(id);
        return LiveMessage.of(JsonText.parseWritten("{\"e\":" + text + "}").find("e").orElseThrow())
                .stream()
                .toList();
    }

    /// Forgets pieces whose rest was missed.
    void forget() {
        pieces.clear();
    }
}
