package dev.deft.app.interactive;

import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.Transcript;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;

/// Shows a recorded session as the conversation that it was.
final class HistoryView {

    private HistoryView() {}

    /// Shows the last items of a session.
    static void show(SessionHistory history, int most, LiveTranscript transcript) {
        List<Transcript.Item> items = history.items();
        if (items.size() > most) {
            transcript.note("%d earlier items are not shown.".formatted(items.size() - most));
        }
        items.subList(Math.max(0, items.size() - most), items.size())
                .forEach(it -> show(it, transcript));
    }

    private static void show(Transcript.Item item, LiveTranscript transcript) {
        if (item.first().body() instanceof Entry.User user) {
            transcript.user(UserText.shown(user.parts()));
        } else if (item.first().body() instanceof Entry.Assistant said) {
            String words = SessionHistory.text(said.parts());
            if (!words.isBlank()) {
                transcript.assistant(words);
            }
        }
        item.calls().forEach(it -> transcript.call(record(it)));
    }

    /// Everything of a session with whole results, such as that of a sub-agent.
    static List<AttributedString> lines(
            SessionHistory history, TranscriptBlocks blocks, int columns) {
        List<AttributedString> lines = new ArrayList<>();
        for (Transcript.Item item : history.items()) {
            if (item.first().body() instanceof Entry.User user) {
                add(blocks.user(UserText.shown(user.parts()), columns), lines);
            } else if (item.first().body() instanceof Entry.Assistant said) {
                String words = SessionHistory.text(said.parts());
                if (!words.isBlank()) {
                    add(blocks.markdown(words, columns), lines);
                }
            }
            for (Transcript.ItemCall call : item.calls()) {
                add(blocks.expanded(record(call), columns), lines);
            }
        }
        return lines;
    }

    private static void add(List<AttributedString> block, List<AttributedString> lines) {
        if (!lines.isEmpty()) {
            lines.add(AttributedString.EMPTY);
        }
        lines.addAll(block);
    }

    private static CallRecord record(Transcript.ItemCall call) {
        Json arguments = parsed(call.arguments());
        Optional<Entry.Result> result = call.result();
        Json.Obj envelope = result.map(Entry.Result::envelope).orElse(Json.Obj.EMPTY);
        String title =
                envelope.find("metadata").orElse(Json.Null.VALUE) instanceof Json.Obj metadata
                        ? metadata.text("title").orElse("")
                        : "";
        return CallRecord.of(
                call.tool(),
                arguments,
                result.map(Entry.Result::failed).orElse(false),
                result.isPresent() ? title : "at work, or interrupted",
                envelope,
                Duration.ZERO,
                Optional.empty());
    }

    private static Json parsed(String arguments) {
        try {
            return JsonText.parse(arguments);
        } catch (JsonSyntaxException _) {
            return new Json.Str(arguments);
        }
    }

    /// The text of a user's message, without the files that came with it.
    static final class UserText {

        private UserText() {}

        static String shown(List<Part> parts) {
            var text = new StringBuilder();
            for (Part part : parts) {
                String piece =
                        switch (part) {
                            case Part.Text(String it) -> isAttached(it) ? "" : it;
                            case Part.Media it -> "[" + it.mimeType() + "]";
                            case Part.Reasoning _, Part.Call _ -> "";
                        };
                text.append(text.isEmpty() || piece.isEmpty() ? "" : "\n").append(piece);
            }
            return text.toString();
        }

        private static boolean isAttached(String text) {
            return text.startsWith("<file path=") || text.startsWith("<directory path=");
        }
    }
}
