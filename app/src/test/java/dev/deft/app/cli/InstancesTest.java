package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The tools of instances at the command line: shapes of the aegis dialect, and who may start one.
class InstancesTest {

    @TempDir private Path root;

    /// The results of calls in one session, with ids and figures replaced.
    private List<String> batch(String... calls) {
        String lines = Stream.of(calls).map(it -> it + "\n").collect(Collectors.joining());
        return DeftRun.in(root, lines, "call", "--batch", "--dialect", "aegis")
                .out()
                .lines()
                .map(it -> it.substring(it.indexOf("\"result\":") + 9, it.length() - 1))
                .map(it -> it.replaceAll("inst_[0-9a-f]{8}", "ID"))
                .map(it -> it.replaceAll("ses_\\w+", "SES"))
                .map(it -> it.replaceAll("(cpu_ms|memory_bytes)\":\\d+", "$1\":N"))
                .toList();
    }

    @Test
    void answerInTheShapesOfTheirSource() {
        assertThat(
                        batch(
                                "{\"id\":1,\"tool\":\"instance_spawn\",\"args\":{\"command\":[\"sleep\",\"600\"],\"handle\":\"web\",\"exposes\":[28471]}}",
                                "{\"id\":2,\"tool\":\"instance_spawn\",\"args\":{\"command\":[\"sleep\",\"601\"],\"memory_mb\":64,\"env\":{\"A\":\"b\"}}}",
                                "{\"id\":3,\"tool\":\"instance_list\"}",
                                "{\"id\":4,\"tool\":\"expose_port\",\"args\":{\"guest_port\":28471,\"protocol\":\"udp\"}}",
                                "{\"id\":5,\"tool\":\"expose_port\",\"args\":{\"guest_port\":28472}}",
                                "{\"id\":6,\"tool\":\"unexpose_port\",\"args\":{\"guest_port\":28471}}",
                                "{\"id\":7,\"tool\":\"keepalive_acquire\"}",
                                "{\"id\":8,\"tool\":\"keepalive_acquire\",\"args\":{\"ttl_ms\":5,\"reason\":\"a"
                                        + " build\"}}",
                                "{\"id\":9,\"tool\":\"keepalive_release\"}",
                                "{\"id\":10,\"tool\":\"self_info\"}",
                                "{\"id\":15,\"tool\":\"self_restart\"}",
                                "{\"id\":11,\"tool\":\"instance_stop\",\"args\":{\"handle\":\"web\"}}",
                                "{\"id\":12,\"tool\":\"instance_stop\",\"args\":{\"handle\":\"web\"}}",
                                "{\"id\":13,\"tool\":\"instance_stop\",\"args\":{}}",
                                "{\"id\":14,\"tool\":\"instance_stop\",\"args\":{\"id\":\"x\",\"handle\":\"y\"}}"))
                .containsExactly(
                        "{\"id\":\"ID\",\"handle\":\"web\",\"state\":\"running\"}",
                        "{\"id\":\"ID\",\"handle\":\"ID\",\"state\":\"running\"}",
                        "{\"instances\":[{\"id\":\"ID\",\"handle\":\"web\",\"state\":\"running\"},{\"id\":\"ID\",\"handle\":\"ID\",\"state\":\"running\"}]}",
                        "{\"error\":\"protocol is tcp or http; nothing else is forwarded.\"}",
                        "{\"error\":\"No instance listens on port 28472; ID listens on no port, web"
                                + " listens on no port. Its log may say why, or try again when it is"
                                + " up.\"}",
                        "{\"ok\":true}",
                        "{\"ok\":true,\"ttl_ms\":30000}",
                        "{\"ok\":true,\"ttl_ms\":5}",
                        "{\"ok\":true}",
                        "{\"id\":\"SES\",\"handle\":\"build\",\"state\":\"running\",\"usage\":{\"input_tokens\":0,\"output_tokens\":0,\"cpu_ms\":N,\"memory_bytes\":N}}",
                        "{\"ok\":true}",
                        "{\"ok\":true,\"id\":\"ID\"}",
                        "{\"error\":\"web does not run any more; it was stopped.\"}",
                        "{\"error\":\"Give id or handle, and not both.\"}",
                        "{\"error\":\"Give id or handle, and not both.\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'command':[]} | command",
                "{'command':[' ']} | command is a program and its arguments",
                "{'command':['sleep','6'],'handle':'a b'} | A handle has 1 to 63 letters",
                "{'command':['sleep','6'],'handle':'../x'} | A handle has 1 to 63 letters",
                "{'command':['sleep','6'],'workspace':'../x'} | outside",
                "{'command':['sleep','6'],'workspace':'a.txt'} | a.txt is not a directory",
                "{'command':['sleep','6'],'exposes':[0]} | a port is a number from 1 to 65535",
                "{'command':['sleep','6'],'exposes':[80,80]} | exposes names a port twice",
                "{'command':['sleep','6'],'memory_mb':1} | memory_mb",
                "{'command':['sleep','6'],'env':{'A B':'x'}} | Variable names in env",
                "{'command':['sleep','6'],'env':{'LD_PRELOAD':'x'}} | LD_PRELOAD cannot be set",
                "{'command':['nosuchprogram']} | ended with exit code 127 at once",
            })
    void areRefusedWithAReason(String arguments, String reason) throws IOException {
        Files.writeString(root.resolve("a.txt"), "x");
        assertThat(
                        batch(
                                "{\"id\":1,\"tool\":\"instance_spawn\",\"args\":%s}"
                                        .formatted(arguments.replace('\'', '"')),
                                "{\"id\":2,\"tool\":\"instance_list\"}"))
                .satisfiesExactly(
                        it -> assertThat(it).startsWith("{\"error\":").contains(reason),
                        it -> assertThat(it).isEqualTo("{\"instances\":[]}"));
    }

    /// What the rules would decide about a command as an instance, and as a command of `bash`.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "allow bash sleep * | 'sleep','600' | allow",
                "allow bash sleep * | 'sleep','600;rm x' | allow",
                "allow bash sleep * | 'rm','-rf','src' | ask",
                "allow shell.run *; deny bash rm * | 'rm','x' | deny",
                "allow shell.run *; deny bash rm * | 'bash','-c','true; rm x' | deny",
                "allow shell.run *; deny bash rm * | 'env','rm','x' | deny",
                "allow instance_spawn sleep * | 'sleep','6' | allow",
                "allow bash *; deny instance_spawn * | 'sleep','6' | deny",
                "look bash * | 'sleep','6' | ask",
                "look shell.run * | 'sleep','6' | ask",
                "look * * | 'sleep','6' | ask",
            })
    void startAsTheRulesForCommandsSay(String rules, String command, String decision)
            throws IOException {
        String list =
                Stream.of((rules + "; allow fs.write **").split("; "))
                        .map(it -> it.split(" ", 3))
                        .map(InstancesTest::rule)
                        .collect(Collectors.joining(","));
        Files.writeString(root.resolve("policy.json"), "{\"rules\":[" + list + "]}");
        DeftRun decided =
                DeftRun.in(
                        root,
                        "",
                        "call",
                        "instance_spawn",
                        "{\"command\":[%s],\"handle\":\"a\"}".formatted(command.replace('\'', '"')),
                        "--policy",
                        "policy.json",
                        "--decide");
        assertThat(decided.out()).contains("\"decision\":\"" + decision + "\"");
    }

    private static String rule(String[] words) {
        boolean look = words[0].equals("look");
        return "{\"action\":\"%s\",\"permission\":\"%s\",\"pattern\":\"%s\"%s}"
                .formatted(
                        look ? "allow" : words[0],
                        words[1],
                        words[2],
                        look ? ",\"mode\":\"look\"" : "");
    }

    @Test
    void makeNoDirectoryInAProtectedPlace() throws IOException {
        Files.createDirectories(root.resolve(".git/hooks"));
        assertThat(
                        batch(
                                "{\"id\":1,\"tool\":\"instance_spawn\",\"args\":{\"command\":[\"sleep\",\"6\"],\"workspace\":\".git/hooks/x\"}}"))
                .singleElement()
                .asString()
                .contains("protected");
        assertThat(root.resolve(".git/hooks/x")).doesNotExist();
    }

    @Test
    void areKnownButNotListedInTheDefaultDialect() {
        assertThat(DeftRun.in(root, "", "tools").out()).doesNotContain("instance_spawn");
        assertThat(DeftRun.in(root, "", "tools", "show", "instance_spawn").out())
                .contains("Starts a long-running command");
        assertThat(DeftRun.in(root, "", "call", "tool_search", "{\"query\":\"instance\"}").out())
                .doesNotContain("instance_spawn");
    }
}
