package dev.deft.agent.context;

import dev.deft.agent.model.Message;

/// What stands for messages that are no longer sent.
///
/// @param text empty if all are sent
/// @param message the same object in every request
record Earlier(String text, Message.User message) {

    static final Earlier NOTHING = of("", "");

    static Earlier of(String summary, String note) {
        String text = (summary + "\n\n" + note).strip();
        return new Earlier(
                text,
                Message.User.of(
                        "[Context summary from earlier in this conversation:\n" + text + "\n]"));
    }
}
