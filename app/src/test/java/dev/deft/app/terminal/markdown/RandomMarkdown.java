package dev.deft.app.terminal.markdown;

import dev.deft.app.terminal.RandomText;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Markdown as a model might write it, and as nobody would.
final class RandomMarkdown {

    private static final List<String> INLINE =
            List.of(
                    "word",
                    "some more words",
                    "**strong**",
                    "*emphasis*",
                    "~~gone~~",
                    "`code`",
                    "``a ` b``",
                    "[text](https://example.com/a)",
                    "[a **b**](src/A.java)",
                    "[evil](javascript:alert(1))",
                    "![alt](pic.png)",
                    "<https://deft.dev>",
                    "https://example.com/x_y_z?q=1.",
                    "&amp;",
                    "&#27;[2J",
                    "&#x202e;",
                    "&#10;",
                    "\\*",
                    "<br>",
                    "<b>",
                    "**open",
                    "`open",
                    "[open",
                    "](",
                    "~",
                    "~~~",
                    "_a_b_",
                    "広い文字、です。",
                    "😀👍🏽",
                    "e\u0301\u0302",
                    "שלום עולם",
                    "مرحبا",
                    "🇩🇪",
                    "각",
                    "a|b",
                    "x".repeat(70),
                    "  ",
                    "\t",
                    "  \n",
                    "\\\n",
                    "\n");

    private static final List<String> STARTS =
            List.of(
                    "# ",
                    "## ",
                    "#### ",
                    "#",
                    "- ",
                    "* ",
                    "+ ",
                    "-",
                    "1. ",
                    "12) ",
                    "7.",
                    "> ",
                    ">",
                    ">> ",
                    "- [ ] ",
                    "- [x] ",
                    "    ",
                    "  ",
                    "   ",
                    "\t",
                    "```java\n",
                    "```\n",
                    "````\n",
                    "~~~py\n",
                    "```diff\n",
                    "---",
                    "***\n",
                    "===\n",
                    "- - -\n",
                    "| a | b |\n|---|:-:|\n",
                    "|",
                    "| x | y |\n",
                    "<div>\n",
                    "<!-- ",
                    "-->",
                    "<script>\n",
                    "[a]: http://b\n",
                    "\n",
                    "\n\n",
                    "/* ",
                    "\"\"\"\n",
                    "+++ b\n");

    private static final List<String> ENDS = List.of("\n", "\n", "\n\n", "\r\n", "\r", "\r\n\r\n");

    private final RandomGenerator random;
    private final StringBuilder text = new StringBuilder();

    private RandomMarkdown(RandomGenerator random) {
        this.random = random;
    }

    static String of(RandomGenerator random) {
        var made = new RandomMarkdown(random);
        for (int left = random.nextInt(14); left > 0; left--) {
            made.block();
        }
        return made.text.toString();
    }

    private void block() {
        switch (random.nextInt(12)) {
            case 0 -> text.append(RandomText.of(random));
            case 1 -> fence();
            case 2 -> table();
            case 3 -> list();
            case 4 -> text.append(any(STARTS)).append(any(STARTS)).append(any(ENDS));
            case 5 -> longLine();
            default -> {
                for (int starts = random.nextInt(3); starts > 0; starts--) {
                    text.append(any(STARTS));
                }
                words();
                text.append(any(ENDS));
            }
        }
    }

    private void words() {
        for (int left = random.nextInt(12); left > 0; left--) {
            text.append(any(INLINE)).append(random.nextInt(4) == 0 ? "" : " ");
        }
    }

    private void fence() {
        String indentation = " ".repeat(random.nextInt(5));
        text.append(indentation).append("```").append(any(List.of("java", "", "py", "xml", "??")));
        for (int left = random.nextInt(6); left > 0; left--) {
            text.append(any(ENDS)).append(indentation);
            text.append(
                    any(
                            List.of(
                                    "int a = 1; // x",
                                    "/* open",
                                    "close */ b",
                                    "<a b='c'>",
                                    "s = '''",
                                    "x".repeat(300),
                                    "",
                                    "\tfoo(\"bar\\\"\")",
                                    RandomText.of(random))));
        }
        text.append(any(ENDS)).append(random.nextInt(4) == 0 ? "" : indentation + "```\n");
    }

    private void table() {
        int columns = 1 + random.nextInt(5);
        text.append("| head ".repeat(columns)).append("|\n");
        text.append("| :-: ".repeat(columns)).append("|\n");
        int rows = random.nextInt(10) == 0 ? 80 : random.nextInt(5);
        for (int row = 0; row < rows; row++) {
            var texts = new ArrayList<String>();
            for (int i = 0; i < columns; i++) {
                texts.add(any(INLINE).replace("\n", " "));
            }
            text.append("| ").append(String.join(" | ", texts)).append(" |\n");
        }
    }

    private void list() {
        String indentation = "";
        for (int left = random.nextInt(8); left > 0; left--) {
            text.append(indentation).append(any(List.of("- ", "- ", "1. ", "- [ ] ", "")));
            words();
            text.append(any(ENDS));
            indentation = " ".repeat(random.nextInt(7));
        }
    }

    private void longLine() {
        int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 9_000 : 600);
        int start = text.length();
        while (text.length() < start + length) {
            text.append(any(INLINE).replace("\n", "")).append(random.nextInt(3) == 0 ? "" : " ");
        }
        text.append(any(ENDS));
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
