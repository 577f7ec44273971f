package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostRulesTest {

    private static HostRules rules(String... lines) {
        List<Rule> rules = Stream.of(lines).map(it -> Rule.parse(Scope.PROJECT, it)).toList();
        return new HostRules(new RuleBook(rules));
    }

    private static boolean forbid(HostRules rules, String place) {
        return rules.refusal(place).isPresent();
    }

    @Test
    void denyNothingWithoutRules() {
        assertThat(rules().refusal("example.org:443")).isEmpty();
        assertThat(rules().mayRefuse()).isFalse();
    }

    @Test
    void nameTheRuleThatDenies() {
        assertThat(rules("deny net.fetch example.org").refusal("example.org:443"))
                .contains("the project rule `deny net.fetch example.org` forbids it");
        assertThat(rules("ask net.fetch **").refusal("example.org:443"))
                .contains(
                        "the project rule `ask net.fetch **` requires approval, and nobody can be asked while a command runs");
    }

    @Test
    void letTheMoreSpecificRuleDecide() {
        HostRules rules = rules("deny net.fetch **", "allow net.fetch docs.example.org");
        assertThat(forbid(rules, "docs.example.org:443")).isFalse();
        assertThat(forbid(rules, "example.org:443")).isTrue();
    }

    @Test
    void areNotOverruledByRulesAboutCommands() {
        HostRules rules = rules("deny net.fetch example.org", "allow bash *", "allow * *");
        assertThat(forbid(rules, "example.org:443")).isTrue();
        assertThat(forbid(rules, "example.com:443")).isFalse();
    }

    @Test
    void ignoreRulesThatAskAboutEverything() {
        assertThat(forbid(rules("ask * *"), "example.org:443")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"deny net.fetch a.test", "ask net.fetch *", "deny * a.test", "deny * **"})
    void mayDenyAHost(String rule) {
        assertThat(rules(rule, "allow * *").mayRefuse()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allow net.fetch a.test",
                "ask * *",
                "deny bash curl *",
                "deny web_fetch a.test",
                "deny fs.write a.test",
                "deny * rm *",
                "deny * secrets/**"
            })
    void denyNoHost(String rule) {
        assertThat(rules(rule).mayRefuse()).isFalse();
    }
}
