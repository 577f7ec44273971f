package dev.deft.engine.export;

import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.Transcript;
import dev.deft.output.TerminalText;
import java.util.List;

/// Renders a session as a Markdown document.
public final class MarkdownPage {

    private MarkdownPage() {}

    public static String of(String id, SessionHistory history) {
        var page = new StringBuilder();
        String title = TerminalText.line(history.title(), 120);
        page.append("# ").append(title.isEmpty() ? id : title).append("\n\n");
        page.append("Session `").append(id).append('`');
        page.append(history.model().isEmpty() ? "" : ", model `" + history.model() + "`");
        page.append("\n");
        for (Transcript.Item item : history.items()) {
            page.append(item(item));
        }
        return page.toString();
    }

    private static String item(Transcript.Item item) {
        var text = new StringBuilder("\n## %d. ".formatted(item.number()));
        if (item.first().body() instanceof Entry.User(List<Part> parts, String source)) {
            text.append(source.equals("user") ? "You" : source)
                    .append("\n\n")
                    .append(SessionHistory.text(parts))
                    .append('\n');
        } else if (item.first().body() instanceof Entry.Assistant said) {
            text.append("Model\n\n");
            String words = SessionHistory.text(said.parts());
            text.append(words.isEmpty() ? "" : words + "\n");
        } else {
            text.append("Call\n");
        }
        item.calls().forEach(it -> text.append(call(it)));
        return text.toString();
    }

    private static String call(Transcript.ItemCall call) {
        String head = "\n**%s**\n\n%s".formatted(call.tool(), fenced("json", call.arguments()));
        return call.result()
                .map(it ->
                        "%s\n%s\n\n%s"
                                .formatted(
                                        head,
                                        it.failed() ? "failed:" : "gave:",
                                        fenced("", it.text())))
                .orElse(head + "\nhas no result.\n");
    }

    /// Uses a fence longer than any run of backticks in the text.
    private static String fenced(String language, String text) {
        int longest = 2;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String fence = "`".repeat(longest + 1);
        String end = text.endsWith("\n") ? "" : "\n";
        return fence + language + "\n" + text + end + fence + "\n";
    }
}
