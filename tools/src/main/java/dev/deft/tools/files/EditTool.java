package dev.deft.tools.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import dev.deft.tools.files.edit.Editor;
import dev.deft.tools.files.edit.Editor.Choice;
import dev.deft.tools.files.edit.Editor.Edited;
import dev.deft.tools.files.edit.Editor.LineRange;
import dev.deft.tools.files.edit.MatchQuality;
import dev.deft.tools.files.edit.NearestBlock;
import dev.deft.tools.files.text.Document;
import dev.deft.tools.files.text.TextFile;
import dev.deft.tools.files.text.UnifiedDiff;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Replaces text in a file.
public final class EditTool implements Tool<EditTool.Params> {

    /// Asked for many times in a call.
    private static final ToolSpec<Params> SPEC =
            ToolSpec.of(
                            "edit",
                            Params.class,
                            ToolCategory.FILE,
                            ToolKind.EDIT,
                            Map.of("lines", NearestBlock.MOST_LINES))
                    .requiring(
                            RequirementSet.reading("{workspace}/**")
                                    .plus(RequirementSet.writing("{workspace}/**")));

    /// The edit.
    ///
    /// @param occurrence selects one of several occurrences, counted from 1
    /// @param startLine the first line to replace if `oldText` is empty, else where to search
    /// @param endLine the last of these lines; the same line if absent
    /// @param edits several edits, each located in the original file; `oldText` and `newText` are
    ///   empty
    /// @param whenSeveral advice for a text that occurs several times, in the words of a dialect
    public record Params(
            @Doc("File to edit") String path,
            @Doc("Text to find") String oldText,
            @Doc("Replacement text") String newText,
            @Doc("Replace every occurrence") Optional<Boolean> replaceAll,
            @DialectOnly OptionalInt occurrence,
            @DialectOnly OptionalInt startLine,
            @DialectOnly OptionalInt endLine,
            @DialectOnly Optional<List<Replace>> edits,
            @DialectOnly Optional<String> whenSeveral) {

        /// The parameters of the default dialect.
        public static Params of(String path, String oldText, String newText) {
            return new Params(
                    path,
                    oldText,
                    newText,
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        private String advice() {
            return whenSeveral.orElse(
                    "Add lines around it until it is unique, or set replace_all.");
        }
    }

    /// One of several edits.
    public record Replace(String oldText, String newText) {}

    /// The result of an edit.
    ///
    /// @param match `exact`, or `whitespace` if blanks or quotes differ from the requested text
    /// @param linesChanged the numbers of new or changed lines
    public record Data(
            String path, int replacements, String match, List<Integer> linesChanged, String diff) {

        public Data {
            linesChanged = List.copyOf(linesChanged);
        }
    }

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return SPEC;
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        WorkspacePath file = files.resolve(params.path());
        return List.of(Touch.reading(file), Touch.writing(file));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        refuseNonsense(params);
        WorkspacePath file = PathLookup.file(host.files(), params.path());
        var change = new Change(params, file);
        host.files().change(List.of(file), change);
        Data data = change.data();
        return ShownDiff.output(
                host,
                text(data, ""),
                data.diff(),
                diff ->
                        ToolResult.output(
                                new Data(
                                        data.path(),
                                        data.replacements(),
                                        data.match(),
                                        shownLines(data, diff, host),
                                        diff),
                                text(data, diff),
                                "Edited " + data.path()));
    }

    /// If the diff is cut, the list of lines is cut too.
    private static List<Integer> shownLines(Data data, String shown, Host host) {
        return shown.length() < data.diff().length()
                ? data.linesChanged().stream().limit(host.limits().items()).toList()
                : data.linesChanged();
    }

    private static void refuseNonsense(Params params) throws HostException {
        if (params.edits().isPresent()) {
            if (params.edits().get().isEmpty()) {
                throw invalid("There are no edits to make.");
            }
            for (Replace it : params.edits().get()) {
                refuseNonsense(it);
            }
        } else if (!params.oldText().isEmpty() || params.startLine().isEmpty()) {
            refuseNonsense(new Replace(params.oldText(), params.newText()));
        }
    }

    private static void refuseNonsense(Replace edit) throws HostException {
        if (edit.oldText().isEmpty()) {
            throw invalid(
                    "The text to replace is empty. Give it exactly as in the file; use `write` to create a file.");
        }
        if (edit.oldText().equals(edit.newText())) {
            throw invalid("The old text and the new one are the same; there is nothing to change.");
        }
        if (Document.plain(edit.oldText()).equals(Document.plain(edit.newText()))) {
            throw invalid(
                    "The old text and the new one differ in line ends only, and those are kept.");
        }
    }

    private static HostException invalid(String message) {
        return new HostException(ErrorCode.INVALID_ARGUMENTS, message);
    }

    private static String text(Data data, String diff) {
        String tolerance =
                data.match().equals(MatchQuality.WHITESPACE.wire())
                        ? "\nThe text matched only with blanks and quotes ignored; check the diff."
                        : "";
        String counted = data.replacements() == 1 ? " replacement." : " replacements.";
        return "Edited "
                + data.path()
                + ": "
                + data.replacements()
                + counted
                + tolerance
                + "\n\n"
                + diff;
    }

    /// Changes the file and remembers the result.
    private static final class Change implements WorkspaceFiles.Changer {

        private final Params params;
        private final WorkspacePath file;
        private Optional<Data> data = Optional.empty();

        Change(Params params, WorkspacePath file) {
            this.params = params;
            this.file = file;
        }

        Data data() {
            return data.orElseThrow();
        }

        @Override
        public Map<WorkspacePath, Optional<Bytes>> change(
                Map<WorkspacePath, WorkspaceFiles.Current> current) throws IOException {
            TextFile before = ChangedText.of(file.display(), current.values().iterator().next());
            var document = Document.of(before.text());
            Edited edited = edited(new Editor(file.display(), document));
            String after = document.with(edited.replacements());
            if (after.equals(before.text())) {
                throw new HostException(
                        ErrorCode.CONFLICT,
                        "%s has the new text there already; nothing was changed."
                                .formatted(file.display()));
            }
            var diff =
                    UnifiedDiff.of(file.display(), Optional.of(before.text()), Optional.of(after));
            data =
                    Optional.of(
                            new Data(
                                    file.display(),
                                    edited.replacements().size(),
                                    edited.match().wire(),
                                    diff.changedLines(),
                                    diff.text()));
            return Map.of(file, Optional.of(before.withText(after).encode(file.display())));
        }

        private Edited edited(Editor editor) throws HostException {
            if (params.edits().isPresent()) {
                return editor.editAll(
                        params.edits().get().stream()
                                .map(it ->
                                        new Editor.Edit(
                                                it.oldText(),
                                                it.newText(),
                                                new Choice.Only(),
                                                LineRange.ALL,
                                                params.advice()))
                                .toList());
            }
            if (params.oldText().isEmpty()) {
                return editor.replaceLines(range(), params.newText());
            }
            return editor.edit(
                    new Editor.Edit(
                            params.oldText(),
                            params.newText(),
                            choice(),
                            range(),
                            params.advice()));
        }

        private Choice choice() {
            if (params.occurrence().isPresent()) {
                return new Choice.Nth(params.occurrence().getAsInt());
            }
            return params.replaceAll().orElse(false) ? new Choice.All() : new Choice.Only();
        }

        private LineRange range() {
            if (params.startLine().isEmpty()) {
                return LineRange.ALL;
            }
            int first = params.startLine().getAsInt();
            return new LineRange(first, params.endLine().orElse(first));
        }
    }
}
