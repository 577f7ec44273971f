package dev.deft.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.policy.ToolLimits;
import dev.deft.policy.ToolLimits.Bounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// `limits` of `agent.json`.
class LimitLayersTest {

    private static final Limits OWN = new Limits(200_000, 1_000, Duration.ofMinutes(2));

    @TempDir Path directory;

    private ConfigWorkspace workspace() {
        return ConfigWorkspace.in(directory);
    }

    private static Json.Obj shown(Configuration read) {
        return (Json.Obj) read.values().json().find("limits").orElse(Json.Obj.EMPTY);
    }

    @Test
    void areEmptyByDefault() throws Exception {
        Configuration read = workspace().own("{\"limits\": {\"tools\": {\"grep\": {}}}}").read();

        assertThat(read.settings().limits().isNone()).isTrue();
        assertThat(read.warnings()).isEmpty();
        assertThat(shown(read)).isEqualTo(Json.Obj.EMPTY);
    }

    @Test
    void ofTheUserMayRaiseAndLower() throws Exception {
        Configuration read =
                workspace()
                        .user(
                                """
                                {"limits": {"output_bytes": 4096, "entries": 5000, "timeout_ms": 250, "calls": 90,
                                            "tools": {"grep": {"entries": 50, "calls": 7}}}}
                                """)
                        .read();

        assertThat(read.warnings()).isEmpty();
        assertThat(read.settings().limits())
                .isEqualTo(
                        ToolLimits.of(
                                new Bounds(
                                        OptionalInt.of(4_096),
                                        OptionalInt.of(5_000),
                                        Optional.of(Duration.ofMillis(250)),
                                        OptionalInt.of(90)),
                                Map.of("grep", Bounds.NONE.withEntries(50).withCalls(7))));
    }

    @Test
    void ofTheWorkspaceLower() throws Exception {
        Configuration read =
                workspace()
                        .user(
                                "{\"limits\": {\"entries\": 100, \"tools\": {\"grep\":"
                                        + " {\"entries\": 500}}}}")
                        .own(
                                "{\"limits\": {\n"
                                        + "\"entries\": 80, \"calls\": 3, \"timeout_ms\": 1000}}")
                        .read();
        ToolLimits limits = read.settings().limits();

        assertThat(read.warnings()).isEmpty();
        assertThat(limits.over("glob", OWN))
                .isEqualTo(new Limits(200_000, 80, Duration.ofSeconds(1)));
        assertThat(limits.over("grep", OWN))
                .isEqualTo(new Limits(200_000, 80, Duration.ofSeconds(1)));
        assertThat(limits.calls()).hasValue(3);
        assertThat(read.values().all())
                .containsEntry(
                        List.of("limits", "tools", "grep", "entries"),
                        new Setting(Json.Num.of(80), ".deft/agent.json:2"));
    }

    @Test
    void ofATrustedWorkspaceNeverRaiseEither() throws Exception {
        ConfigWorkspace workspace =
                workspace()
                        .user(
                                "{\"limits\": {\"entries\": 10, \"calls\": 5, \"tools\": {\"bash\":"
                                        + " {\"timeout_ms\": 9}}}}")
                        .own(
                                """
                                {"limits": {
                                  "entries": 11,
                                  "calls": 1000000,
                                  "tools": {"bash": {"timeout_ms": 10, "calls": 6}, "grep": {"entries": 99999}}
                                }}
                                """);
        for (Trust trust : List.of(Trust.TRUSTED, Trust.UNKNOWN)) {
            Configuration read = workspace.read("locked", trust);
            ToolLimits limits = read.settings().limits();

            assertThat(limits.over("grep", OWN)).isEqualTo(OWN.withItems(10));
            assertThat(limits.over("bash", OWN))
                    .isEqualTo(new Limits(200_000, 10, Duration.ofMillis(9)));
            assertThat(limits.calls()).hasValue(5);
            assertThat(limits.calls("bash")).isEmpty();
            assertThat(shown(read))
                    .isEqualTo(
                            JsonText.parse(
                                    "{\"entries\":10,\"calls\":5,\"tools\":{\"bash\":{\"timeout_ms\":9}}}"));
            assertThat(read.warnings())
                    .hasSize(5)
                    .contains(
                            ".deft/agent.json, line 2, column 3: limits.entries is ignored, since"
                                    + " it is above the current limit of 10; a workspace can only lower"
                                    + " it",
                            ".deft/agent.json, line 4, column 62: limits.tools.grep.entries is"
                                    + " ignored, since it is above the current limit of 10; a workspace"
                                    + " can only lower it");
        }
    }

    @Test
    void ofTheWorkspaceDoNotRaiseAToolThatTheUserDoesNotName() throws Exception {
        ToolLimits limits =
                workspace()
                        .own(
                                "{\"limits\": {\"entries\": 90000, \"timeout_ms\": 604800000,"
                                        + " \"output_bytes\": 16777216}}")
                        .read()
                        .settings()
                        .limits();

        assertThat(limits.over("grep", OWN)).isEqualTo(OWN);
    }

    private static Stream<Arguments> bounds() {
        return Stream.of(
                Arguments.of(
                        "output_bytes",
                        ToolLimits.LEAST_OUTPUT_BYTES,
                        ToolLimits.MOST_OUTPUT_BYTES),
                Arguments.of("entries", 1, ToolLimits.MOST_ENTRIES),
                Arguments.of(
                        "timeout_ms",
                        ToolLimits.SHORTEST_TIMEOUT.toMillis(),
                        ToolLimits.LONGEST_TIMEOUT.toMillis()),
                Arguments.of("calls", 1, ToolLimits.MOST_CALLS));
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void outOfRangeAreErrorsWithTheirLocation(String key, long least, long most) throws Exception {
        for (String number :
                List.of(
                        "-1",
                        "0",
                        "1.5",
                        "99999999999",
                        "1e300",
                        String.valueOf(least - 1),
                        String.valueOf(most + 1))) {
            assertThatThrownBy(
                            workspace().own("{\"limits\":\n {\"" + key + "\": " + number + "}}")
                                    ::read)
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            ".deft/agent.json, line 2, column %d: limits.%s must be a whole number"
                                    + " from %d to %d, not %s",
                            key.length() + 7, key, least, most, number);
        }
        for (long number : List.of(least, most)) {
            String text = "{\"limits\": {\"" + key + "\": " + number + "}}";
            assertThat(shown(workspace().own(text).read()))
                    .isEqualTo(Json.Obj.EMPTY.with(key, Json.Num.of(number)));
        }
    }

    @Test
    void withAnUnknownKeyAreAnError() throws Exception {
        assertThatThrownBy(workspace().own("{\"limits\": {\n  \"entrys\": 5}}")::read)
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        ".deft/agent.json, line 2, column 3: there is no key \"limits.entrys\"; did"
                                + " you mean entries?");
        assertThatThrownBy(
                        workspace().own("{\"limits\": {\"tools\": {\"grep\": {\"items\": 5}}}}")
                                ::read)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "line 1, column 32: there is no key \"limits.tools.grep.items\"; did you"
                                + " mean");
    }

    @Test
    void ofTheAegisFileLowerThoseOfTheOtherFile() throws Exception {
        Configuration read =
                workspace()
                        .own("{\"limits\": {\"tools\": {\"grep\": {\"entries\": 30}}}}")
                        .write(
                                "root/.aegis/agent.json",
                                "{\"limits\": {\"entries\": 20, \"tools\": {\"grep\": {\"entries\":"
                                        + " 40}}}}")
                        .read("aegis");

        assertThat(read.settings().limits().over("grep", OWN).items()).isEqualTo(20);
        assertThat(read.warnings())
                .singleElement()
                .asString()
                .contains("above the current limit of 30");
    }

    @Test
    void canBeReadFromFilesThatAreInvalidElsewhere() throws Exception {
        ConfigWorkspace workspace =
                workspace()
                        .user("{\"limits\": {\"entries\": 10}, \"max_tokens\": \"lots\"}")
                        .own("{\"limits\": {\"entries\": 20, \"calls\": 2}, \"nonsense\": 1}");
        Configuration read = alone(workspace).orElseThrow();

        assertThat(read.settings().limits().over("grep", OWN)).isEqualTo(OWN.withItems(10));
        assertThat(read.settings().limits().calls()).hasValue(2);
        assertThat(read.warnings())
                .singleElement()
                .asString()
                .contains("limits.entries is ignored");
    }

    private Optional<Configuration> alone(ConfigWorkspace workspace) throws Exception {
        Path root = Files.createDirectories(directory.resolve("root"));
        return Configuration.ofLimits(root, workspace.environment(), "locked");
    }

    @Test
    void areNotParsedFromFilesThatDoNotNameThem() throws Exception {
        assertThat(alone(workspace())).isEmpty();
        assertThat(alone(workspace().user("{\"max_tokens\": \"lots\"}").own("{ not JSON")))
                .isEmpty();
    }

    @Test
    void areAnErrorIfTheirFileCannotBeParsed() throws Exception {
        ConfigWorkspace broken = workspace().user("{\"limits\": {\"entries\": 10}");

        assertThatThrownBy(() -> alone(broken)).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> alone(workspace().user("{\"limits\": 3}")))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith("line 1, column 12: limits must be an object, not 3");
    }

    /// A tool with limits of its own that are as high as can be has the limits that are shown, and
    /// a workspace never raises any.
    @Test
    void areShownAsEffectiveValues() throws Exception {
        var random = new Random(20261116);
        var high =
                new Limits(
                        ToolLimits.MOST_OUTPUT_BYTES,
                        ToolLimits.MOST_ENTRIES,
                        ToolLimits.LONGEST_TIMEOUT);
        for (int i = 0; i < 500; i++) {
            ConfigWorkspace workspace = workspace().user(file(random));
            Files.deleteIfExists(directory.resolve("root/.deft/agent.json"));
            Files.deleteIfExists(directory.resolve("root/.aegis/agent.json"));
            ToolLimits user = workspace.read("aegis").settings().limits();
            String own = file(random);
            String aegis = file(random);
            Configuration read =
                    workspace.own(own).write("root/.aegis/agent.json", aegis).read("aegis");
            ToolLimits limits = read.settings().limits();
            for (String id : List.of("grep", "bash", "glob")) {
                Json.Obj shown = shown(read);
                Limits over = limits.over(id, high);
                assertThat(
                                List.of(
                                        over.outputBytes(),
                                        over.items(),
                                        (int) over.timeout().toMillis()))
                        .as("%s of %s under %s and %s", id, user, own, aegis)
                        .isEqualTo(
                                List.of(
                                        number(shown, id, "output_bytes", high.outputBytes()),
                                        number(shown, id, "entries", high.items()),
                                        number(
                                                shown,
                                                id,
                                                "timeout_ms",
                                                (int) high.timeout().toMillis())));
                Limits without = user.over(id, OWN);
                Limits with = limits.over(id, OWN);
                assertThat(with.outputBytes()).isLessThanOrEqualTo(without.outputBytes());
                assertThat(with.items()).isLessThanOrEqualTo(without.items());
                assertThat(with.timeout()).isLessThanOrEqualTo(without.timeout());
                assertThat(limits.calls(id).orElse(Integer.MAX_VALUE))
                        .isLessThanOrEqualTo(user.calls(id).orElse(Integer.MAX_VALUE));
            }
        }
    }

    private static int number(Json.Obj shown, String id, String key, int own) {
        Optional<Json> ofTool =
                shown.find("tools")
                        .flatMap(it -> ((Json.Obj) it).find(id))
                        .flatMap(it -> ((Json.Obj) it).find(key));
        return ofTool.or(() -> shown.find(key))
                .map(it -> Math.toIntExact(((Json.Num) it).asLong().orElseThrow()))
                .orElse(own);
    }

    private static String file(Random random) {
        Json.Obj limits = bounds(random);
        Json.Obj tools = Json.Obj.EMPTY;
        for (String id : List.of("grep", "bash")) {
            tools = random.nextBoolean() ? tools.with(id, bounds(random)) : tools;
        }
        Json.Obj all =
                random.nextBoolean()
                        ? limits.with("tools", tools)
                        : Json.Obj.EMPTY.with("tools", tools);
        return JsonText.write(Json.Obj.EMPTY.with("limits", all));
    }

    private static Json.Obj bounds(Random random) {
        Json.Obj bounds = Json.Obj.EMPTY;
        for (String key : List.of("output_bytes", "entries", "timeout_ms", "calls")) {
            bounds =
                    random.nextBoolean()
                            ? bounds.with(key, Json.Num.of(1_024 + random.nextInt(5)))
                            : bounds;
        }
        return bounds;
    }
}
