package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.ShellRequirement.ArgPattern;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {

    @Test
    void readsTheExampleOfTheDesign() throws Exception {
        Policy policy =
                PolicyFile.read(
                        JsonText.parseObject(
                                """
                                {"headless": true,
                                 "requires": {"fs": {"read": ["{workspace}/**"], "write": ["{workspace}/**"]},
                                              "net": {"hosts": ["docs.example.org"], "sockets": ["/run/docker.sock"]},
                                              "shell": [{"cmd": "git", "args": ["log", {"wildcard": true}, {"prefix": "-"}]}]},
                                 "rules": [{"scope": "project", "permission": "bash", "pattern": "git status *", "action": "allow"}],
                                 "watchdog": {"command": ["prog", "arg"]}, "sandbox": "required", "env": ["JAVA_HOME"],
                                 "commands": {"on_timeout": "background", "terminal": "all", "changes": "review", "on_exit": "keep",
                                              "host": {"address": "ops@[::1]:2222", "names": ["docker"], "identity": "~/.ssh/deft", "known_hosts": "/etc/deft/hosts"}}}
                                """));

        assertThat(PolicyFile.read(PolicyFile.write(policy))).isEqualTo(policy);
        assertThat(policy.headless()).contains(true);
        assertThat(policy.rules().orElseThrow())
                .containsExactly(new Rule(Scope.PROJECT, Action.ALLOW, "bash", "git status *"));
        assertThat(policy.requires().orElseThrow().shell())
                .containsExactly(
                        new ShellRequirement(
                                "git",
                                Optional.of(
                                        List.of(
                                                new ArgPattern.Exact("log"),
                                                new ArgPattern.Wildcard(),
                                                new ArgPattern.Prefix("-")))));
        assertThat(policy.watchdog())
                .isEqualTo(new Policy.WatchdogChoice.Program(List.of("prog", "arg")));
        assertThat(policy.sandbox()).isEqualTo(Policy.SandboxMode.REQUIRED);
        assertThat(policy.commands())
                .isEqualTo(
                        new Policy.CommandChoices(
                                Policy.OnTimeout.BACKGROUND,
                                Policy.Terminal.ALL,
                                Policy.Changes.REVIEW,
                                Policy.OnExit.KEEP,
                                Optional.of(
                                        new CommandHost(
                                                Optional.of("ops"),
                                                "::1",
                                                OptionalInt.of(2222),
                                                List.of("docker"),
                                                Optional.of("~/.ssh/deft"),
                                                Optional.of("/etc/deft/hosts"))),
                                new GrantedSockets(List.of("/run/docker.sock"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"rulez\":[]} | rulez is not known here",
                "{\"headless\":\"yes\"} | headless is the string \"yes\"",
                "{\"requires\":{\"net\":{\"sockets\":[\"x.sock\"]}}} | `x.sock` is not an absolute path",
                "{\"sandbox\":\"maybe\"} | expected one of auto, required, off",
                "{\"commands\":{\"on_timeout\":\"wait\"}} | expected one of kill, background",
                "{\"commands\":{\"on_exit\":\"stay\"}} | expected one of kill, keep",
                "{\"commands\":{\"on_time_out\":\"kill\"}} | commands.on_time_out is not known here",
                "{\"commands\":{\"host\":{\"address\":\"-oProxyCommand=x\",\"names\":[\"a\"]}}} | is not user@host:port",
                "{\"commands\":{\"host\":{\"address\":\"h:70000\",\"names\":[\"a\"]}}} | a port is from 1 to 65535",
                "{\"commands\":{\"host\":{\"address\":\"h\",\"names\":[]}}} | at least 1 entries",
                "{\"commands\":{\"host\":{\"address\":\"h\",\"names\":[\"a/b\"]}}} | is not the plain name of a command",
                "{\"commands\":{\"host\":{\"address\":\"h\",\"names\":[\"kill\"]}}} | the shell runs kill itself",
                "{\"commands\":{\"host\":{\"address\":\"h\",\"names\":[\"a\"],\"identity\":\"key\"}}} | begins with / or ~/",
                "{\"watchdog\":\"on\"} | expected default, off or",
                "{\"watchdog\":{\"command\":[]}} | at least 1 entries",
                "{\"rules\":[{\"permission\":\"x\",\"pattern\":\"y\",\"action\":\"permit\"}]} | an action is allow, ask or deny",
                "{\"rules\":[{\"permission\":\"x\",\"pattern\":\"y\"}]} | rules[0].action is missing",
                "{\"rules\":[{\"scope\":\"all\",\"permission\":\"x\",\"pattern\":\"y\",\"action\":\"deny\"}]} | a scope is",
                "{\"env\":[\"AWS_SECRET_ACCESS_KEY\"]} | looks like a secret",
                "{\"requires\":{\"shell\":[{\"cmd\":\"git\",\"args\":[{\"regex\":\"x\"}]}]}} | a pattern is a string",
            })
    void namesTheMistake(String json, String problem) {
        assertThatThrownBy(() -> PolicyFile.read(JsonText.parseObject(json)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }
}
