package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.agent.DefaultAgent;
import dev.deft.codec.JsonText;
import dev.deft.guard.PolicyFile;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which commands the default agent runs unasked: those that look, and none that writes or starts
/// something of the workspace.
class DefaultRulesTest {

    @TempDir Path root;

    private Map<String, String> decisions(List<String> commands) throws Exception {
        Files.writeString(
                root.resolve("rules.json"), JsonText.write(PolicyFile.write(DefaultAgent.rules())));
        var batch = new StringBuilder();
        for (String command : commands) {
            Json.Obj call =
                    Json.Obj.EMPTY
                            .with("id", command)
                            .with("tool", "bash")
                            .with("args", Json.Obj.EMPTY.with("command", command));
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
                        "rules.json");
        Map<String, String> decided = new LinkedHashMap<>();
        for (String line : ran.out().lines().toList()) {
            Json.Obj reply = JsonText.parseObject(line);
            Json.Obj result = (Json.Obj) reply.find("result").orElseThrow();
            Json.Obj data = (Json.Obj) result.find("data").orElseThrow();
            decided.put(reply.text("id").orElseThrow(), data.text("decision").orElseThrow());
        }
        assertThat(decided.keySet()).containsExactlyElementsOf(commands);
        return decided;
    }

    @Test
    void lookWithoutAsking() throws Exception {
        assertThat(
                        decisions(
                                        List.of(
                                                "git status",
                                                "git log --oneline -5",
                                                "git branch",
                                                "git branch -a",
                                                "git branch -vv",
                                                "git branch --list 'v*'",
                                                "sort a.txt | uniq -c | sort -rn",
                                                "sed -n 1,20p a.txt",
                                                "find . -name '*.java'",
                                                "cat a.txt | head -3"))
                                .values())
                .containsOnly("allow");
    }

    @Test
    void askBeforeAnythingElse() throws Exception {
        assertThat(
                        decisions(
                                        List.of(
                                                "git branch new",
                                                "git branch -v new",
                                                "git branch -D main",
                                                "git branch -f main HEAD~3",
                                                "git reflog expire --all",
                                                "git log --output=a.txt",
                                                "git tag -l -d v1",
                                                "uniq a.txt b.txt",
                                                "uniq -c a.txt b.txt",
                                                "sort -o a.txt a.txt",
                                                "sed -i s/a/b/ a.txt",
                                                "find . -delete",
                                                "tree -o a.txt",
                                                "go env -w A=b",
                                                "cargo metadata",
                                                "cat a.txt > b.txt",
                                                "npm test"))
                                .values())
                .containsOnly("ask");
    }
}
