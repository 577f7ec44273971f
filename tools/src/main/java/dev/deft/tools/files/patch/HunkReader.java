package dev.deft.tools.files.patch;

import dev.deft.host.HostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses one hunk of a patch in the `*** Begin Patch` format.
final class HunkReader {

    private static final String END_OF_FILE = "*** End of File";
    private static final String ANCHOR = "@@";

    /// The position as other diff formats write it; it is ignored, because hunks are located by
    /// their content.
    private static final Pattern LINE_NUMBERS =
            Pattern.compile("-\\d+(?:,\\d+)?\\s+\\+\\d+(?:,\\d+)?(?:\\s*@@.*)?");

    private final List<String> lines;
    private final int start;
    private int at;

    HunkReader(List<String> lines, int start) {
        this.lines = lines;
        this.start = start;
        this.at = start;
    }

    /// The line after the hunk.
    int next() {
        return at;
    }

    Hunk hunk() throws HostException {
        List<String> anchors = anchors();
        List<Hunk.Line> body = body();
        boolean atEnd = at < lines.size() && lines.get(at).strip().equals(END_OF_FILE);
        if (atEnd) {
            at++;
        }
        if (body.isEmpty()) {
            throw PatchParser.unexpected(lines, at, "a line that begins with a blank, `+` or `-`");
        }
        return Hunk.byContent(anchors, body, atEnd, start + 1);
    }

    private List<String> anchors() {
        var anchors = new ArrayList<String>();
        while (at < lines.size() && lines.get(at).startsWith(ANCHOR)) {
            anchor(lines.get(at)).ifPresent(anchors::add);
            at++;
        }
        return anchors;
    }

    private static Optional<String> anchor(String line) {
        String said = line.substring(ANCHOR.length()).strip();
        if (LINE_NUMBERS.matcher(said).matches()) {
            return Optional.empty();
        }
        String text =
                said.endsWith(ANCHOR)
                        ? said.substring(0, said.length() - ANCHOR.length()).strip()
                        : said;
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private List<Hunk.Line> body() throws HostException {
        var body = new ArrayList<Hunk.Line>();
        int separators = 0;
        while (at < lines.size() && !endsBody(lines.get(at))) {
            String line = lines.get(at);
            separators = line.isEmpty() ? separators + 1 : 0;
            line(line).ifPresent(body::add);
            at++;
        }
        return body.subList(0, body.size() - separators);
    }

    private static boolean endsBody(String line) {
        return line.startsWith(ANCHOR)
                || line.strip().equals(END_OF_FILE)
                || PatchParser.endsHunks(line);
    }

    /// An empty line is an empty context line whose leading blank was lost.
    private Optional<Hunk.Line> line(String line) throws HostException {
        if (line.isEmpty()) {
            return Optional.of(new Hunk.Line(Hunk.Sign.CONTEXT, ""));
        }
        String text = line.substring(1);
        return switch (line.charAt(0)) {
            case ' ' -> Optional.of(new Hunk.Line(Hunk.Sign.CONTEXT, text));
            case '-' -> Optional.of(new Hunk.Line(Hunk.Sign.REMOVED, text));
            case '+' -> Optional.of(new Hunk.Line(Hunk.Sign.ADDED, text));
            case '\\' -> Optional.empty();
            default ->
                    throw PatchParser.unexpected(
                            lines, at, "a line that begins with a blank, `+`, `-` or `@@`");
        };
    }
}
