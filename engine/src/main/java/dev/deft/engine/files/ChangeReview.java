package dev.deft.engine.files;

import dev.deft.host.Bytes;
import dev.deft.host.LanguageServers.Source;
import dev.deft.host.WorkspaceFiles.Changed;
import dev.deft.json.Json;
import dev.deft.lsp.NewErrors;
import dev.deft.lsp.SessionServers;
import dev.deft.tool.ToolResult;
import dev.deft.tools.files.text.TextFile;
import dev.deft.tools.lsp.CodeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Tells the model which errors its change has brought, where a language server runs already.
public record ChangeReview(SessionServers servers) {

    /// How many errors a result names.
    public static final int MOST_ERRORS = 10;

    /// Adds the new errors to the result.
    public ToolResult.Output of(ToolResult.Output output, List<Changed> changes)
            throws InterruptedException {
        Map<String, Changed> last = new LinkedHashMap<>();
        changes.forEach(it -> last.merge(it.file().display(), it, ChangeReview::joined));
        List<NewErrors.ChangedSource> sources = new ArrayList<>();
        last.values().forEach(it -> source(it).ifPresent(sources::add));
        List<NewErrors.Found> found =
                new NewErrors(servers).of(sources, List.copyOf(last.keySet()));
        return found.isEmpty() ? output : with(output, found);
    }

    private static Changed joined(Changed first, Changed second) {
        return new Changed(first.file(), first.before(), second.after());
    }

    private Optional<NewErrors.ChangedSource> source(Changed change) {
        Optional<Instant> time = servers.modified(change.file().display());
        return text(change.after())
                .filter(_ -> time.isPresent())
                .map(it ->
                        new NewErrors.ChangedSource(
                                new Source(change.file(), it, time.get()), text(change.before())));
    }

    private static Optional<String> text(Optional<Bytes> content) {
        return content.flatMap(TextFile::decode).map(TextFile::text);
    }

    private static ToolResult.Output with(ToolResult.Output output, List<NewErrors.Found> found) {
        List<Shown> shown = found.stream().limit(MOST_ERRORS).map(Shown::of).toList();
        String lines = shown.stream().map(Shown::display).collect(Collectors.joining("\n"));
        String more =
                found.size() > shown.size()
                        ? "\n[and %d more]".formatted(found.size() - shown.size())
                        : "";
        String gap = output.text().isEmpty() || output.text().endsWith("\n") ? "" : "\n";
        String text =
                "%s%s\nThe language server finds new errors after this change:\n%s%s"
                        .formatted(output.text(), gap, lines, more);
        return new ToolResult.Output(
                        output.data(),
                        text,
                        output.title(),
                        output.attachments(),
                        output.head(),
                        output.metadata())
                .with("diagnostics", new Json.Arr(shown.stream().map(Shown::json).toList()));
    }

    /// An error with its place as a model counts.
    private record Shown(String path, CodeText.Spot spot, String message) {

        static Shown of(NewErrors.Found found) {
            return new Shown(
                    found.file().after().path().display(),
                    new CodeText(found.file().after().text()).spot(found.problem().start()),
                    found.problem().message());
        }

        String display() {
            return "%s:%d:%d  error: %s".formatted(path, spot.line(), spot.column(), message);
        }

        Json json() {
            return Json.Obj.EMPTY
                    .with("path", new Json.Str(path))
                    .with("line", Json.Num.of(spot.line()))
                    .with("column", Json.Num.of(spot.column()))
                    .with("severity", new Json.Str("error"))
                    .with("message", new Json.Str(message));
        }
    }
}
