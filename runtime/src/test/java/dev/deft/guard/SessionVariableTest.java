package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Touch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Calls that set a variable for all later commands of a session.
class SessionVariableTest {

    private static Verdict judge(String rule, PreparedCall<?> call) throws InterruptedException {
        var rules = new RuleBook(List.of(Rule.parse(Scope.PROJECT, rule)));
        return new RulesGate(rules, RuleStore.NONE).judge(call);
    }

    private static PreparedCall<?> setting(String name, String value) {
        return GuardedCall.of("set_env").with("value", value).touching(Touch.naming(name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    allow set_env *     ¦ STAGE      ¦ on        ¦ allow ¦ The project rule `allow set_env *` allows set_env on STAGE.
                    allow set_env *     ¦ PATH       ¦ /evil     ¦ ask   ¦ No rule allows set_env on PATH (PATH= changes what runs).
                    allow set_env PATH  ¦ PATH       ¦ /evil     ¦ allow ¦ The project rule `allow set_env PATH` allows set_env on PATH.
                    allow set_env PA*   ¦ PATH       ¦ /evil     ¦ ask   ¦ No rule allows set_env on PATH (PATH= changes what runs).
                    allow * *           ¦ PATH       ¦ /evil     ¦ allow ¦ The project rule `allow * *` allows set_env on PATH.
                    allow set_env *     ¦ OPTS       ¦ -x $(id)  ¦ ask   ¦ No rule allows set_env on OPTS (OPTS= may change what a command does).
                    deny set_env *      ¦ PATH       ¦ /evil     ¦ deny  ¦ The project rule `deny set_env *` forbids set_env on PATH. Do it another way.
                    ask set_env *       ¦ PATH       ¦ /evil     ¦ ask   ¦ The project rule `ask set_env *` requires approval for set_env on PATH.
                    """)
    void needARuleThatNamesTheVariableIfItChangesWhatCommandsDo(
            String rule, String name, String value, String says, String why)
            throws InterruptedException {
        Verdict verdict = judge(rule, setting(name, value));

        assertThat(verdict.says()).isEqualTo(says);
        assertThat(verdict.why()).isEqualTo(why);
    }

    @Test
    void areAskedAboutWhenTheirValueIsNoText() throws InterruptedException {
        PreparedCall<?> call =
                GuardedCall.of("set_env")
                        .with("value", new Json.Bool(true))
                        .touching(Touch.naming("STAGE"));

        assertThat(judge("allow set_env *", call).why())
                .isEqualTo(
                        "No rule allows set_env on STAGE (STAGE= may change what a command does).");
    }

    @Test
    void suggestARuleThatNamesTheVariable() throws InterruptedException {
        assertThat(judge("allow set_env *", setting("PATH", "/evil")))
                .isInstanceOfSatisfying(
                        Verdict.Ask.class,
                        it -> assertThat(it.rules()).containsExactly("allow set_env PATH"));
    }

    @Test
    void areNotCheckedWhenAToolOnlyReadsThem() throws InterruptedException {
        PreparedCall<?> reading = GuardedCall.of("get_env").touching(Touch.naming("PATH"));

        assertThat(judge("allow get_env *", reading).says()).isEqualTo("allow");
    }
}
