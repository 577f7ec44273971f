package dev.deft.agent.session.tool;

import dev.deft.agent.session.CallTitle;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import java.util.Optional;

/// Finds the title of a session: the last one it was given, else its first message, else its first
/// call.
final class TitleReader {

    private Optional<String> title = Optional.empty();
    private Optional<String> message = Optional.empty();
    private Optional<String> call = Optional.empty();

    void add(Json.Obj line) {
        switch (Entry.of(line).body()) {
            case Entry.Titled it -> title = Optional.of(it.title());
            case Entry.User it ->
                    message = message.or(() -> Optional.of(SessionHistory.text(it.parts())));
            case Entry.Called it ->
                    call = call.or(() -> Optional.of(CallTitle.of(it.tool(), it.arguments())));
            case Entry.Assistant _,
                    Entry.Result _,
                    Entry.Decided _,
                    Entry.TokenUsage _,
                    Entry.Summary _,
                    Entry.StoredValue _,
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

    /// One line, with secrets masked.
    String text(int most) {
        String whole =
                SecretMask.KEYS_ONLY.text(
                        title.or(() -> message).or(() -> call).orElse("").strip());
        String line = whole.replaceAll("\\s+", " ");
        return line.length() > most ? line.substring(0, most) + "…" : line;
    }
}
