package dev.deft.agent.model.http;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Prompt;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Writes the requests of a wire. What a request has in common with an earlier one of the same
/// conversation is not written again.
///
/// One serves many conversations at once. It keeps those that were sent last, up to a number of
/// bytes; others are written anew.
public final class RequestWriter {

    private static final int MAX_CONVERSATIONS = 64;
    private static final long MAX_BYTES = 32L * 1024 * 1024;

    /// A shortened conversation has a new beginning, but its last message is still near the end.
    private static final int LATEST = 8;

    private final RequestFormat format;
    private final int longestToolName;

    /// The latest first.
    private final Deque<ConversationBytes> kept = new ArrayDeque<>();

    private long keptBytes;

    /// @param longestToolName the most characters of a tool's name
    public RequestWriter(RequestFormat format, int longestToolName) {
        this.format = format;
        this.longestToolName = longestToolName;
    }

    /// A request.
    ///
    /// @param names of the tools in it
    public record Written(RequestBody body, ToolNames names) {}

    /// Writes a request.
    public Written write(Prompt prompt) {
        ConversationBytes conversation =
                takeKept(prompt.messages())
                        .orElseGet(() -> new ConversationBytes(format, longestToolName));
        RequestBody body = conversation.write(prompt);
        var written = new Written(body, conversation.names());
        keep(conversation);
        return written;
    }

    /// Takes out the conversation that goes on with these messages, so that no other thread uses
    /// it.
    private synchronized Optional<ConversationBytes> takeKept(List<Message> messages) {
        int latest = Math.max(0, messages.size() - LATEST);
        for (int at = messages.size() - 1; at >= latest; at--) {
            for (ConversationBytes it : kept) {
                if (it.endsWith(messages.get(at))) {
                    return Optional.of(removed(it));
                }
            }
        }
        for (ConversationBytes it : kept) {
            if (!messages.isEmpty() && it.beginsWith(messages.getFirst())) {
                return Optional.of(removed(it));
            }
        }
        return Optional.empty();
    }

    private ConversationBytes removed(ConversationBytes it) {
        kept.remove(it);
        keptBytes -= it.size();
        return it;
    }

    private synchronized void keep(ConversationBytes conversation) {
        kept.addFirst(conversation);
        keptBytes += conversation.size();
        Iterator<ConversationBytes> oldest = kept.descendingIterator();
        while (oldest.hasNext()) {
            ConversationBytes it = oldest.next();
            if (it.isAbandoned() || keptBytes > MAX_BYTES || kept.size() > MAX_CONVERSATIONS) {
                oldest.remove();
                keptBytes -= it.size();
            }
        }
    }
}
