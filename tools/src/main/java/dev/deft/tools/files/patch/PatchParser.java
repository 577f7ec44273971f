package dev.deft.tools.files.patch;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses a patch, in the `*** Begin Patch` format or as a unified diff. Errors name the line.
public final class PatchParser {

    private static final String BEGIN = "*** Begin Patch";
    private static final String END = "*** End Patch";
    private static final String ADD = "*** Add File:";
    private static final String UPDATE = "*** Update File:";
    private static final String DELETE = "*** Delete File:";
    private static final String MOVE = "*** Move to:";
    private static final Pattern HEREDOC =
            Pattern.compile("(?:(?:apply_patch|cat)\\s+)?<<-?\\s*['\"]?(\\w+)['\"]?");

    private final List<String> lines;
    private int at;

    private PatchParser(List<String> lines) {
        this.lines = lines;
    }

    public static List<FilePatch> parse(String patch) throws HostException {
        List<String> raw = Pattern.compile("\n").splitAsStream(patch).toList();
        List<String> lines = raw.stream().map(PatchParser::withoutReturn).toList();
        boolean unified =
                lines.stream().noneMatch(it -> it.strip().equals(BEGIN))
                        && UnifiedDiffParser.accepts(lines);
        if (!unified) {
            return new PatchParser(lines).patch();
        }
        boolean allReturn = raw.stream().allMatch(it -> it.isEmpty() || it.endsWith("\r"));
        return UnifiedDiffParser.parse(allReturn ? lines : raw);
    }

    static String withoutReturn(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    private List<FilePatch> patch() throws HostException {
        skipBlank();
        Optional<String> heredoc = heredoc();
        skipBlank();
        if (!header().equals(BEGIN)) {
            throw unexpected("`" + BEGIN + "`, or a unified diff");
        }
        at++;
        var changes = new ArrayList<FilePatch>();
        skipBlank();
        while (!header().equals(END)) {
            changes.add(change());
            skipBlank();
        }
        at++;
        skipBlank();
        if (heredoc.isPresent() && header().equals(heredoc.get())) {
            at++;
            skipBlank();
        }
        if (at < lines.size()) {
            throw unexpected("nothing after `" + END + "`");
        }
        if (changes.isEmpty()) {
            throw new HostException(ErrorCode.INVALID_ARGUMENTS, "The patch changes no file.");
        }
        return changes;
    }

    private Optional<String> heredoc() {
        var matcher = HEREDOC.matcher(header());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        at++;
        return Optional.of(matcher.group(1));
    }

    private void skipBlank() {
        while (at < lines.size() && lines.get(at).isBlank()) {
            at++;
        }
    }

    /// The current line without surrounding blanks; empty at the end.
    private String header() {
        return at < lines.size() ? lines.get(at).strip() : "";
    }

    private FilePatch change() throws HostException {
        String header = header();
        if (header.startsWith(ADD)) {
            String path = path(header, ADD);
            return new FilePatch.Add(path, content(addedLines()), Optional.empty());
        }
        if (header.startsWith(DELETE)) {
            return new FilePatch.Delete(path(header, DELETE), Optional.empty());
        }
        if (header.startsWith(UPDATE)) {
            String path = path(header, UPDATE);
            return update(path);
        }
        throw unexpected("`%s`, `%s`, `%s` or `%s`".formatted(ADD, UPDATE, DELETE, END));
    }

    private String path(String header, String prefix) throws HostException {
        String path = header.substring(prefix.length()).strip();
        if (path.isEmpty()) {
            throw unexpected("a path after `" + prefix + "`");
        }
        at++;
        return path;
    }

    private List<String> addedLines() throws HostException {
        var added = new ArrayList<String>();
        while (!atHeader()) {
            String line = lines.get(at);
            if (line.startsWith("+")) {
                added.add(line.substring(1));
                at++;
            } else if (line.isBlank() && onlyBlankUntilHeader()) {
                skipBlank();
            } else {
                throw unexpected("a line that begins with `+`");
            }
        }
        return added;
    }

    private static String content(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private boolean onlyBlankUntilHeader() {
        int start = at;
        skipBlank();
        boolean header = at < lines.size() && atHeader();
        at = start;
        return header;
    }

    private boolean atHeader() {
        String header = header();
        return at >= lines.size()
                || header.equals(END)
                || header.startsWith(ADD)
                || header.startsWith(UPDATE)
                || header.startsWith(DELETE);
    }

    private FilePatch update(String path) throws HostException {
        Optional<String> moveTo = Optional.empty();
        if (header().startsWith(MOVE)) {
            moveTo = Optional.of(path(header(), MOVE));
        }
        var hunks = new ArrayList<Hunk>();
        skipBlank();
        while (!atHeader()) {
            var reader = new HunkReader(lines, at);
            hunks.add(reader.hunk());
            at = reader.next();
            skipBlank();
        }
        if (hunks.isEmpty() && moveTo.isEmpty()) {
            throw unexpected("`@@` or a changed line of " + path);
        }
        return new FilePatch.Update(path, moveTo, hunks, Optional.empty());
    }

    private HostException unexpected(String expected) {
        return unexpected(lines, at, expected);
    }

    static HostException unexpected(List<String> lines, int at, String expected) {
        String found = at < lines.size() ? "`" + lines.get(at) + "`" : "the end of the patch";
        return new HostException(
                ErrorCode.INVALID_ARGUMENTS,
                "Line %d of the patch: expected %s, found %s. Nothing was changed."
                        .formatted(at + 1, expected, found));
    }

    /// Whether a line ends the hunks of a file.
    static boolean endsHunks(String line) {
        String header = line.strip();
        return header.equals(END)
                || header.startsWith(ADD)
                || header.startsWith(UPDATE)
                || header.startsWith(DELETE);
    }
}
