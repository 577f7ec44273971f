package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents from files, on the command line.
class AgentsTest {

    private static final String REVIEW =
            """
            ---
            name: review
            description: Reviews changes.
            tools: [read, grep]
            rules: [deny read secret/**, allow bash git log *]
            limits: {max_steps: 3}
            ---
            You review changes.
            """;

    @TempDir Path root;

    @Test
    void areListedWithTheirPlaces() throws Exception {
        put(".deft/agents/review.md", REVIEW);
        put(".claude/agents/review.md", "---\nname: review\ndescription: Another.\n---\n");
        put(".deft/agents/wrong.md", "---\ndescripton: x\n---\n");

        DeftRun listed = DeftRun.in(root, "", "agents");

        assertThat(listed.code()).isZero();
        assertThat(listed.out().lines().map(it -> it.split(" +", 3)[0]))
                .contains("build", "compact", "explore", "general", "plan", "review", "title");
        assertThat(listed.out()).contains("Reviews changes.", ".deft/agents/review.md");
        assertThat(listed.err())
                .contains(
                        ".deft/agents/wrong.md, line 2, column 1: there is no field \"descripton\";"
                                + " did you mean description?",
                        "review of .claude/agents/review.md is hidden by .deft/agents/review.md",
                        ".deft/agents/review.md:5: rules that do not deny are ignored, since the"
                                + " workspace is not trusted");
        Json.Obj json =
                JsonText.parseObject(DeftRun.in(root, "", "agents", "list", "--json").out());
        assertThat(json.fields().keySet())
                .containsExactly("agents", "hidden", "problems", "notices");
    }

    @Test
    void areShownWithTheOriginOfEachPart() throws Exception {
        put(".deft/agents/review.md", REVIEW);

        DeftRun shown = DeftRun.in(root, "", "agents", "show", "review");

        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(shown.out())
                .containsPattern("tools +grep, read +\\.deft/agents/review\\.md:4")
                .containsPattern("max_steps +3 +\\.deft/agents/review\\.md:6")
                .containsPattern("mode +all +default")
                .containsPattern("deny read secret/\\*\\* +\\.deft/agents/review\\.md:5")
                .containsPattern("allow fs.read \\*\\* +built in")
                .doesNotContain("git log")
                .contains("{\"fs\":{\"read\":[\"{workspace}/**\"]}}", "You review changes.");
        Json.Obj json =
                JsonText.parseObject(
                        DeftRun.in(root, "", "agents", "show", "review", "--json").out());
        assertThat(json.find("max_steps"))
                .contains(
                        JsonText.parse("{\"value\":\"3\",\"from\":\".deft/agents/review.md:6\"}"));
        assertThat(json.find("capabilities"))
                .contains(JsonText.parse("{\"fs\":{\"read\":[\"{workspace}/**\"]}}"));
    }

    @Test
    void haveAtMostWhatTheUsersPolicyLeaves() throws Exception {
        put(
                ".home/config/agent.json",
                "{\"policy\":{\"requires\":{\"fs\":{\"read\":[\"{workspace}/src/**\"]}}}}");

        Json.Obj json =
                JsonText.parseObject(
                        DeftRun.in(root, "", "agents", "show", "build", "--json").out());

        assertThat(json.find("capabilities").map(it -> ((Json.Obj) it).without("capabilities")))
                .contains(JsonText.parseObject("{\"fs\":{\"read\":[\"{workspace}/src/**\"]}}"));
    }

    @Test
    void anUnknownOneNamesTheNearest() throws Exception {
        for (List<String> words :
                List.of(List.of("agents", "show", "pln"), List.of("run", "hi", "--agent", "pln"))) {
            DeftRun ran = DeftRun.in(root, "", words.toArray(String[]::new));
            assertThat(ran.code()).isEqualTo(2);
            assertThat(ran.err()).contains("there is no agent \"pln\"; did you mean plan?");
        }
        assertThat(DeftRun.in(root, "", "run", "hi", "--agent", "explore").err())
                .contains("the agent explore is started by other agents");
        assertThat(DeftRun.in(root, "", "agents", "shwo").code()).isEqualTo(2);
        assertThat(DeftRun.in(root, "", "agents", "show").code()).isEqualTo(2);
    }

    @Test
    void aRunUsesTheOneItNames() throws Exception {
        put(".deft/agents/review.md", REVIEW);
        put("secret/a.txt", "pssst42");
        try (var model =
                BothWires.following(
                        calls("read", args("path", "secret/a.txt")),
                        calls("write", args("path", "b.txt", "content", "b")),
                        says("Fine."))) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment("anthropic"),
                            "",
                            "run",
                            "go",
                            "--agent",
                            "review",
                            "--yes-edits");

            assertThat(ran.code()).as(ran.err()).isEqualTo(0);
            Json.Obj first = JsonText.parseObject(model.asked().getFirst().body());
            assertThat(first.toString()).contains("You review changes.");
            assertThat(((Json.Arr) first.find("tools").orElseThrow()).items()).hasSize(2);
            assertThat(model.asked().get(1).body()).doesNotContain("pssst42");
            assertThat(root.resolve("b.txt")).doesNotExist();
        }
    }

    @Test
    void theUsersFileOrAVariableNamesTheOneOfRunsWithoutAName() throws Exception {
        put(".home/config/agents/mine.md", "---\ndescription: M\n---\nYou are mine.\n");
        put(".home/config/agent.json", "{\"agent\":\"mine\"}");
        assertThat(firstRequest(Map.of())).contains("You are mine.");
        assertThat(firstRequest(Map.of("DEFT_AGENT", "default"))).contains("You are Deft");
        put(".home/config/agent.json", "{}");
        put(".deft/agent.json", "{\"agent\":\"mine\"}");
        assertThat(firstRequest(Map.of())).contains("You are Deft").doesNotContain("mine.");
    }

    private String firstRequest(Map<String, String> variables) throws Exception {
        try (var model = BothWires.following(says("Hello."))) {
            Map<String, String> environment = new LinkedHashMap<>(model.environment("anthropic"));
            environment.putAll(variables);
            DeftRun ran = DeftRun.in(root, environment, "", "run", "hi");
            assertThat(ran.code()).as(ran.err()).isZero();
            return model.asked().getFirst().body();
        }
    }

    private void put(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
