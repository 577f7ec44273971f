package dev.deft.app.terminal.markdown;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the start of a line means, without its indentation and its containers.
final class LineStart {

    private static final int DEEPEST_HEADING = 6;
    private static final int RULE = 3;

    /// A tag that is longer does not start a block.
    private static final int LONGEST_TAG = 400;

    private static final Pattern UNDERLINE = Pattern.compile("(=+|-+)[ ]*");
    private static final Pattern FENCE = Pattern.compile("(`{3,})([^`]*)|(~{3,})(.*)");
    private static final Pattern CLOSING_FENCE = Pattern.compile("(`{3,}|~{3,})[ ]*");
    private static final Pattern ITEM = Pattern.compile("([-+*]|\\d{1,9}[.)])([ ]+|$)");
    private static final Pattern TASK = Pattern.compile("\\[([ xX])\\][ ]+(?=\\S)");

    private static final Pattern TAG =
            Pattern.compile(
                    "<[A-Za-z][A-Za-z0-9-]*(?:\\s+[A-Za-z_:][\\w.:-]*"
                            + "(?:\\s*=\\s*(?:[^\\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?)*\\s*/?>"
                            + "|</[A-Za-z][A-Za-z0-9-]*\\s*>");

    private static final Pattern NAME =
            Pattern.compile("</?([A-Za-z][A-Za-z0-9]*)(?=[\\s>]|/>|$).*");

    private static final Set<String> RAW = Set.of("script", "pre", "style", "textarea");

    private static final Set<String> BLOCKS =
            Set.copyOf(
                    List.of(
                            ("address article aside base basefont blockquote body caption center"
                                            + " col colgroup dd details dialog dir div dl dt fieldset"
                                            + " figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6"
                                            + " head header hr html iframe legend li link main menu menuitem"
                                            + " nav noframes ol optgroup option p param search section summary"
                                            + " table tbody td tfoot th thead title tr track ul")
                                    .split(" ")));

    private LineStart() {}

    record Heading(int level, String text) {}

    static Optional<Heading> heading(String line) {
        int level = run(line, '#');
        boolean spaced = level == line.length() || line.charAt(level) == ' ';
        if (level < 1 || level > DEEPEST_HEADING || !spaced) {
            return Optional.empty();
        }
        String text = line.substring(level).strip();
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '#') {
            end--;
        }
        boolean closed = end == 0 || text.charAt(end - 1) == ' ';
        return Optional.of(new Heading(level, closed ? text.substring(0, end).strip() : text));
    }

    private static int run(String line, char mark) {
        int end = 0;
        while (end < line.length() && line.charAt(end) == mark) {
            end++;
        }
        return end;
    }

    static boolean isRule(String line) {
        char mark = line.charAt(0);
        if ("*-_".indexOf(mark) < 0) {
            return false;
        }
        int marks = 0;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == mark) {
                marks++;
            } else if (line.charAt(i) != ' ') {
                return false;
            }
        }
        return marks >= RULE;
    }

    /// The level of the heading that a line below a paragraph makes of it; 0 if it makes none.
    static int underlined(String line) {
        if (!UNDERLINE.matcher(line).matches()) {
            return 0;
        }
        return line.charAt(0) == '=' ? 1 : 2;
    }

    record Fence(String characters, String language) {}

    static Optional<Fence> fence(String line) {
        Matcher found = FENCE.matcher(line);
        if (!found.matches()) {
            return Optional.empty();
        }
        int group = found.group(1) != null ? 1 : 3;
        String info = found.group(group + 1).strip();
        return Optional.of(new Fence(found.group(group), info.split("[\\s{,]", 2)[0]));
    }

    static boolean closes(String line, String fence) {
        Matcher found = CLOSING_FENCE.matcher(line);
        return found.matches() && found.group(1).startsWith(fence);
    }

    /// The start of an item of a list.
    ///
    /// @param marker as it is written, such as `-` or `12.`
    /// @param width how far the content is from the marker's start
    record Item(String marker, int width, boolean empty) {

        char kind() {
            return marker.charAt(marker.length() - 1);
        }

        boolean isBullet() {
            return marker.length() == 1;
        }

        /// Only such an item may follow a paragraph without a blank line.
        boolean interrupts() {
            return !empty && (isBullet() || Integer.parseInt(number()) == 1);
        }

        private String number() {
            return marker.substring(0, marker.length() - 1);
        }
    }

    static Optional<Item> item(String line) {
        Matcher found = ITEM.matcher(line);
        if (!found.lookingAt()) {
            return Optional.empty();
        }
        int spaces = found.group(2).length();
        boolean empty = found.end() == line.length();
        int padding = empty || spaces > 4 ? 1 : spaces;
        return Optional.of(new Item(found.group(1), found.group(1).length() + padding, empty));
    }

    /// The check box that an item starts with.
    record Task(boolean done, int length) {}

    static Optional<Task> task(String content) {
        Matcher found = TASK.matcher(content);
        return found.lookingAt()
                ? Optional.of(new Task(!found.group(1).equals(" "), found.end()))
                : Optional.empty();
    }

    /// What ends the HTML that starts here: a text in its last line, or the empty text for a blank
    /// line.
    static Optional<String> html(String line, boolean afterParagraph) {
        if (line.charAt(0) != '<' || line.length() < 2) {
            return Optional.empty();
        }
        if (line.startsWith("<!--")) {
            return Optional.of("-->");
        }
        if (line.startsWith("<?")) {
            return Optional.of("?>");
        }
        if (line.startsWith("<![CDATA[")) {
            return Optional.of("]]>");
        }
        if (line.charAt(1) == '!') {
            boolean declares = line.length() > 2 && Character.isLetter(line.charAt(2));
            return declares ? Optional.of(">") : Optional.empty();
        }
        Matcher name = NAME.matcher(line);
        String tag = name.matches() ? name.group(1).toLowerCase(Locale.ROOT) : "";
        if (RAW.contains(tag) && line.charAt(1) != '/') {
            return Optional.of("</" + tag + ">");
        }
        boolean alone =
                !afterParagraph
                        && line.length() < LONGEST_TAG
                        && TAG.matcher(line.strip()).matches();
        return BLOCKS.contains(tag) || alone ? Optional.of("") : Optional.empty();
    }
}
