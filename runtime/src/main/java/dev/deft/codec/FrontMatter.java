package dev.deft.codec;

import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;

/// A Markdown file that begins with YAML between two lines `---`: agents, skills and commands.
///
/// @param fields an object; positions are those of the file
/// @param body the text after the second `---` line
/// @param bodyLine the line where the body begins, counted from 1
public record FrontMatter(LocatedJson fields, String body, int bodyLine) {

    private static final String FENCE = "---";

    /// Whether a text begins with front matter.
    public static boolean isIn(String text) {
        return firstLine(unmarked(text)).stripTrailing().equals(FENCE);
    }

    /// Parses a file with front matter. Lines end with `\n` or `\r\n`; a byte order mark is
    /// ignored.
    ///
    /// @throws JsonSyntaxException when there is none, when it does not end, or when it is not a
    ///   mapping
    public static FrontMatter parse(String text) throws JsonSyntaxException {
        String plain = unmarked(text).replace("\r\n", "\n");
        if (!isIn(plain)) {
            throw new JsonSyntaxException(
                    "the file must begin with a line \"---\" and end its front matter with another",
                    1,
                    1);
        }
        int begin = firstLine(plain).length() + 1;
        int line = 2;
        for (int at = begin; at < plain.length(); line++) {
            String current = firstLine(plain.substring(at));
            if (current.stripTrailing().equals(FENCE)) {
                int after = Math.min(plain.length(), at + current.length() + 1);
                return new FrontMatter(
                        fields(plain.substring(begin, at)), plain.substring(after), line + 1);
            }
            at += current.length() + 1;
        }
        throw new JsonSyntaxException(
                "the front matter has no end; add a line \"---\" after it", line, 1);
    }

    /// The empty line stands for the first fence, so that positions are those of the file.
    private static LocatedJson fields(String yaml) throws JsonSyntaxException {
        LocatedJson fields = YamlText.parse("\n" + yaml);
        if (fields.value() instanceof Json.Obj) {
            return fields;
        }
        throw new JsonSyntaxException(
                "the front matter must be a mapping, not " + fields.value().kind(),
                fields.position().line(),
                fields.position().column());
    }

    private static String unmarked(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
