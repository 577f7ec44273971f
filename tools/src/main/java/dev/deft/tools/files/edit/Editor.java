package dev.deft.tools.files.edit;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.tools.files.text.Document;
import dev.deft.tools.files.text.Document.Replacement;
import dev.deft.tools.files.text.VisibleLines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Edits one document. Missing or ambiguous text is a conflict, whose message shows the document.
public final class Editor {

    /// Only exact matches can be replaced everywhere or selected by number.
    private static final String COPY_IT =
            "Copy it exactly from the file, with enough surrounding lines to be unique.";

    private final String path;
    private final Document document;

    /// @param path for messages
    public Editor(String path, Document document) {
        this.path = path;
        this.document = document;
    }

    /// Which of several occurrences to edit.
    public sealed interface Choice {

        /// There must be only one.
        record Only() implements Choice {}

        /// All of them, from the top; overlapping ones are skipped.
        record All() implements Choice {}

        /// One of them, counted from 1.
        record Nth(int number) implements Choice {}
    }

    /// A range of lines, both ends included, counted from 1.
    public record LineRange(int first, int last) {

        /// Everything.
        public static final LineRange ALL = new LineRange(1, Integer.MAX_VALUE);
    }

    /// Text to replace and its replacement.
    ///
    /// @param whenSeveral advice for a text that occurs several times
    public record Edit(
            String oldText, String newText, Choice choice, LineRange within, String whenSeveral) {}

    /// The result of an edit.
    public record Edited(List<Replacement> replacements, MatchQuality match) {

        public Edited {
            replacements = List.copyOf(replacements);
        }
    }

    /// Finds what to replace; does not change the document.
    ///
    /// @throws HostException if the text is missing or ambiguous
    public Edited edit(Edit edit) throws HostException {
        var search = new TextSearch(document, Document.plain(edit.oldText()));
        List<TextSearch.Place> literal = within(edit.within(), search.literally());
        if (!literal.isEmpty()) {
            return edited(chosen(edit, literal), edit.newText());
        }
        List<TextSearch.Place> alike = within(edit.within(), search.tolerantly());
        if (alike.isEmpty()) {
            throw missing(edit);
        }
        TextSearch.Place only = only(edit, alike, COPY_IT);
        if (edit.choice() instanceof Choice.Nth(int number) && number != 1) {
            throw ambiguous(alike, "There is no occurrence %d.".formatted(number));
        }
        return edited(List.of(only), edit.newText());
    }

    private List<TextSearch.Place> within(LineRange range, List<TextSearch.Place> places) {
        return places.stream()
                .filter(it -> document.lineAt(it.start()) + 1 >= range.first())
                .filter(it ->
                        document.lineAt(Math.max(it.start(), it.end() - 1)) + 1 <= range.last())
                .toList();
    }

    private static Edited edited(List<TextSearch.Place> places, String newText) {
        return new Edited(
                places.stream().map(it -> it.replacedBy(newText)).toList(),
                places.getFirst().match());
    }

    private List<TextSearch.Place> chosen(Edit edit, List<TextSearch.Place> places)
            throws HostException {
        return switch (edit.choice()) {
            case Choice.Only _ -> List.of(only(edit, places, edit.whenSeveral()));
            case Choice.All _ -> apart(places);
            case Choice.Nth(int number) -> {
                if (number < 1 || number > places.size()) {
                    throw ambiguous(places, "There is no occurrence %d.".formatted(number));
                }
                yield List.of(places.get(number - 1));
            }
        };
    }

    private TextSearch.Place only(Edit edit, List<TextSearch.Place> places, String advice)
            throws HostException {
        if (places.size() == 1) {
            return places.getFirst();
        }
        List<TextSearch.Place> verbatim =
                places.stream()
                        .filter(it -> document.raw(it.start(), it.end()).equals(edit.oldText()))
                        .toList();
        if (verbatim.size() == 1) {
            return verbatim.getFirst();
        }
        throw ambiguous(places, advice);
    }

    private static List<TextSearch.Place> apart(List<TextSearch.Place> places) {
        var apart = new ArrayList<TextSearch.Place>();
        for (TextSearch.Place it : places) {
            if (apart.isEmpty() || it.start() >= apart.getLast().end()) {
                apart.add(it);
            }
        }
        return apart;
    }

    private HostException ambiguous(List<TextSearch.Place> places, String advice) {
        List<String> lines = document.lines();
        String shown =
                places.stream()
                        .limit(NearestBlock.MOST_LINES)
                        .map(it -> document.lineAt(it.start()))
                        .map(it -> VisibleLines.block(lines, it, it + 1))
                        .collect(Collectors.joining("\n"));
        int hidden = places.size() - NearestBlock.MOST_LINES;
        String more = hidden > 0 ? "\nand %d more.".formatted(hidden) : "";
        return conflict(
                "The text occurs %s in %s; nothing was changed. %s It begins on %s:\n%s%s"
                        .formatted(
                                places.size() == 1 ? "once" : places.size() + " times",
                                path,
                                advice,
                                places.size() == 1 ? "this line" : "these lines",
                                shown,
                                more));
    }

    private HostException missing(Edit edit) {
        List<String> wanted = TextSearch.lines(Document.plain(edit.oldText()));
        String where =
                edit.within().equals(LineRange.ALL)
                        ? path
                        : "lines %d-%d of %s"
                                .formatted(edit.within().first(), edit.within().last(), path);
        return conflict(
                "The text is not in %s; nothing was changed. %s"
                        .formatted(where, NearestBlock.describe(document.lines(), wanted)));
    }

    /// Replaces whole lines. Empty text deletes them; an end beyond the last line means the last
    /// line.
    public Edited replaceLines(LineRange range, String newText) throws HostException {
        int count = document.lineCount();
        if (range.first() < 1
                || range.first() > Math.max(1, count)
                || range.last() < range.first()) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s has %d lines; %d to %d is not a valid range."
                            .formatted(path, count, range.first(), range.last()));
        }
        int first = range.first() - 1;
        int last = Math.min(range.last(), Math.max(1, count)) - 1;
        String text = Document.plain(newText);
        Replacement replacement =
                text.isEmpty()
                        ? new Replacement(
                                document.lineStart(first), document.lineStart(last + 1), "")
                        : new Replacement(
                                document.lineStart(first),
                                document.lineEnd(last),
                                text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
        return new Edited(List.of(replacement), MatchQuality.EXACT);
    }

    /// Finds what several edits replace, each located in the original document.
    ///
    /// @throws HostException if one of them fails or two of them overlap
    public Edited editAll(List<Edit> edits) throws HostException {
        var replacements = new ArrayList<Replacement>();
        MatchQuality match = MatchQuality.EXACT;
        for (int i = 0; i < edits.size(); i++) {
            Edited edited = numbered(i + 1, edits.get(i));
            replacements.addAll(edited.replacements());
            match = edited.match() == MatchQuality.WHITESPACE ? MatchQuality.WHITESPACE : match;
        }
        refuseOverlaps(replacements);
        return new Edited(replacements, match);
    }

    private Edited numbered(int number, Edit edit) throws HostException {
        try {
            return edit(edit);
        } catch (HostException e) {
            throw new HostException(e.code(), "Edit %d: %s".formatted(number, e.getMessage()));
        }
    }

    private void refuseOverlaps(List<Replacement> replacements) throws HostException {
        List<Replacement> sorted =
                replacements.stream()
                        .sorted((a, b) -> Integer.compare(a.start(), b.start()))
                        .toList();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).start() < sorted.get(i - 1).end()) {
                throw conflict(
                        "Two edits change the same text on line %d of %s; make them one edit."
                                .formatted(document.lineAt(sorted.get(i).start()) + 1, path));
            }
        }
    }

    private static HostException conflict(String message) {
        return new HostException(ErrorCode.CONFLICT, message);
    }
}
