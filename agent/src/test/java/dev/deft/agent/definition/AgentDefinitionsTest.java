package dev.deft.agent.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition.Mode;
import dev.deft.policy.Rule;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentDefinitionsTest {

    private static final Set<String> TOOLS = Set.of("read", "grep", "bash", "write");

    @TempDir Path directory;
    private Path root;
    private Path home;

    @BeforeEach
    void makePlaces() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        home = Files.createDirectories(directory.resolve("home")).toRealPath();
    }

    @Test
    void theBuiltInAgentsAreReadWithoutAMistake() {
        AgentDefinitions read = read(Trust.UNKNOWN);

        assertThat(read.list())
                .extracting(AgentDefinition::name)
                .containsExactly("build", "explore", "general", "plan", "compact", "title");
        assertThat(read.problems()).isEmpty();
        assertThat(read.notices()).isEmpty();
    }

    @Test
    void aDefinitionHasWhatItsFileSays() throws IOException {
        put(
                home.resolve("config/agents/review.md"),
                """
                ---
                name: review
                description: Reviews
                  changes.
                mode: subagent
                model: openai/gpt-5.1
                tools: read, grep
                rules:
                  - allow bash git log *
                  - deny fs.write **
                requires:
                  net: {hosts: [docs.example.org]}
                roots: [src/, ./docs]
                limits: {max_steps: 7, budget_usd: 0.5, tokens: 9000, calls: 3, seconds: 60}
                ---
                You review.
                """);

        AgentDefinition review = find(read(Trust.UNKNOWN), "review");

        assertThat(review.description()).isEqualTo("Reviews changes.");
        assertThat(review.mode()).isEqualTo(Mode.SUBAGENT);
        assertThat(review.model()).contains("openai/gpt-5.1");
        assertThat(review.tools()).contains(Set.of("read", "grep"));
        assertThat(review.rules())
                .extracting(Rule::text)
                .containsExactly("allow bash git log *", "deny fs.write **");
        assertThat(review.requires()).isEqualTo(RequirementSet.fetching("docs.example.org"));
        assertThat(review.roots()).containsExactly("src", "docs");
        assertThat(review.limits().maxSteps()).hasValue(7);
        assertThat(review.limits().budget().usd()).hasValue(0.5);
        assertThat(review.limits().budget().tokens()).hasValue(9000);
        assertThat(review.limits().budget().calls()).hasValue(3);
        assertThat(review.limits().budget().seconds()).hasValue(60);
        assertThat(review.prompt()).contains("You review.");
        assertThat(review.origin().of("rules"))
                .contains(home.resolve("config/agents/review.md") + ":8");
    }

    @Test
    void theFileNameNamesAnAgentThatHasNoName() throws IOException {
        put(root.resolve(".deft/agents/docs.md"), "---\ndescription: Writes.\n---\n");

        assertThat(find(read(Trust.UNKNOWN), "docs").mode()).isEqualTo(Mode.ALL);
    }

    @Test
    void everyMistakeIsToldWithItsPlaceAndHidesNoOtherFile() throws IOException {
        put(root.resolve(".deft/agents/a.md"), "---\ndescription: A\nmodle: x\nmode: main\n---\n");
        put(
                root.resolve(".deft/agents/b.md"),
                "---\ndescription: B\nrules:\n  - allw bash *\n---\n");
        put(root.resolve(".deft/agents/c.md"), "no front matter");
        put(root.resolve(".deft/agents/d.md"), "---\nname: d\n");
        put(
                root.resolve(".deft/agents/e.md"),
                "---\ndescription: E\nlimits:\n  stepps: 1\n  calls: 0\n---\n");
        put(
                root.resolve(".deft/agents/f.md"),
                "---\nname: ../f\ndescription: F\nroots: [../up]\n---\n");
        put(root.resolve(".deft/agents/g.md"), "---\ndescription: [G]\ntools: {read: true}\n---\n");
        put(root.resolve(".deft/agents/h.md"), "---\nname: default\ndescription: H\n---\n");
        put(root.resolve(".deft/agents/i.md"), "---\nmode: internal\ndescription: I\n---\n");
        put(root.resolve(".deft/agents/z.md"), "---\ndescription: Good.\n---\n");

        AgentDefinitions read = read(Trust.UNKNOWN);

        assertThat(find(read, "z").description()).isEqualTo("Good.");
        assertThat(read.list()).hasSize(7);
        assertThat(String.join("\n", read.problems()))
                .contains(
                        ".deft/agents/a.md, line 3, column 1: there is no field \"modle\"; did you"
                                + " mean mode?",
                        ".deft/agents/a.md, line 4, column 7: mode is primary, subagent or all, not"
                                + " \"main\"",
                        ".deft/agents/b.md, line 4, column 5: rules: an action is allow, ask or"
                                + " deny",
                        ".deft/agents/c.md, line 1, column 1: the file must begin with a line",
                        ".deft/agents/d.md, line 3, column 1: the front matter has no end",
                        ".deft/agents/e.md, line 4, column 3: there is no field \"limits.stepps\"",
                        ".deft/agents/e.md, line 5, column 10: limits.calls must be a whole number"
                                + " from 1",
                        ".deft/agents/f.md, line 2, column 7: the name \"../f\" must have letters",
                        ".deft/agents/f.md, line 4, column 9: the root \"../up\" is not inside",
                        ".deft/agents/g.md, line 2, column 14: description must be text, not an"
                                + " array",
                        ".deft/agents/g.md, line 3, column 8: tools must be a list, not an object",
                        ".deft/agents/h.md, line 2, column 7: default is another name of build",
                        ".deft/agents/i.md, line 2, column 7: mode is primary, subagent or all");
    }

    @Test
    void filesThatCannotBeDefinitionsAreTold() throws IOException {
        Path agents = Files.createDirectories(root.resolve(".deft/agents"));
        Files.write(agents.resolve("big.md"), new byte[AgentFiles.MAX_BYTES + 1]);
        Files.write(agents.resolve("latin.md"), new byte[] {'-', '-', '-', '\n', (byte) 0xE9});
        Files.createDirectories(agents.resolve("directory.md"));
        Files.createSymbolicLink(agents.resolve("dangling.md"), agents.resolve("nowhere"));

        assertThat(read(Trust.TRUSTED).problems())
                .containsExactly(
                        ".deft/agents/big.md: is larger than 1048576 bytes",
                        ".deft/agents/dangling.md: cannot be read: NoSuchFileException",
                        ".deft/agents/directory.md: is not a file",
                        ".deft/agents/latin.md: is not UTF-8 text");
    }

    @Test
    void linksOutOfTheWorkspaceAreRefusedAndThoseOfTheUserAreFollowed() throws IOException {
        put(directory.resolve("outside.md"), "---\nname: outside\ndescription: O\n---\nsecret\n");
        Files.createDirectories(root.resolve(".deft/agents"));
        Files.createSymbolicLink(
                root.resolve(".deft/agents/out.md"), directory.resolve("outside.md"));
        Files.createDirectories(directory.resolve("elsewhere"));
        put(directory.resolve("elsewhere/x.md"), "---\ndescription: X\n---\n");
        Files.createDirectories(root.resolve(".claude"));
        Files.createSymbolicLink(root.resolve(".claude/agents"), directory.resolve("elsewhere"));

        AgentDefinitions read = read(Trust.TRUSTED);

        assertThat(read.list()).hasSize(6);
        assertThat(read.problems())
                .hasSize(2)
                .allMatch(it -> it.contains("a link to a file outside the workspace"));
        Files.createDirectories(home.resolve("config/agents"));
        Files.createSymbolicLink(
                home.resolve("config/agents/mine.md"), directory.resolve("outside.md"));
        assertThat(find(read(Trust.TRUSTED), "outside").prompt()).contains("secret");
    }

    @Test
    void theFirstPlaceWinsAndTheOthersAreHidden() throws IOException {
        String[] places = {
            root + "/.deft/agents", root + "/.claude/agents",
            home + "/config/agents", home + "/.claude/agents"
        };
        for (int i = places.length - 1; i >= 0; i--) {
            put(
                    Path.of(places[i], "one.md"),
                    "---\nname: one\ndescription: From %d.\n---\n".formatted(i));
            assertThat(find(read(Trust.TRUSTED), "one").description())
                    .isEqualTo("From %d.".formatted(i));
        }
        assertThat(read(Trust.TRUSTED).hidden())
                .extracting(AgentDefinition::description)
                .containsExactly("From 1.", "From 2.", "From 3.");
    }

    @Test
    void theUsersOwnDirectoriesAreTheirsInAWorkspaceThatIsTheirHome() throws IOException {
        put(home.resolve(".claude/agents/mine.md"), "---\ndescription: M\nmodel: gpt-5.1\n---\n");

        AgentDefinitions read = AgentDefinitions.read(home, environment(), Trust.UNKNOWN, TOOLS);

        assertThat(find(read, "mine").model()).contains("gpt-5.1");
    }

    @Test
    void anUntrustedWorkspaceOnlyNarrows() throws IOException {
        put(
                root.resolve(".deft/agents/wide.md"),
                """
                ---
                description: Wide.
                model: openai/expensive
                tools: [read]
                rules: [allow bash *, ask fs.write **, deny bash rm *]
                requires: {net: {hosts: ["**"]}}
                ---
                """);

        AgentDefinitions read = read(Trust.UNKNOWN);

        AgentDefinition wide = find(read, "wide");
        assertThat(wide.model()).isEmpty();
        assertThat(wide.rules()).extracting(Rule::text).containsExactly("deny bash rm *");
        assertThat(wide.requires()).isEqualTo(RequirementSet.NONE);
        assertThat(wide.tools()).contains(Set.of("read"));
        assertThat(read.notices())
                .containsExactly(
                        ".deft/agents/wide.md:5: rules that do not deny are ignored, since the"
                                + " workspace is not trusted; see deft trust",
                        ".deft/agents/wide.md:6: requires is ignored, since the workspace is not"
                                + " trusted; see deft trust",
                        ".deft/agents/wide.md:3: model is ignored, since the workspace is not"
                                + " trusted; see deft trust");
        AgentDefinition trusted = find(read(Trust.TRUSTED), "wide");
        assertThat(trusted.model()).contains("openai/expensive");
        assertThat(trusted.rules()).hasSize(3);
    }

    @Test
    void anUntrustedAgentWithTheNameOfAnotherStaysWithinIt() throws IOException {
        put(
                root.resolve(".deft/agents/explore.md"),
                """
                ---
                description: Mine.
                mode: primary
                tools: [read, write]
                limits: {max_steps: 5000}
                ---
                Write everything.
                """);

        AgentDefinition explore = find(read(Trust.UNKNOWN), "explore");

        assertThat(explore.tools()).contains(Set.of("read"));
        assertThat(explore.rules()).extracting(Rule::text).contains("deny fs.write **");
        assertThat(explore.mode()).isEqualTo(Mode.SUBAGENT);
        assertThat(explore.limits().maxSteps()).hasValue(30);
        assertThat(explore.prompt()).contains("Write everything.");
        assertThat(find(read(Trust.TRUSTED), "explore").tools()).contains(Set.of("read", "write"));
    }

    @Test
    void aTrustedWorkspaceCannotWidenBuildEither() throws IOException {
        put(
                root.resolve(".claude/agents/build.md"),
                "---\nname: build\ndescription: B\ntools: Bash(rm *)\nmodel: gpt-5.1\n---\n");

        AgentDefinitions read = read(Trust.TRUSTED);

        AgentDefinition build = find(read, "build");
        assertThat(build.rules()).extracting(Rule::text).doesNotContain("allow bash rm *");
        assertThat(build.model()).isEmpty();
        assertThat(read.notices()).allMatch(it -> it.endsWith("a workspace can only narrow build"));
    }

    @Test
    void theFormOfClaudeIsRead() throws IOException {
        put(
                home.resolve(".claude/agents/reviewer.md"),
                """
                ---
                name: code-reviewer
                description: Use after changes.
                tools: Read, Grep, Bash(git log *), Bash(git diff:*), WebFetch, NotebookEdit, mcp__tracker__find
                model: sonnet
                color: red
                ---
                You review.
                """);
        put(
                home.resolve(".claude/agents/planner.md"),
                """
                ---
                name: planner
                description: Plans.
                permissionMode: plan
                disallowedTools: Bash, Write
                model: inherit
                maxTurns: 4
                ---
                """);

        AgentDefinitions read = read(Trust.UNKNOWN);

        AgentDefinition reviewer = find(read, "code-reviewer");
        assertThat(reviewer.tools())
                .contains(Set.of("read", "grep", "bash", "web_fetch", "tracker_find"));
        assertThat(reviewer.rules())
                .extracting(Rule::text)
                .containsExactly("allow bash git log *", "allow bash git diff *");
        assertThat(reviewer.model()).isEmpty();
        String file = home.resolve(".claude/agents/reviewer.md").toString();
        assertThat(read.notices())
                .containsExactly(
                        file + ", line 6, column 1: \"color\" means nothing to Deft",
                        file
                                + ", line 5, column 8: the model sonnet is ignored, since"
                                + " ANTHROPIC_API_KEY is not set",
                        file
                                + ", line 4, column 8: Deft has no tool \"NotebookEdit\", so the"
                                + " agent goes without it");
        AgentDefinition planner = find(read, "planner");
        assertThat(planner.tools()).isEmpty();
        assertThat(planner.rules())
                .extracting(Rule::text)
                .containsExactly("deny bash **", "deny write **", "deny fs.write **");
        assertThat(planner.limits().maxSteps()).hasValue(4);
        AgentDefinitions withKey =
                AgentDefinitions.read(
                        root,
                        Map.of(
                                "DEFT_HOME", home.toString(),
                                "HOME", home.toString(),
                                "ANTHROPIC_API_KEY", "k"),
                        Trust.UNKNOWN,
                        TOOLS);
        assertThat(find(withKey, "code-reviewer").model()).get().asString().contains("sonnet");
    }

    @Test
    void aLikelySlipInTheNameOfAToolIsNoted() throws IOException {
        put(
                root.resolve(".deft/agents/t.md"),
                "---\ndescription: T\ntools: [reead, my_plugin_tool]\n---\n");

        assertThat(read(Trust.TRUSTED).notices())
                .containsExactly(
                        ".deft/agents/t.md, line 3, column 9: no built-in tool is called \"reead\";"
                                + " did you mean read?");
    }

    private AgentDefinitions read(Trust trust) {
        return AgentDefinitions.read(root, environment(), trust, TOOLS);
    }

    private Map<String, String> environment() {
        return Map.of("DEFT_HOME", home.toString(), "HOME", home.toString());
    }

    private static AgentDefinition find(AgentDefinitions read, String name) {
        Optional<AgentDefinition> found =
                read.list().stream().filter(it -> it.name().equals(name)).findFirst();
        return found.orElseThrow(
                () -> new AssertionError(name + ": " + List.copyOf(read.problems())));
    }

    private static void put(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
