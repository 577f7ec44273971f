package dev.deft.agent.channel;

import dev.deft.json.Json;
import java.time.Instant;
import java.util.Optional;

/// A message to an address.
///
/// @param id the same for each attempt to deliver it
/// @param to the whole address, such as `signal:+15551234567`
/// @param channel the part before the first colon
/// @param address the part after it; may be empty
/// @param from the session that sends it, such as `session:demo`
/// @param replyTo the message that it answers, as the sender knows it
public record OutgoingMessage(
        String id,
        String to,
        String channel,
        String address,
        String content,
        String from,
        Optional<String> replyTo,
        Instant at) {

    /// The most characters of a message.
    public static final int MAX_CONTENT = 32_768;

    /// What webhooks and programs get.
    public Json.Obj json() {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("id", id)
                        .with("to", to)
                        .with("channel", channel)
                        .with("address", address)
                        .with("content", content)
                        .with("from", from)
                        .with("at", at.toString());
        return replyTo.map(it -> json.with("reply_to", it)).orElse(json);
    }
}
