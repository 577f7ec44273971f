package dev.deft.tools.files.patch;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses unified diffs, as `git diff`, `git format-patch` and `diff -u` print them.
///
/// Lines between the files that belong to no diff, such as those of a mail, are skipped.
final class UnifiedDiffParser {

    private static final String GIT = "diff --git ";
    private static final String OLD = "--- ";
    private static final String NEW = "+++ ";
    private static final String HUNK = "@@ -";

    private final List<String> lines;
    private int at;

    private UnifiedDiffParser(List<String> lines) {
        this.lines = lines;
    }

    /// Whether the lines look like a unified diff.
    static boolean accepts(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(GIT) || beginsFile(lines, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean beginsFile(List<String> lines, int at) {
        return at + 1 < lines.size()
                && lines.get(at).startsWith(OLD)
                && lines.get(at + 1).startsWith(NEW);
    }

    static List<FilePatch> parse(List<String> lines) throws HostException {
        return new UnifiedDiffParser(lines).changes();
    }

    private List<FilePatch> changes() throws HostException {
        var changes = new ArrayList<FilePatch>();
        while (at < lines.size()) {
            if (lines.get(at).startsWith(GIT) || beginsFile(lines, at)) {
                changes.add(file());
            } else if (lines.get(at).startsWith(HUNK)) {
                throw PatchParser.unexpected(
                        lines, at, "`--- a/PATH` and `+++ b/PATH` before the first hunk of a file");
            } else {
                at++;
            }
        }
        return changes;
    }

    private FilePatch file() throws HostException {
        int start = at;
        var header = new UnifiedHeader(lines, start);
        if (lines.get(at).startsWith(GIT)) {
            at++;
            while (at < lines.size() && header.takes(lines.get(at))) {
                at++;
            }
        }
        if (beginsFile(lines, at)) {
            header.names(lines.get(at), lines.get(at + 1));
            at += 2;
        }
        return change(header, hunks());
    }

    private List<Hunk> hunks() throws HostException {
        var hunks = new ArrayList<Hunk>();
        while (at < lines.size() && lines.get(at).startsWith(HUNK)) {
            var reader = new UnifiedHunkReader(lines, at);
            hunks.add(reader.hunk());
            at = reader.next();
        }
        return hunks;
    }

    private FilePatch change(UnifiedHeader header, List<Hunk> hunks) throws HostException {
        String path = header.path();
        if (header.adds()) {
            return new FilePatch.Add(path, added(hunks), header.executable());
        }
        if (header.deletes()) {
            return new FilePatch.Delete(path, Optional.of(inAnyLineEnds(hunks)));
        }
        if (hunks.isEmpty() && header.moveTo().isEmpty() && header.executable().isEmpty()) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "The patch names %s without changing it; nothing was changed.".formatted(path));
        }
        return new FilePatch.Update(
                path, header.moveTo(), inAnyLineEnds(hunks), header.executable());
    }

    /// A changed file keeps its line ends, so those of the diff are ignored.
    private static List<Hunk> inAnyLineEnds(List<Hunk> hunks) {
        return hunks.stream().map(Hunk::withoutReturns).toList();
    }

    private static String added(List<Hunk> hunks) {
        var content = new StringBuilder();
        boolean open = false;
        for (Hunk hunk : hunks) {
            for (Hunk.Line line : hunk.lines()) {
                content.append(line.text()).append('\n');
            }
            open = hunk.end() == Hunk.FinalLineEnd.ABSENT;
        }
        if (open) {
            content.setLength(content.length() - 1);
        }
        return content.toString();
    }
}
