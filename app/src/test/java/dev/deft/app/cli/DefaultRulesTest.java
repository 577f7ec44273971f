package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.json.Json;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which commands the default agent runs unasked: any, in look mode.
class DefaultRulesTest {

    private static final double UNASKED = 0.98;

    @TempDir Path root;

    private Json.Obj policy(String sandbox, Rule... further) {
        List<Rule> rules = new ArrayList<>(DefaultAgent.rules());
        rules.addAll(List.of(further));
        return PolicyFile.write(rules).with("sandbox", sandbox);
    }

    /// What is decided about each command, with its mode.
    private Map<String, String> decisions(List<String> commands, Json.Obj policy) throws Exception {
        Path file = Files.writeString(root.resolve("rules.json"), JsonText.write(policy));
        var batch = new StringBuilder();
        for (int i = 0; i < commands.size(); i++) {
            Json.Obj call =
                    Json.Obj.EMPTY
                            .with("id", String.valueOf(i))
                            .with("tool", "bash")
                            .with("args", Json.Obj.EMPTY.with("command", commands.get(i)));
            batch.append(JsonText.write(call)).append('\n');
        }
        DeftRun ran =
                DeftRun.in(
                        root,
                        batch.toString(),
                        "call",
                        "--batch",
                        "--decide",
                        "--policy",
                        file.toString());
        Map<String, String> decided = new LinkedHashMap<>();
        for (String line : ran.out().lines().toList()) {
            Json.Obj reply = JsonText.parseObject(line);
            Json.Obj result = (Json.Obj) reply.find("result").orElseThrow();
            Json.Obj data = (Json.Obj) result.find("data").orElseThrow();
            decided.put(
                    commands.get(Integer.parseInt(reply.text("id").orElseThrow())),
                    data.text("decision").orElseThrow()
                            + data.text("mode").map(it -> " " + it).orElse(""));
        }
        assertThat(decided.keySet()).containsExactlyElementsOf(commands);
        return decided;
    }

    private static List<String> lines() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        DefaultRulesTest.class.getResourceAsStream("look-commands.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(it -> !it.isBlank() && !it.startsWith("#"))
                    .toList();
        }
    }

    @Test
    void letNearlyAllThatDevelopersTypeToLookAroundRunUnasked() throws Exception {
        Map<String, String> decided = decisions(lines(), policy("auto"));

        List<String> asked =
                decided.entrySet().stream()
                        .filter(it -> !it.getValue().equals("allow look"))
                        .map(it -> it.getValue() + ": " + it.getKey())
                        .toList();
        assertThat(decided).hasSizeGreaterThanOrEqualTo(405);
        assertThat(asked.size())
                .as("asked about: %s", asked)
                .isLessThanOrEqualTo((int) (decided.size() * (1 - UNASKED)));
    }

    @Test
    void letAnythingElseRunInLookModeOnly() throws Exception {
        assertThat(
                        decisions(
                                        List.of(
                                                "git branch new",
                                                "git commit -am x",
                                                "uniq a.txt b.txt",
                                                "sed -i s/a/b/ a.txt",
                                                "cat a.txt > b.txt",
                                                "npm test",
                                                "curl https://example.org",
                                                "$(cat f)"),
                                        policy("auto"))
                                .values())
                .containsOnly("allow look");
    }

    @Test
    void leaveTheWatchdogItsSay() throws Exception {
        assertThat(
                        decisions(List.of("rm -rf /", "sudo ls", "echo x >.deft/a"), policy("auto"))
                                .values())
                .containsOnly("deny");
    }

    @Test
    void runInFullWhatIsAllowedByName() throws Exception {
        assertThat(
                        decisions(
                                List.of("npm test", "cd a && npm test | tail -3", "npm publish"),
                                policy("auto", Rule.parse(Scope.SESSION, "allow bash npm test *"))))
                .containsExactly(
                        Map.entry("npm test", "allow"),
                        Map.entry("cd a && npm test | tail -3", "allow"),
                        Map.entry("npm publish", "allow look"));
    }

    @Test
    void askWhereNothingEnforcesIt() throws Exception {
        assertThat(
                        decisions(
                                List.of("git status", "ls", "git tag -d v1", "ls a", "PATH=. ls"),
                                policy("off")))
                .containsExactly(
                        Map.entry("git status", "allow"),
                        Map.entry("ls", "allow"),
                        Map.entry("git tag -d v1", "ask"),
                        Map.entry("ls a", "ask"),
                        Map.entry("PATH=. ls", "ask"));
    }
}
