package dev.deft.agent.session.tool;

import dev.deft.agent.model.Message;
import dev.deft.agent.session.BranchIds;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Reads the last messages of a log. Needs memory only for those.
///
/// Messages are what the user and the model said, and calls that no model made. Secrets are masked:
/// a log may be older than the masking, or foreign.
final class MessageReader {

    /// Calls that look at sessions are no part of the conversation.
    private static final Set<String> ABOUT_SESSIONS =
            Set.of("sessions_list", "sessions_history", "sessions_send", "sessions_status");

    private final int limit;
    private final Results results;
    private final Deque<SessionMessage> last = new ArrayDeque<>();
    private final Set<String> asked = new HashSet<>();
    private final Map<String, String> arguments = new HashMap<>();
    private int count;

    /// Whether the results of the model's calls are messages of their own.
    enum Results {
        SHOWN,
        HIDDEN
    }

    /// The last messages of a log, oldest first.
    ///
    /// @param count of all messages
    /// @param warning for the reader, if the log is foreign, changed or damaged
    record Messages(List<SessionMessage> last, int count, Optional<String> warning) {

        boolean cut() {
            return last.size() < count;
        }
    }

    private MessageReader(int limit, Results results) {
        this.limit = limit;
        this.results = results;
    }

    /// Reads a log. A rewound one is read twice, since its active branch is known only at its end.
    static Messages read(SessionLogs logs, SessionId id, int limit, Results results)
            throws IOException {
        var ids = new BranchIds();
        var reader = new MessageReader(limit, results);
        Optional<String> warning =
                logs.read(
                        id,
                        reader.entries(it -> {
                            ids.add(it.id(), it.parent());
                            return true;
                        }));
        if (!ids.isLinear()) {
            reader = new MessageReader(limit, results);
            var _ = logs.read(id, reader.entries(it -> ids.contains(it.id())));
        }
        return new Messages(List.copyOf(reader.last), reader.count, warning);
    }

    private Consumer<Json.Obj> entries(Predicate<Entry> active) {
        return line -> {
            Entry entry = Entry.of(SecretMask.KEYS_ONLY.json(line));
            if (active.test(entry)) {
                add(entry);
            }
        };
    }

    private void add(Entry entry) {
        switch (entry.body()) {
            case Entry.User message -> {
                boolean fromUser = message.source().equals(Entry.User.FROM_USER);
                add(
                        SessionMessage.said(
                                "user",
                                entry.at(),
                                fromUser ? Optional.empty() : Optional.of(message.source()),
                                SessionMessage.text(message.parts())));
            }
            case Entry.Assistant answer -> {
                new Message.Assistant(answer.parts()).calls().forEach(it -> asked.add(it.callId()));
                add(
                        SessionMessage.said(
                                "assistant",
                                entry.at(),
                                Optional.empty(),
                                SessionMessage.text(answer.parts())));
            }
            case Entry.Called call ->
                    arguments.put(call.callId(), JsonText.write(call.arguments()));
            case Entry.Result result -> add(entry, result);
            case Entry.Decided _,
                    Entry.TokenUsage _,
                    Entry.Summary _,
                    Entry.StoredValue _,
                    Entry.Titled _,
                    Entry.Forked _,
                    Entry.Rewound _,
                    Entry.Undone _,
                    Entry.Adopted _,
                    Entry.Reflected _,
                    Entry.Judged _,
                    Entry.Notice _,
                    Entry.Event _,
                    Entry.Unknown _ -> {}
        }
    }

    private void add(Entry entry, Entry.Result result) {
        String given =
                Optional.ofNullable(arguments.remove(result.callId())).orElse(result.arguments());
        boolean byModel = asked.remove(result.callId());
        if (byModel && results == Results.HIDDEN) {
            return;
        }
        if (!byModel && ABOUT_SESSIONS.contains(result.tool())) {
            return;
        }
        String content = byModel ? result.text() : given + "\n" + result.text();
        add(SessionMessage.called(entry.at(), result.tool(), content));
    }

    private void add(SessionMessage message) {
        count++;
        last.addLast(message);
        if (last.size() > limit) {
            last.removeFirst();
        }
    }
}
