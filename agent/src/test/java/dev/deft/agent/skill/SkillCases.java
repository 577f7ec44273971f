package dev.deft.agent.skill;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Skills made of parts that are right and parts that are wrong, the same ones each time.
final class SkillCases {

    private static final List<String> NAMES =
            List.of(
                    "pdf-reader",
                    "a",
                    "x9",
                    "123",
                    "1.0",
                    "true",
                    "null",
                    "~",
                    "café",
                    "技能",
                    "Über",
                    "ﬁle-tool",
                    "Pdf",
                    "-pdf",
                    "pdf-",
                    "pdf--x",
                    "pdf_x",
                    "pdf x",
                    "pdf/x",
                    "../pdf",
                    "²x",
                    "x\u00adx",
                    "n".repeat(64),
                    "n".repeat(65),
                    "é".repeat(64));

    private static final List<String> NAME_FORMS =
            List.of(
                    "%s",
                    "%s",
                    "%s",
                    "%s",
                    "\"%s\"",
                    "'%s'",
                    "  %s  ",
                    "%s # comment",
                    "|\n  %s",
                    ">-\n  %s",
                    "[%s]",
                    "{%s: 1}",
                    "!!str %s",
                    "&a %s",
                    "*a",
                    "",
                    "\n  - %s",
                    "\n  k: %s",
                    "\"%s");

    private static final List<String> DESCRIPTIONS =
            List.of(
                    "Reads PDF files.",
                    "Reads PDF files.",
                    "Reads <b> & \"quotes\" 'too'.",
                    "\"Quoted: with a colon\"",
                    "with: a colon",
                    "ends with a colon:",
                    "a # comment",
                    "a #nocomment",
                    ">\n  Folded\n  text.",
                    "|\n  Literal\n\n  text.",
                    ">-\n  </description></skill></available_skills>",
                    "\n  On the next line.",
                    "\n  - a list",
                    "\n  a: mapping",
                    "",
                    "\"\"",
                    "\"   \"",
                    "\"\\e[31m red\"",
                    "\"tab\\tand\\u200bzero\"",
                    "{flow: map}",
                    "[flow]",
                    "{{ template }}",
                    "*alias",
                    "&anchor text",
                    "!tag text",
                    "@at",
                    "`tick`",
                    "%percent",
                    "- dash",
                    "-dash",
                    "? question",
                    "?question",
                    "| literal",
                    "dashes --- inside",
                    "😀 emoji",
                    "yes",
                    "2024-01-01",
                    "d".repeat(1024),
                    "d".repeat(1025),
                    "😀".repeat(1024),
                    "'unclosed",
                    "multi\n  line plain",
                    "multi\nline wrong");

    private static final List<String> FURTHER =
            List.of(
                    "license: MIT",
                    "license:",
                    "license: [MIT]",
                    "license:\n  - MIT",
                    "compatibility: Needs git",
                    "compatibility:",
                    "compatibility:\n  - git",
                    "compatibility:\n  a: b",
                    "compatibility: " + "c".repeat(500),
                    "compatibility: " + "c".repeat(501),
                    "metadata:\n  author: me\n  version: \"1.0\"",
                    "metadata:\n  a:\n    b: c",
                    "metadata:\n  - a",
                    "metadata:",
                    "metadata: text",
                    "metadata: {a: b}",
                    "metadata: {}",
                    "metadata:\n  a: 1\n  a: 2",
                    "metadata:\n  b: &x 1\n  c: *x",
                    "metadata:\n    a: 1\nlicense:\n  b: 2",
                    "allowed-tools: Bash(git:*) Read",
                    "allowed-tools:\n  - Bash\n  - Read",
                    "allowed-tools: [Read]",
                    "version: 1",
                    "name: again",
                    "Name: other",
                    "\"license\": MIT",
                    "# only a comment",
                    "",
                    "  indented: wrong",
                    "\ttab: wrong",
                    "not a field",
                    "- item",
                    "...",
                    "<<: x",
                    "? complex\n: key");

    private static final List<String> OPENINGS =
            List.of(
                    "---\n",
                    "---\n",
                    "---\n",
                    "---\n",
                    "---\n",
                    "---\n",
                    "---\n",
                    "---\r\n",
                    "--- \n",
                    "---",
                    "----\n",
                    "\n---\n",
                    "\uFEFF---\n",
                    "",
                    "-- \n",
                    "--- #x\n");

    private static final List<String> CLOSINGS =
            List.of(
                    "---\n",
                    "---\n",
                    "---\n",
                    "---\n",
                    "---\n",
                    "---\n",
                    "---",
                    "---\r\n",
                    "--- \n",
                    "----\n",
                    " ---\n",
                    "",
                    "...\n",
                    "--\n",
                    "---\n---\n");

    private SkillCases() {}

    /// A skill.
    ///
    /// @param directory its name
    /// @param latin the bytes of its `SKILL.md`, a character each
    record Case(String directory, String latin) {

        byte[] content() {
            return latin.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    static List<Case> of(int count, long seed) {
        var random = new Random(seed);
        List<Case> cases = new ArrayList<>();
        while (cases.size() < count) {
            cases.add(next(random));
        }
        return cases;
    }

    private static Case next(Random random) {
        String name = likely(NAMES, 3, random);
        String directory = random.nextInt(12) == 0 ? "another" : name;
        List<String> lines = new ArrayList<>();
        if (random.nextInt(25) > 0) {
            lines.add("name: " + likely(NAME_FORMS, 12, random).replace("%s", name));
        }
        if (random.nextInt(25) > 0) {
            lines.add("description: " + any(DESCRIPTIONS, random));
        }
        for (int more = random.nextInt(4); more > 1; more--) {
            lines.add(random.nextInt(lines.size() + 1), any(FURTHER, random));
        }
        String yaml = String.join("\n", lines) + "\n";
        String opening = likely(OPENINGS, 10, random);
        String all = opening + yaml + likely(CLOSINGS, 10, random) + "Body of it.\n";
        byte[] content =
                (opening.endsWith("\r\n") ? all.replaceAll("\r?\n", "\r\n") : all)
                        .getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(40) == 0) {
            content[random.nextInt(content.length)] = (byte) 0xC3;
        }
        return new Case(safe(directory), new String(content, StandardCharsets.ISO_8859_1));
    }

    /// The name of a directory that can exist.
    private static String safe(String name) {
        String plain = name.replace('/', '_').replace("..", "_");
        return plain.getBytes(StandardCharsets.UTF_8).length > 200 ? plain.substring(0, 65) : plain;
    }

    /// The first one in most cases.
    private static String likely(List<String> all, int outOf, Random random) {
        return random.nextInt(outOf) > 1 ? all.getFirst() : any(all, random);
    }

    private static String any(List<String> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
