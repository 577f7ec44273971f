package dev.deft.agent.skill;

import dev.deft.codec.LocatedJson;
import dev.deft.codec.StrictYaml;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// The text of a `SKILL.md`: front matter and body, divided as the reference implementation does.
///
/// The front matter ends at the first `---` after its beginning, wherever that is.
///
/// @param fields an object; positions are those of the file
/// @param body the instructions, stripped
record SkillText(LocatedJson fields, String body) {

    private static final String FENCE = "---";

    /// Decodes UTF-8; every kind of line end becomes `\n`.
    static String decode(Bytes content) throws JsonSyntaxException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content.toArray()))
                    .toString()
                    .replace("\r\n", "\n")
                    .replace('\r', '\n');
        } catch (CharacterCodingException _) {
            throw new JsonSyntaxException("the file is not UTF-8", 1, 1);
        }
    }

    static SkillText parse(String text) throws JsonSyntaxException {
        if (!text.startsWith(FENCE)) {
            throw new JsonSyntaxException(
                    "a skill must begin with a line \"---\", then \"name\" and \"description\","
                            + " then another line \"---\"",
                    1,
                    1);
        }
        int end = text.indexOf(FENCE, FENCE.length());
        if (end < 0) {
            throw new JsonSyntaxException(
                    "the front matter has no end; add a line \"---\" after it",
                    (int) text.lines().count(),
                    1);
        }
        LocatedJson fields = fields(text.substring(FENCE.length(), end));
        return new SkillText(fields, text.substring(end + FENCE.length()).strip());
    }

    private static LocatedJson fields(String yaml) throws JsonSyntaxException {
        LocatedJson fields;
        try {
            fields = StrictYaml.parse(yaml);
        } catch (JsonSyntaxException e) {
            throw new JsonSyntaxException(e.problem(), e.line(), column(e.line(), e.column()));
        }
        if (fields.value() instanceof Json.Obj) {
            return fields;
        }
        throw new JsonSyntaxException(
                "the front matter must have lines such as \"name: value\"",
                fields.position().line(),
                column(fields.position().line(), fields.position().column()));
    }

    /// The first line of the YAML stands behind the fence.
    private static int column(int line, int column) {
        return line == 1 ? column + FENCE.length() : column;
    }
}
