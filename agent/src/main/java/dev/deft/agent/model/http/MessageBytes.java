package dev.deft.agent.model.http;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.codec.JsonBytes;
import java.lang.ref.WeakReference;
import java.util.IdentityHashMap;
import java.util.List;

/// A message as a wire has written it. It does not keep the message itself alive.
public final class MessageBytes {

    /// Who a message is of.
    public enum Kind {
        USER,
        ASSISTANT,
        RESULTS
    }

    private final WeakReference<Message> message;
    private final List<Part> pictures;
    private final Kind kind;
    private byte[] holder;
    private int from;
    private final int length;
    private int place;

    /// @param pictures of earlier answers, which it has before its own parts
    MessageBytes(Message message, List<Part> pictures, byte[] bytes) {
        this.message = new WeakReference<>(message);
        this.pictures = pictures;
        this.kind =
                message instanceof Message.Assistant
                        ? Kind.ASSISTANT
                        : message instanceof Message.User ? Kind.USER : Kind.RESULTS;
        this.holder = bytes;
        this.length = bytes.length;
    }

    /// Whether these are the bytes of a message: of the same object, since to compare content would
    /// take as long as to write it.
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(Message other, List<Part> before) {
        if (!message.refersTo(other) || pictures.size() != before.size()) {
            return false;
        }
        for (int i = 0; i < before.size(); i++) {
            if (pictures.get(i) != before.get(i)) {
                return false;
            }
        }
        return true;
    }

    /// Adds these bytes by their message, if anyone still has it.
    void putInto(IdentityHashMap<Message, MessageBytes> all) {
        Message it = message.get();
        if (it != null) {
            all.put(it, this);
        }
    }

    public Kind kind() {
        return kind;
    }

    /// Whether nothing of the message is sent.
    public boolean isEmpty() {
        return length == 0;
    }

    /// Writes the bytes.
    public void write(JsonBytes out) {
        place = out.length();
        out.bytes(holder, from, length);
    }

    /// From now on the bytes are where they were written last.
    void moveTo(byte[] written) {
        holder = written;
        from = place;
    }
}
