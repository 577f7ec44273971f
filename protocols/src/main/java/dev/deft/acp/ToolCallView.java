package dev.deft.acp;

import dev.deft.agent.session.CallTitle;
import dev.deft.codec.JsonText;
import dev.deft.engine.files.EditorFiles.TextChange;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tool.ToolKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Calls of tools as the protocol shows them. They are drawn by the kind of a tool.
///
/// @param root the workspace
/// @param dialect the current names of tools
record ToolCallView(Path root, Supplier<Dialect> dialect) {

    /// How much of an output is sent as text; the raw output has what the model gets.
    static final int MOST_TEXT = 50_000;

    private static final int LONGEST_TITLE = 200;

    /// What tools of these kinds return is shown as it is; everything else may be Markdown.
    private static final Set<ToolKind> LITERAL =
            Set.of(ToolKind.READ, ToolKind.SEARCH, ToolKind.EXECUTE);

    private static final List<String> TEXTS = List.of("head", "output", "content", "text");

    ToolKind kind(String tool) {
        return dialect.get().find(tool).map(it -> it.spec().kind()).orElse(ToolKind.OTHER);
    }

    /// The id of the tool in the catalog, whatever its name in the dialect.
    String id(String tool) {
        return dialect.get().find(tool).map(DialectTool::spec).map(it -> it.id()).orElse(tool);
    }

    static String title(String text) {
        return TerminalText.line(text, LONGEST_TITLE);
    }

    /// A call that is about to run, or to be asked about.
    Json.Obj begun(String tool, Json arguments) {
        ToolKind kind = kind(tool);
        return Json.Obj.EMPTY
                .with("title", title(CallTitle.of(tool, arguments)))
                .with("kind", kind.wire())
                .with("locations", new Json.Arr(CallLocations.named(root, kind, arguments)))
                .with("rawInput", arguments);
    }

    /// A call that has ended.
    ///
    /// @param result in the shape of the dialect
    /// @param title one line about the result
    /// @param changes of files
    /// @param images of the result
    Json.Obj ended(
            String tool,
            boolean failed,
            String title,
            Json result,
            List<TextChange> changes,
            List<Json> images) {
        List<Json> content = new ArrayList<>();
        changes.forEach(it -> content.add(diff(it)));
        if (content.isEmpty()) {
            content.addAll(failed ? List.of() : HunkTexts.of(root, data(result)));
        }
        if (content.isEmpty() || failed) {
            text(tool, result, failed)
                    .ifPresent(it -> content.add(ContentBlocks.ofCall(ContentBlocks.text(it))));
        }
        images.forEach(it -> content.add(it));
        Json.Obj ended =
                Json.Obj.EMPTY
                        .with("status", failed ? "failed" : "completed")
                        .with("content", new Json.Arr(content))
                        .with("rawOutput", result);
        Json.Obj titled = title.isBlank() ? ended : ended.with("title", title(title));
        return changes.isEmpty()
                ? titled
                : titled.with("locations", new Json.Arr(CallLocations.changed(changes)));
    }

    static Json.Obj diff(TextChange change) {
        return ContentBlocks.diff(change.file(), change.before(), change.after().orElse(""));
    }

    static Json.Obj data(Json result) {
        if (!(result instanceof Json.Obj envelope)) {
            return Json.Obj.EMPTY;
        }
        return envelope.find("data").orElse(envelope) instanceof Json.Obj data ? data : envelope;
    }

    private Optional<String> text(String tool, Json result, boolean failed) {
        Json.Obj data = data(result);
        if (failed) {
            return Optional.of(
                    result instanceof Json.Obj envelope
                            ? envelope.text("error_text")
                                    .or(() -> envelope.text("error"))
                                    .orElseGet(() -> shown(data))
                            : shown(data));
        }
        for (String field : TEXTS) {
            Optional<String> text = data.text(field).filter(it -> !it.isBlank());
            if (text.isPresent()) {
                return text.map(it -> printed(tool, it));
            }
        }
        return data.fields().isEmpty()
                ? Optional.empty()
                : Optional.of(ContentBlocks.fenced(cut(shown(data))));
    }

    private static String shown(Json.Obj data) {
        return JsonText.writeIndented(data);
    }

    /// The output of a tool, safe to show.
    String printed(String tool, String text) {
        String bounded = cut(text);
        return LITERAL.contains(kind(tool)) ? ContentBlocks.fenced(bounded) : bounded;
    }

    private static String cut(String text) {
        return TerminalText.cut(text, MOST_TEXT);
    }
}
