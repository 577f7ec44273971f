package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.Host;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rules that can never apply.
class RuleLintTest {

    private final RuleLint mistakes =
            new RuleLint(
                    List.of(
                            new Named("bash", RequirementSet.running("*")),
                            new Named("read", RequirementSet.reading("{workspace}/**")),
                            new Named("web_fetch", RequirementSet.fetching("**")),
                            new Named("message", CHANNELS),
                            new Named("get_env", RequirementSet.NONE)));

    /// A tool that touches names as well as hosts.
    private static final RequirementSet CHANNELS =
            RequirementSet.fetching("**")
                    .plus(
                            new RequirementSet(
                                    List.of(),
                                    List.of(),
                                    List.of(),
                                    List.of(),
                                    List.of("channels")));

    private record Named(String id, RequirementSet requires) implements Tool<Named.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of(id, Params.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("x")
                    .requiring(requires);
        }

        @Override
        public ToolResult run(Params params, Host host) {
            throw new IllegalStateException("the test does not run it");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "deny bsh rm * | did you mean bash",
                "allow Bash npm test | did you mean bash",
                "allow npm test | for a command write `allow bash npm test *`",
                "deny read secrets/ | secrets/** is everything in that directory",
                "deny fs.read ./secrets/** | as in secrets/**",
                "deny fs.write a//b | as in a/b",
                "deny fs.read ../x | as in x",
                "deny fs.read ~/.ssh/** | ~ does not stand for the home directory",
                "allow net.fetch !x | is not a host",
                "allow net.fetch https://example.org/docs | write example.org",
                "allow web_fetch a b | is not a host",
                "allow bash git add . && git commit | each command of a script",
                "allow bash npm test | nothing",
                "allow bash echo 'x' | matched without quotes",
                "allow bash npm run test:* | nothing",
                "look bash * | nothing",
                "allow secret GITHUB_TOKEN | nothing",
                "allow mcp:github:* * | nothing",
                "deny * ** | nothing",
                "allow get_env LC_* | nothing",
                "allow message cron:* | nothing",
                "allow message signal:+1555 | nothing",
                "allow re* src/** | nothing",
                "deny fs.read /etc/** | nothing",
                "allow net.fetch *.example.org:8443 | nothing",
                "allow net.fetch [::1]:80 | nothing",
                "allow net.fetch 10.0.0.1 | nothing",
                "allow Bash(npm test:*) | nothing",
                "deny Read(./secrets/**) | nothing",
                "allow WebFetch(domain:example.org) | nothing"
            })
    void areReported(String rule, String expected) {
        String message =
                mistakes.of(Rule.parse(Scope.PROJECT, rule))
                        .map(RuleLint.Mistake::message)
                        .orElse("nothing");
        assertThat(message).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allow Bash(npm test:*) | allow bash npm test *",
                "allow Bash(npm test) | allow bash npm test",
                "deny Bash | deny bash *",
                "deny Read(./secrets/**) | deny fs.read secrets/**",
                "deny Read(//etc/**) | deny fs.read /etc/**",
                "allow Edit(/src/**) | allow fs.write src/**",
                "allow WebFetch(domain:example.org) | allow net.fetch example.org"
            })
    void areTranslatedFromClaudeCode(String given, String meant) {
        assertThat(Rule.parse(Scope.PROJECT, given).text()).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"requires\":{\"net\":{\"hosts\":[\"!x\"]}}}",
                "{\"requires\":{\"fs\":{\"read\":[\"src/\"]}}}",
                "{\"requires\":{\"fs\":{\"write\":[\"./src/**\"]}}}"
            })
    void areRejectedInACeiling(String policy) {
        assertThatThrownBy(() -> PolicyFile.read(JsonText.parseObject(policy)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("matches nothing");
    }
}
