package dev.deft.engine.export;

import dev.deft.agent.model.Part;
import dev.deft.agent.session.CommandOutcome;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.ResultMetadata;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.Transcript;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Renders a session as one self-contained HTML page without scripts.
///
/// All text of the session goes through [#escaped]; a content security policy is the second line of
/// defense.
public final class HtmlPage {

    private static final Set<String> IMAGES =
            Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private static final String BEFORE_TITLE =
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\
            """;

    private static final String AFTER_TITLE =
            """
            </title>
            <style>
            :root { color-scheme: light dark; --line: #8884; --soft: #8881; }
            body { font: 16px/1.55 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
            header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
            h1 { font-size: 1.4rem; margin: 0; }
            article { margin: 1.5rem 0; }
            h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; opacity: .65; margin: 0 0 .3rem; }
            .user { background: var(--soft); border-radius: .5rem; padding: .8rem 1rem; }
            .words { overflow-wrap: anywhere; }
            .words p { white-space: pre-line; margin: .5rem 0; }
            .words .code { border: 1px solid var(--line); border-radius: .4rem; }
            code { font: .9em ui-monospace, monospace; background: var(--soft); }
            details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; }
            summary { cursor: pointer; padding: .35rem .7rem; overflow-wrap: anywhere; }
            .failed > summary { color: #c33; }
            pre { margin: 0; padding: .7rem; overflow-x: auto; border-top: 1px solid var(--line); font: 13px/1.45 ui-monospace, monospace; }
            .add { background: #2a62; } .del { background: #c332; } .at { opacity: .6; }
            .add, .del, .at { display: block; }
            img { max-width: 100%; }
            footer { border-top: 1px solid var(--line); font-size: .85rem; opacity: .7; padding: .5rem 0; }
            </style>
            </head>
            <body>
            """;

    private HtmlPage() {}

    public static String of(String id, SessionHistory history) {
        String title = TerminalText.line(history.title(), 120);
        String shown = escaped(title.isEmpty() ? id : title);
        var page = new StringBuilder(BEFORE_TITLE).append(shown).append(AFTER_TITLE);
        page.append(
                "<header><h1>%s</h1><p>Session %s</p></header>\n".formatted(shown, escaped(id)));
        for (Transcript.Item item : history.items()) {
            page.append(item(item));
        }
        page.append("<footer>")
                .append(escaped(history.model()))
                .append(
                        " · %d tokens read, %d written</footer>\n"
                                .formatted(history.usage().input(), history.usage().output()));
        return page.append("</body>\n</html>\n").toString();
    }

    private static String item(Transcript.Item item) {
        var text = new StringBuilder();
        if (item.first().body() instanceof Entry.User(List<Part> parts, String source)) {
            text.append(
                    "<article class=\"user\"><h2>%d · %s</h2>\n"
                            .formatted(
                                    item.number(),
                                    source.equals("user") ? "you" : escaped(source)));
            text.append(parts(parts));
        } else if (item.first().body() instanceof Entry.Assistant said) {
            text.append("<article><h2>%d · model</h2>\n".formatted(item.number()));
            text.append(parts(said.parts()));
        } else {
            text.append("<article><h2>%d · call</h2>\n".formatted(item.number()));
        }
        item.calls().forEach(it -> text.append(call(it)));
        return text.append("</article>\n").toString();
    }

    private static String parts(List<Part> parts) {
        var text = new StringBuilder();
        for (Part part : parts) {
            text.append(
                    switch (part) {
                        case Part.Text(String words) -> words(words);
                        case Part.Reasoning(String thought, _) ->
                                thought.isBlank()
                                        ? ""
                                        : "<details><summary>thought</summary><pre>%s</pre></details>\n"
                                                .formatted(escaped(thought));
                        case Part.Media media -> image(media);
                        case Part.Call _ -> "";
                    });
        }
        return text.toString();
    }

    private static String words(String words) {
        return words.isBlank()
                ? ""
                : "<div class=\"words\">%s</div>\n".formatted(HtmlMarkdown.of(words));
    }

    private static String image(Part.Media media) {
        return IMAGES.contains(media.mimeType())
                ? "<img alt=\"\" src=\"data:%s;base64,%s\">\n"
                        .formatted(
                                media.mimeType(),
                                Base64.getEncoder().encodeToString(media.content().toArray()))
                : "<p>(%s, %d bytes)</p>\n"
                        .formatted(escaped(media.mimeType()), media.content().size());
    }

    private static String call(Transcript.ItemCall call) {
        var text = new StringBuilder();
        Optional<String> ran = call.result().flatMap(it -> CommandOutcome.of(it.envelope()));
        boolean failed =
                call.result().map(Entry.Result::failed).orElse(true)
                        || ran.filter(CommandOutcome::isFailure).isPresent();
        String title =
                call.result()
                        .flatMap(it ->
                                it.envelope()
                                        .text("error_text")
                                        .or(() -> ResultMetadata.of(it.envelope()).text("title")))
                        .orElse("no result");
        String how = ran.map(it -> " · " + TerminalText.line(it, 80)).orElse("");
        text.append(
                "<details%s><summary>%s <b>%s</b> %s</summary>\n"
                        .formatted(
                                failed ? " class=\"failed\" open" : "",
                                failed ? "✗" : "✓",
                                escaped(call.tool()),
                                escaped(TerminalText.line(title, 200) + how)));
        text.append("<pre>%s</pre>\n".formatted(escaped(call.arguments())));
        call.result().ifPresent(it -> text.append("<pre>%s</pre>\n".formatted(result(it))));
        return text.append("</details>\n").toString();
    }

    /// The diffs of a call in color, or else its output.
    private static String result(Entry.Result result) {
        String diff = String.join("\n", diffs(result.envelope()));
        if (diff.isBlank()) {
            return escaped(output(result.envelope()).orElseGet(result::text));
        }
        var text = new StringBuilder();
        diff.lines()
                .forEach(it ->
                        text.append("<span class=\"%s\">%s</span>".formatted(kind(it), escaped(it)))
                                .append(kind(it).isEmpty() ? "\n" : ""));
        return text.toString();
    }

    /// The output of a command.
    private static Optional<String> output(Json.Obj envelope) {
        return envelope.find("data").orElse(Json.Null.VALUE) instanceof Json.Obj data
                ? data.text("output").map(TerminalText::read)
                : Optional.empty();
    }

    /// The diff of a single change, or those of all files of a patch.
    private static List<String> diffs(Json.Obj envelope) {
        if (!(envelope.find("data").orElse(Json.Null.VALUE) instanceof Json.Obj data)) {
            return List.of();
        }
        List<String> diffs = new ArrayList<>();
        data.text("diff").ifPresent(diffs::add);
        if (data.find("files").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> files)) {
            for (Json file : files) {
                if (file instanceof Json.Obj changed) {
                    changed.text("diff").ifPresent(diffs::add);
                }
            }
        }
        return diffs;
    }

    private static String kind(String line) {
        if (line.startsWith("@@") || line.startsWith("---") || line.startsWith("+++")) {
            return "at";
        }
        return line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : "";
    }

    /// Escapes all characters that HTML interprets.
    static String escaped(String text) {
        var safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char it = text.charAt(i);
            switch (it) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.append(it);
            }
        }
        return safe.toString();
    }
}
