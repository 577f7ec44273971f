package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import dev.deft.codec.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The entries of a session, grouped into numbered items.
public final class Transcript {

    /// One numbered item: a user message, a step (an answer of the model with its calls and their
    /// results), or a call without a model.
    ///
    /// @param number from 1
    /// @param entries at least one; the first says what it is
    public record Item(int number, List<Entry> entries) {

        public Item {
            entries = List.copyOf(entries);
        }

        public Entry first() {
            return entries.getFirst();
        }

        public Entry last() {
            return entries.getLast();
        }

        /// The calls of this item in order.
        public List<ItemCall> calls() {
            Map<String, ItemCall> calls = new LinkedHashMap<>();
            for (Entry entry : entries) {
                switch (entry.body()) {
                    case Entry.Assistant said ->
                            new Message.Assistant(said.parts())
                                    .calls()
                                    .forEach(it ->
                                            calls.put(
                                                    it.callId(),
                                                    new ItemCall(
                                                            it.callId(),
                                                            it.tool(),
                                                            it.arguments(),
                                                            Optional.empty())));
                    case Entry.Called it ->
                            calls.putIfAbsent(
                                    it.callId(),
                                    new ItemCall(
                                            it.callId(),
                                            it.tool(),
                                            JsonText.write(it.arguments()),
                                            Optional.empty()));
                    case Entry.Result it ->
                            calls.merge(
                                    it.callId(),
                                    new ItemCall(
                                            it.callId(),
                                            it.tool(),
                                            it.arguments(),
                                            Optional.of(it)),
                                    (call, ended) ->
                                            new ItemCall(
                                                    call.callId(),
                                                    call.tool(),
                                                    call.arguments(),
                                                    ended.result()));
                    case Entry.User _,
                            Entry.Decided _,
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
            return List.copyOf(calls.values());
        }
    }

    /// A call with its result.
    ///
    /// @param arguments as JSON text, which may be invalid
    /// @param result empty while the call runs, or if its process was killed
    public record ItemCall(
            String callId, String tool, String arguments, Optional<Entry.Result> result) {}

    private final List<Item> items = new ArrayList<>();
    private final Set<String> running = new HashSet<>();
    private List<Entry> current = new ArrayList<>();
    private boolean started;

    private Transcript() {}

    /// The items of a branch. Entries before the first one, such as a title, belong to none.
    public static List<Item> of(List<Entry> branch) {
        var transcript = new Transcript();
        branch.forEach(transcript::add);
        transcript.end();
        return transcript.items;
    }

    /// Counts the items of a branch without keeping them.
    static final class ItemCount {

        private final Transcript transcript = new Transcript();
        private int count;

        void add(Entry.Body body) {
            count += transcript.startsItem(body) ? 1 : 0;
        }

        int count() {
            return count;
        }
    }

    private void add(Entry entry) {
        if (startsItem(entry.body())) {
            end();
            started = true;
        }
        if (started) {
            current.add(entry);
        }
    }

    private boolean startsItem(Entry.Body body) {
        return switch (body) {
            case Entry.User _ -> true;
            case Entry.Assistant said -> {
                new Message.Assistant(said.parts()).calls().forEach(it -> running.add(it.callId()));
                yield true;
            }
            case Entry.Called it -> running.add(it.callId());
            case Entry.Decided it -> running.add(it.callId());
            // A later call may use the same id.
            case Entry.Result it -> !running.remove(it.callId());
            case Entry.TokenUsage _,
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
                    Entry.Unknown _ ->
                    false;
        };
    }

    private void end() {
        if (!current.isEmpty()) {
            items.add(new Item(items.size() + 1, current));
            current = new ArrayList<>();
        }
    }
}
