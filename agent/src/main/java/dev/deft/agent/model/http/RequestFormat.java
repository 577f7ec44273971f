package dev.deft.agent.model.http;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Prompt;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;
import java.util.List;

/// The form of a wire's requests: an object whose last field is the array of the conversation.
///
/// What is written of a message depends on the message and the names of the tools only, since it is
/// kept for later requests.
public interface RequestFormat {

    /// The system prompt as JSON; no bytes if there is nothing to send.
    byte[] system(List<String> sections);

    /// The definitions of the tools as JSON.
    ///
    /// @param definitions at least one
    byte[] tools(List<Json.Obj> definitions, ToolNames names);

    /// Writes the request up to the bracket of the conversation, and items that come before all
    /// messages, each with a comma behind it.
    ///
    /// @param tools no bytes if there are none
    void begin(Prompt prompt, byte[] system, byte[] tools, JsonBytes out);

    /// Writes what stands for a message, with commas in between; nothing if it is not sent.
    ///
    /// @param message an answer without its pictures, which are in a later message of the user
    void message(Message message, ToolNames names, JsonBytes out);

    /// How many messages later requests will repeat as they are in this one, whatever follows.
    default int settled(List<MessageBytes> messages) {
        return messages.size();
    }

    /// Writes the next item of the conversation, with a comma behind it.
    ///
    /// @param at the first message of the item, of which something is sent
    /// @param settled how many messages are settled
    /// @return the first message behind the item
    default int item(List<MessageBytes> messages, int at, int settled, JsonBytes out) {
        messages.get(at).write(out);
        out.add(',');
        return at + 1;
    }
}
