package dev.deft.guard;

import static dev.deft.guard.GuardedCall.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.AgentManifest;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.script.ParsedScripts;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandWatchdogTest {

    private static Watchdog.Decision decide(CommandWatchdog.Program program)
            throws InterruptedException {
        var manifest =
                new AgentManifest(
                        "reviewer",
                        RequirementSet.reading("{workspace}/**"),
                        List.of(Rule.parse(Scope.MANIFEST, "deny bash *")),
                        List.of("read", "grep"));
        return new CommandWatchdog(program)
                .judge(
                        new Watchdog.Observation(
                                "fixture",
                                Json.Obj.EMPTY.with("a", "b"),
                                List.of(write("x")),
                                "reviewer",
                                "s",
                                new ParsedScripts(),
                                () -> manifest));
    }

    @Test
    void passesTheCallAndTheManifestOfTheAgentToTheProgram() throws Exception {
        List<Json> requests = new ArrayList<>();
        decide(request -> {
            requests.add(JsonText.parseObject(request));
            return "{\"decision\":\"allow\"}";
        });

        assertThat(requests)
                .containsExactly(
                        JsonText.parseObject(
                                """
                                {"tool": "fixture", "args": {"a": "b"}, "agent": "reviewer", "session": "s",
                                 "manifest": {"name": "reviewer", "requires": {"fs": {"read": ["{workspace}/**"]}},
                                   "rules": [{"scope": "manifest", "permission": "bash", "pattern": "*", "action": "deny"}],
                                   "tools": ["read", "grep"]}}
                                """));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '§',
            textBlock =
                    """
                    {"decision":"allow"}                      ¦ ALLOW ¦ The watchdog says allow.
                    {"decision":"ask","reason":"Too large."}  ¦ ASK   ¦ Too large.
                    {"decision":"deny","reason":"Not here."}  ¦ DENY  ¦ Not here.
                    """)
    void readsTheDecisionOfTheProgram(String answer, Action action, String reason)
            throws InterruptedException {
        assertThat(decide(_ -> answer)).isEqualTo(new Watchdog.Decision(action, reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "yes", "[]", "{}", "{\"decision\":\"maybe\"}", "{\"decision\":true}"})
    void deniesWhenTheAnswerIsNoDecision(String answer) throws InterruptedException {
        assertThat(decide(_ -> answer))
                .isEqualTo(
                        new Watchdog.Decision(
                                Action.DENY,
                                "The watchdog program did not answer in the form {\"decision\":\"allow|deny|ask\",\"reason\":\"…\"}, so the call is denied."));
    }

    @Test
    void deniesWhenTheProgramFails() throws InterruptedException {
        assertThat(
                        decide(_ -> {
                            throw new IOException("ended with exit code 3");
                        }))
                .isEqualTo(
                        new Watchdog.Decision(
                                Action.DENY,
                                "The watchdog program ended with exit code 3, so the call is denied."));
    }
}
