package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import dev.deft.agent.session.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The units of a log in order, and the summaries that replace some of them.
record Conversation(List<Unit> units, List<Entry.Summary> summaries) {

    Conversation {
        units = List.copyOf(units);
        summaries = List.copyOf(summaries);
    }

    static Conversation of(List<Entry> log) {
        List<Unit> units = new ArrayList<>();
        List<Entry.Summary> summaries = new ArrayList<>();
        Map<String, Message.CallResult> results = new LinkedHashMap<>();
        List<Entry> open = new ArrayList<>();
        for (Entry entry : log) {
            switch (entry.body()) {
                case Entry.User message -> {
                    close(open, results, units);
                    units.add(new Unit.UserMessage(message.message(), entry.at()));
                }
                case Entry.Assistant _ -> {
                    close(open, results, units);
                    open.add(entry);
                }
                case Entry.Result it ->
                        results.put(
                                it.callId(),
                                new Message.CallResult(
                                        it.callId(), it.text(), it.media(), it.failed()));
                case Entry.Summary it -> summaries.add(it);
                case Entry.Judged judged -> {
                    if (judged.note().isPresent()) {
                        close(open, results, units);
                        units.add(new Unit.UserMessage(judged.note().get(), entry.at()));
                    }
                }
                case Entry.Notice(String text) -> {
                    close(open, results, units);
                    units.add(new Unit.UserMessage(Message.User.of(text), entry.at()));
                }
                case Entry.Called _,
                        Entry.Decided _,
                        Entry.TokenUsage _,
                        Entry.StoredValue _,
                        Entry.Titled _,
                        Entry.Forked _,
                        Entry.Rewound _,
                        Entry.Undone _,
                        Entry.Adopted _,
                        Entry.Reflected _,
                        Entry.Event _,
                        Entry.Unknown _ -> {}
            }
        }
        close(open, results, units);
        return new Conversation(units, summaries);
    }

    /// A step is complete when the next message begins; until then results may follow.
    private static void close(
            List<Entry> open, Map<String, Message.CallResult> results, List<Unit> units) {
        for (Entry entry : open) {
            var message = new Message.Assistant(((Entry.Assistant) entry.body()).parts());
            List<Message.CallResult> answers =
                    message.calls().stream()
                            .map(call ->
                                    results.getOrDefault(
                                            call.callId(),
                                            new Message.CallResult(
                                                    call.callId(), LOST, List.of(), true)))
                            .toList();
            if (!message.parts().isEmpty()) {
                units.add(new Unit.Step(message, answers, entry.at()));
            }
        }
        open.clear();
        results.clear();
    }

    private static final String LOST =
            "The result of this call was lost; look before you repeat it.";
}
