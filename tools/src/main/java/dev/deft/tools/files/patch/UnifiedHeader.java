package dev.deft.tools.files.patch;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The lines before the first hunk of a file: its names, mode and kind of change.
final class UnifiedHeader {

    private static final String GIT = "diff --git ";
    private static final String NOWHERE = "/dev/null";
    private static final String EXECUTABLE = "100755";
    private static final String PLAIN = "100644";

    /// The prefixes git puts before a path: `a/` and `b/`, or letters for what was compared.
    private static final Pattern PREFIX = Pattern.compile("[abciow12]/(.+)", Pattern.DOTALL);

    private final List<String> lines;
    private final int start;
    private Optional<String> oldPath = Optional.empty();
    private Optional<String> newPath = Optional.empty();
    private boolean renames;
    private boolean adds;
    private boolean deletes;
    private Optional<Boolean> executable = Optional.empty();

    UnifiedHeader(List<String> lines, int start) {
        this.lines = lines;
        this.start = start;
    }

    /// Parses a line that follows `diff --git`.
    ///
    /// @return whether it belongs to the header
    boolean takes(String line) throws HostException {
        if (line.startsWith("new file mode ")) {
            adds = true;
            executable = mode(line);
        } else if (line.startsWith("deleted file mode ")) {
            deletes = true;
        } else if (line.startsWith("new mode ")) {
            executable = mode(line);
        } else if (line.startsWith("rename from ")) {
            renames = true;
            oldPath = Optional.of(QuotedPath.read(after(line, "rename from ")));
        } else if (line.startsWith("rename to ")) {
            renames = true;
            newPath = Optional.of(QuotedPath.read(after(line, "rename to ")));
        } else if (line.startsWith("copy from ") || line.startsWith("copy to ")) {
            throw refused("copies a file; add the copy as a new file instead");
        } else if (line.startsWith("Binary files ") || line.equals("GIT binary patch")) {
            throw refused("changes a binary file; only texts can be patched");
        } else {
            return List.of("old mode ", "index ", "similarity index ", "dissimilarity index ")
                    .stream()
                    .anyMatch(line::startsWith);
        }
        return true;
    }

    private static String after(String line, String prefix) {
        return line.substring(prefix.length());
    }

    private Optional<Boolean> mode(String line) throws HostException {
        String mode = line.substring(line.lastIndexOf(' ') + 1);
        return switch (mode) {
            case EXECUTABLE -> Optional.of(true);
            case PLAIN, "100664" -> Optional.of(false);
            case "120000" -> throw refused("makes or changes a symbolic link; use `bash` with ln");
            default -> throw refused("has the mode " + mode + ", which is not supported");
        };
    }

    /// Parses the lines `--- OLD` and `+++ NEW`.
    void names(String oldLine, String newLine) throws HostException {
        String before = name(oldLine);
        String now = name(newLine);
        adds = adds || before.equals(NOWHERE);
        deletes = deletes || now.equals(NOWHERE);
        if (adds && deletes) {
            throw refused("names no file");
        }
        if (renames || lines.get(start).startsWith(GIT)) {
            return;
        }
        boolean prefixed = prefixed(before) && prefixed(now) && !before.equals(now);
        oldPath = adds ? Optional.empty() : Optional.of(prefixed ? bare(before) : before);
        newPath = deletes ? Optional.empty() : Optional.of(prefixed ? bare(now) : now);
    }

    /// A timestamp may follow the name, after a tab.
    private static String name(String line) throws HostException {
        String said = line.substring("--- ".length());
        int tab = said.indexOf('\t');
        return QuotedPath.read((tab < 0 ? said : said.substring(0, tab)).strip());
    }

    private static boolean prefixed(String name) {
        return name.equals(NOWHERE) || PREFIX.matcher(name).matches();
    }

    private static String bare(String name) {
        return name.substring(2);
    }

    boolean adds() {
        return adds;
    }

    boolean deletes() {
        return deletes;
    }

    Optional<Boolean> executable() {
        return executable;
    }

    /// The path before the change, or after it if the file is new.
    String path() throws HostException {
        Optional<String> named = oldPath.or(() -> newPath);
        return named.isPresent() ? named.get() : inGitLine();
    }

    Optional<String> moveTo() throws HostException {
        String from = path();
        return adds || deletes ? Optional.empty() : newPath.filter(it -> !it.equals(from));
    }

    /// The path of a file that is not moved. Git names it twice in one line, so that a directory
    /// `b` is not mistaken for a prefix.
    private String inGitLine() throws HostException {
        String line = lines.get(start);
        String said = after(line, GIT);
        for (int blank = said.indexOf(' '); blank > 0; blank = said.indexOf(' ', blank + 1)) {
            String first = QuotedPath.read(said.substring(0, blank));
            String second = QuotedPath.read(said.substring(blank + 1));
            if (first.equals(second)) {
                return first;
            }
            if (prefixed(first) && prefixed(second) && bare(first).equals(bare(second))) {
                return bare(first);
            }
        }
        throw PatchParser.unexpected(lines, start, "one path, as in `diff --git a/PATH b/PATH`");
    }

    private HostException refused(String why) {
        return new HostException(
                ErrorCode.INVALID_ARGUMENTS,
                "The part of the patch that begins on line %d %s. Nothing was changed."
                        .formatted(start + 1, why));
    }
}
