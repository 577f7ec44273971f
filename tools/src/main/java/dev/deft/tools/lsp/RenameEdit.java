package dev.deft.tools.lsp;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers.FileEdit;
import dev.deft.host.LanguageServers.TextEdit;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tools.files.ChangedText;
import dev.deft.tools.files.ShownDiff;
import dev.deft.tools.files.text.TextFile;
import dev.deft.tools.files.text.UnifiedDiff;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Applies the edits of a rename, all or none.
///
/// A server may have seen an older version of a file, so every edit must fit: it replaces text that
/// contains the old name, or nothing.
final class RenameEdit implements WorkspaceFiles.Changer {

    private final Map<WorkspacePath, FileEdit> edits;
    private final String oldName;
    private final List<LspResults.Changed> changed = new ArrayList<>();
    private int replacements;

    /// @param edits by the resolved paths
    RenameEdit(Map<WorkspacePath, FileEdit> edits, String oldName) {
        this.edits = new LinkedHashMap<>(edits);
        this.oldName = oldName;
    }

    List<LspResults.Changed> changed() {
        return List.copyOf(changed);
    }

    int replacements() {
        return replacements;
    }

    @Override
    public Map<WorkspacePath, Optional<Bytes>> change(
            Map<WorkspacePath, WorkspaceFiles.Current> current) throws IOException {
        Map<WorkspacePath, Optional<Bytes>> contents = new LinkedHashMap<>();
        for (Map.Entry<WorkspacePath, WorkspaceFiles.Current> it : current.entrySet()) {
            String path = it.getKey().display();
            TextFile before = ChangedText.of(path, it.getValue());
            FileEdit edit = edits.get(it.getKey());
            String after = edit == null ? before.text() : edited(path, before.text(), edit);
            if (after.equals(before.text())) {
                continue;
            }
            String diff =
                    it.getValue().mayBeShown()
                            ? UnifiedDiff.of(path, Optional.of(before.text()), Optional.of(after))
                                    .text()
                            : ShownDiff.withheld(path);
            changed.add(new LspResults.Changed(path, "updated", diff));
            contents.put(it.getKey(), Optional.of(before.withText(after).encode(path)));
        }
        return contents;
    }

    private String edited(String path, String text, FileEdit edit) throws HostException {
        var code = new CodeText(text);
        List<Replacement> all = new ArrayList<>();
        for (TextEdit it : edit.edits()) {
            all.add(replacement(path, code, it));
        }
        all.sort(Comparator.comparingInt(Replacement::start));
        var edited = new StringBuilder();
        int at = 0;
        for (Replacement it : all) {
            if (it.start() < at) {
                throw misfit(path, code.spot(it.start()).line());
            }
            edited.append(text, at, it.start()).append(it.text());
            at = it.end();
        }
        replacements += all.size();
        return edited.append(text, at, text.length()).toString();
    }

    private Replacement replacement(String path, CodeText code, TextEdit edit)
            throws HostException {
        OptionalInt start = code.offset(edit.start());
        OptionalInt end = code.offset(edit.end());
        if (start.isEmpty() || end.isEmpty() || end.getAsInt() < start.getAsInt()) {
            throw misfit(path, edit.start().line() + 1);
        }
        String replaced = code.text().substring(start.getAsInt(), end.getAsInt());
        if (!replaced.isEmpty() && !replaced.contains(oldName)) {
            throw misfit(path, edit.start().line() + 1);
        }
        return new Replacement(start.getAsInt(), end.getAsInt(), edit.text());
    }

    private HostException misfit(String path, int line) {
        return new HostException(
                ErrorCode.CONFLICT,
                "The edit of the language server does not fit %s, line %d: there is no %s to rename. Nothing was changed; the file may have changed meanwhile, so try again, or use edit."
                        .formatted(path, line, oldName));
    }

    private record Replacement(int start, int end, String text) {}
}
