package dev.deft.agent.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.definition.AgentOrigin.Owner;
import dev.deft.agent.definition.AgentSource.Form;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Whatever a file contains, it is a definition or its mistake is told; nothing is thrown.
class AnyAgentTextTest {

    private static final int TEXTS = 4_000;

    private static final List<String> PIECES =
            List.of(
                    "---\n",
                    "name: a\n",
                    "description: d\n",
                    "tools: [read]\n",
                    "tools: Read, Bash(x\n",
                    "tools: Bash((, a)\n",
                    "rules:\n  - allow bash *\n",
                    "rules: x\n",
                    "- ",
                    ": ",
                    "\t",
                    "\n",
                    "  ",
                    "{",
                    "}",
                    "[",
                    "]",
                    "&a ",
                    "*a",
                    "!!str ",
                    "!x",
                    "|\n",
                    ">\n  a\n",
                    "\"",
                    "'",
                    "#",
                    "%",
                    "@",
                    "`",
                    "? ",
                    "limits: {calls: 1e999}\n",
                    "limits:\n  tokens: 99999999999999999999\n",
                    "requires: {fs: {read: ['{nowhere}/**']}}\n",
                    "requires: []\n",
                    "roots: ['.', '/', '..']\n",
                    "mode: 1\n",
                    "model: ~\n",
                    "maxTurns: -1\n",
                    "disallowedTools: [1]\n",
                    "\u0000",
                    "\uFEFF",
                    "\uD800",
                    "\r\n",
                    "é",
                    "...\n",
                    "<<: *a\n",
                    "0x1F",
                    ".nan",
                    "permissionMode: plan\n");

    @Test
    void isADefinitionOrAMistakeThatIsTold() {
        var random = new Random(12);
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            for (Form form : Form.values()) {
                var messages = new AgentMessages();
                Optional<AgentDefinition> read =
                        new AgentFile(
                                        new AgentSource("x.md", "x", form, Owner.WORKSPACE),
                                        new AgentFile.Known(Set.of("read"), true),
                                        messages)
                                .read(text);
                assertThat(read.isPresent()).as(text).isEqualTo(messages.problems().isEmpty());
                assertThat(messages.problems())
                        .as(text)
                        .allMatch(it ->
                                it.matches("(?s)x\\.md, line [1-9]\\d*, column [1-9]\\d*: .+"));
            }
        }
    }

    @Test
    void deepNestingIsAMistakeLikeAnyOther() {
        for (String opening : List.of("[", "{a: ", "- ", "? ")) {
            var messages = new AgentMessages();
            assertThat(
                            new AgentFile(
                                            new AgentSource(
                                                    "x.md", "x", Form.DEFT, Owner.WORKSPACE),
                                            new AgentFile.Known(Set.of(), true),
                                            messages)
                                    .read("---\nname: " + opening.repeat(100_000) + "\n---\n"))
                    .isEmpty();
            assertThat(messages.problems()).hasSize(1);
        }
    }

    private static String text(Random random) {
        var text = new StringBuilder(random.nextInt(4) > 0 ? "---\n" : "");
        for (int i = random.nextInt(10); i >= 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return random.nextBoolean() ? text + "\n---\nbody" : text.toString();
    }
}
