package dev.deft.lsp;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers.FileEdit;
import dev.deft.host.LanguageServers.Place;
import dev.deft.host.LanguageServers.Position;
import dev.deft.host.LanguageServers.Problem;
import dev.deft.host.LanguageServers.Symbol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.MarkedString;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.SnippetTextEdit;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.SymbolKind;
import org.eclipse.lsp4j.TextDocumentEdit;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.WorkspaceSymbol;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.jspecify.annotations.Nullable;

/// Translates answers of servers. What is incomplete is left out; a rename that is incomplete is
/// refused.
record Answers(ServerUris uris) {

    /// More results of one request are dropped.
    static final int MOST = 10_000;

    private static final Position START = new Position(0, 0);

    /// Locations of a definition or of references.
    List<Place> places(Optional<Object> answer) {
        List<Place> places = new ArrayList<>();
        collect(answer.orElse(List.of()), places);
        return places.stream().distinct().toList();
    }

    private void collect(@Nullable Object answer, List<Place> places) {
        switch (answer) {
            case null -> {}
            case Either<?, ?> either -> collect(either.get(), places);
            case List<?> list -> list.stream().limit(MOST).forEach(it -> collect(it, places));
            case Location location ->
                    place(location.getUri(), location.getRange()).ifPresent(places::add);
            case LocationLink link -> {
                Range range =
                        link.getTargetSelectionRange() != null
                                ? link.getTargetSelectionRange()
                                : link.getTargetRange();
                place(link.getTargetUri(), range).ifPresent(places::add);
            }
            default -> {}
        }
    }

    private Optional<Place> place(@Nullable String uri, @Nullable Range range) {
        if (uri == null
                || uri.length() > ServerUris.MOST_LENGTH
                || range == null
                || !isWhole(range)) {
            return Optional.empty();
        }
        return Optional.of(uris.place(uri, position(range.getStart()), position(range.getEnd())));
    }

    private static boolean isWhole(@Nullable Range range) {
        return range != null && range.getStart() != null && range.getEnd() != null;
    }

    private static Position position(org.eclipse.lsp4j.Position position) {
        return new Position(Math.max(0, position.getLine()), Math.max(0, position.getCharacter()));
    }

    /// The text of a hover.
    static Optional<String> hover(Optional<Object> answer) {
        if (!(answer.orElse("") instanceof Hover hover) || hover.getContents() == null) {
            return Optional.empty();
        }
        String text =
                hover.getContents().isRight()
                        ? markup(hover.getContents().getRight())
                        : hover.getContents().getLeft().stream()
                                .map(Answers::marked)
                                .collect(Collectors.joining("\n\n"));
        return Optional.of(ServerText.text(text.strip())).filter(it -> !it.isEmpty());
    }

    private static String markup(@Nullable MarkupContent content) {
        return content == null || content.getValue() == null ? "" : content.getValue();
    }

    private static String marked(@Nullable Either<String, MarkedString> part) {
        if (part == null) {
            return "";
        }
        return part.isLeft() ? part.getLeft() : String.valueOf(part.getRight().getValue());
    }

    /// The symbols of a file.
    List<Symbol> symbols(Optional<Object> answer, String uri) {
        List<Symbol> symbols = new ArrayList<>();
        if (answer.orElse("") instanceof List<?> list) {
            list.forEach(it -> add(it, uri, "", 0, symbols));
        }
        return symbols;
    }

    /// The symbols of a workspace.
    List<Symbol> found(Optional<Object> answer) {
        List<Symbol> symbols = new ArrayList<>();
        if (answer.orElse("") instanceof Either<?, ?> either
                && either.get() instanceof List<?> list) {
            list.forEach(it -> add(it, "", "", 0, symbols));
        }
        return symbols;
    }

    private void add(
            @Nullable Object symbol,
            String uri,
            String container,
            int depth,
            List<Symbol> symbols) {
        if (symbols.size() >= MOST || depth > 50) {
            return;
        }
        switch (symbol) {
            case null -> {}
            case Either<?, ?> either -> add(either.get(), uri, container, depth, symbols);
            case DocumentSymbol it -> {
                Range range =
                        it.getSelectionRange() != null ? it.getSelectionRange() : it.getRange();
                Optional<Place> place = place(uri, range);
                String name = ServerText.line(String.valueOf(it.getName()));
                place.ifPresent(at ->
                        symbols.add(new Symbol(name, kind(it.getKind()), container, depth, at)));
                List<DocumentSymbol> inner =
                        it.getChildren() == null ? List.of() : it.getChildren();
                inner.forEach(child -> add(child, uri, name, depth + 1, symbols));
            }
            case SymbolInformation it -> {
                Location location = it.getLocation();
                if (location != null) {
                    found(
                                    it.getName(),
                                    it.getKind(),
                                    it.getContainerName(),
                                    place(location.getUri(), location.getRange()))
                            .ifPresent(symbols::add);
                }
            }
            case WorkspaceSymbol it -> {
                if (it.getLocation() != null) {
                    found(
                                    it.getName(),
                                    it.getKind(),
                                    it.getContainerName(),
                                    place(it.getLocation()))
                            .ifPresent(symbols::add);
                }
            }
            default -> {}
        }
    }

    private Optional<Place> place(
            Either<Location, org.eclipse.lsp4j.WorkspaceSymbolLocation> location) {
        if (location.isLeft()) {
            return place(location.getLeft().getUri(), location.getLeft().getRange());
        }
        String uri = location.getRight().getUri();
        return uri == null ? Optional.empty() : Optional.of(uris.place(uri, START, START));
    }

    private static Optional<Symbol> found(
            String name, SymbolKind kind, @Nullable String container, Optional<Place> place) {
        return place.map(it ->
                new Symbol(
                        ServerText.line(String.valueOf(name)),
                        kind(kind),
                        container == null ? "" : ServerText.line(container),
                        0,
                        it));
    }

    /// A kind in words, such as `enum member`.
    private static String kind(@Nullable SymbolKind kind) {
        return kind == null
                ? "symbol"
                : kind.name().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /// Diagnostics of a file, by their lines.
    static List<Problem> problems(@Nullable List<Diagnostic> diagnostics, int most) {
        List<Problem> problems = new ArrayList<>();
        for (Diagnostic it : diagnostics == null ? List.<Diagnostic>of() : diagnostics) {
            if (it != null && isWhole(it.getRange()) && problems.size() < most) {
                problems.add(problem(it));
            }
        }
        return List.copyOf(problems);
    }

    private static Problem problem(Diagnostic it) {
        String message =
                it.getMessage() == null
                        ? ""
                        : it.getMessage().isLeft()
                                ? it.getMessage().getLeft()
                                : markup(it.getMessage().getRight());
        String severity =
                switch (it.getSeverity()) {
                    case null -> "error";
                    case Error -> "error";
                    case Warning -> "warning";
                    case Information -> "info";
                    case Hint -> "hint";
                };
        String code = it.getCode() == null ? "" : String.valueOf(it.getCode().get());
        return new Problem(
                severity,
                ServerText.line(message),
                it.getSource() == null ? "" : ServerText.line(it.getSource()),
                ServerText.line(code),
                position(it.getRange().getStart()));
    }

    /// The edits of a rename.
    List<FileEdit> edits(Optional<Object> answer) throws HostException {
        if (!(answer.orElse("") instanceof WorkspaceEdit edit)) {
            throw refused("The language server cannot rename this.");
        }
        Map<String, List<TextEdit>> byUri = new LinkedHashMap<>();
        if (edit.getDocumentChanges() != null) {
            for (var change : edit.getDocumentChanges()) {
                if (change == null || !change.isLeft()) {
                    throw refused(
                            "The rename would also create, move or delete files, which lsp does not"
                                    + " do; nothing was changed. Move the file with move_file and edit"
                                    + " the references.");
                }
                byUri.computeIfAbsent(uri(change.getLeft()), _ -> new ArrayList<>())
                        .addAll(edits(change.getLeft()));
            }
        } else if (edit.getChanges() != null) {
            byUri.putAll(edit.getChanges());
        }
        List<FileEdit> files = new ArrayList<>();
        for (Map.Entry<String, List<TextEdit>> it : byUri.entrySet()) {
            files.add(fileEdit(it.getKey(), it.getValue()));
        }
        return files;
    }

    private static String uri(TextDocumentEdit edit) throws HostException {
        if (edit.getTextDocument() == null || edit.getTextDocument().getUri() == null) {
            throw incomplete();
        }
        return edit.getTextDocument().getUri();
    }

    private static List<TextEdit> edits(TextDocumentEdit edit) throws HostException {
        List<TextEdit> edits = new ArrayList<>();
        for (Either<TextEdit, SnippetTextEdit> it :
                edit.getEdits() == null
                        ? List.<Either<TextEdit, SnippetTextEdit>>of()
                        : edit.getEdits()) {
            if (it == null || !it.isLeft()) {
                throw incomplete();
            }
            edits.add(it.getLeft());
        }
        return edits;
    }

    private FileEdit fileEdit(String uri, List<TextEdit> edits) throws HostException {
        Place file = uris.place(uri, START, START);
        List<dev.deft.host.LanguageServers.TextEdit> all = new ArrayList<>();
        for (TextEdit it : edits) {
            if (it == null
                    || !isWhole(it.getRange())
                    || it.getNewText() == null
                    || all.size() >= MOST) {
                throw incomplete();
            }
            all.add(
                    new dev.deft.host.LanguageServers.TextEdit(
                            position(it.getRange().getStart()),
                            position(it.getRange().getEnd()),
                            it.getNewText()));
        }
        return new FileEdit(file.path(), file.outside(), all);
    }

    private static HostException incomplete() {
        return refused(
                "The language server sent an edit that cannot be used; nothing was changed.");
    }

    private static HostException refused(String message) {
        return new HostException(ErrorCode.REFUSED, message);
    }
}
