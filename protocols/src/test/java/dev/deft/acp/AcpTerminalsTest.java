package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.policy.Policy;
import dev.deft.policy.PolicyFile;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands in terminals of the editor.
class AcpTerminalsTest {

    @TempDir private Path directory;
    private AcpPlace place = new AcpPlace(Path.of(""), Path.of(""));
    private final Map<String, Process> terminals = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    @BeforeEach
    void prepare() throws Exception {
        place = AcpPlace.in(directory);
    }

    @AfterEach
    void end() {
        terminals.values().forEach(Process::destroyForcibly);
    }

    private AcpClient client(String sandbox) throws Exception {
        Policy policy =
                PolicyFile.read(JsonText.parseObject("{\"sandbox\":\"%s\"}".formatted(sandbox)));
        AcpClient client = AcpClient.start(place.home(), policy);
        client.initialize(Json.Obj.EMPTY.with("terminal", AcpPlace.YES));
        return client.answering("session/request_permission", _ -> AcpPlace.chosen("allow-once"))
                .answering("terminal/create", this::create)
                .answering(
                        "terminal/wait_for_exit",
                        params -> {
                            calls.add("wait");
                            return Json.Obj.EMPTY.with(
                                    "exitCode", Json.Num.of(process(params).waitFor()));
                        })
                .answering("terminal/output", this::output)
                .answering(
                        "terminal/kill",
                        params -> {
                            calls.add("kill");
                            process(params).destroyForcibly().waitFor();
                            return Json.Obj.EMPTY;
                        })
                .answering(
                        "terminal/release",
                        params -> {
                            calls.add("release");
                            process(params).destroyForcibly();
                            return Json.Obj.EMPTY;
                        });
    }

    private Process process(Json.Obj params) {
        return Optional.ofNullable(terminals.get(params.text("terminalId").orElseThrow()))
                .orElseThrow();
    }

    private Json create(Json.Obj params) throws RpcException {
        calls.add("create");
        List<String> command = new ArrayList<>();
        command.add(params.text("command").orElseThrow());
        for (Json it : ((Json.Arr) params.find("args").orElseThrow()).items()) {
            command.add(((Json.Str) it).value());
        }
        String id = "term" + terminals.size();
        try {
            terminals.put(
                    id,
                    new ProcessBuilder(command)
                            .directory(Path.of(params.text("cwd").orElseThrow()).toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(directory.resolve(id).toFile())
                            .start());
        } catch (IOException e) {
            throw RpcException.invalidParams(String.valueOf(e.getMessage()));
        }
        return Json.Obj.EMPTY.with("terminalId", id);
    }

    private Json output(Json.Obj params) {
        calls.add("output");
        try {
            String text =
                    Files.readString(
                            directory.resolve(params.text("terminalId").orElseThrow()),
                            StandardCharsets.UTF_8);
            Json.Obj shown =
                    Json.Obj.EMPTY.with("output", text).with("truncated", new Json.Bool(false));
            return process(params).isAlive()
                    ? shown
                    : shown.with(
                            "exitStatus",
                            Json.Obj.EMPTY.with(
                                    "exitCode", Json.Num.of(process(params).exitValue())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void runWhereThePolicyHasNoSandbox() throws Exception {
        try (AcpClient client = client("off")) {
            client.prompt(
                    client.session(place.root()),
                    "call bash {\"command\":\"printf '\\\\033[1mbold\\\\033[0m\\\\n'; pwd; env | cut -d= -f1; exit 3\"}\nrepeat");
            assertThat(calls).containsExactly("create", "wait", "output", "release");
            assertThat(client.said())
                    .contains("bold\n", place.root().toString(), "terminal of the editor")
                    .contains("3")
                    .doesNotContain("\033")
                    .doesNotContain("JAVA_");
            assertThat(client.updates("tool_call_update").toString())
                    .contains("{\"type\":\"terminal\",\"terminalId\":\"term0\"}");
        }
    }

    @Test
    void areNotUsedWhereASandboxProtectsTheMachine() throws Exception {
        try (AcpClient client = client("auto")) {
            client.prompt(
                    client.session(place.root()), "call bash {\"command\":\"echo hi\"}\nrepeat");
            assertThat(calls).isEmpty();
            assertThat(client.said()).contains("hi");
        }
    }

    @Test
    void endWithACancelledTurn() throws Exception {
        try (AcpClient client = client("off")) {
            String session = client.session(place.root());
            client.begin("turn", session, "call bash {\"command\":\"sleep 300\"}");
            client.lineWith("terminal/wait_for_exit");
            client.tell("session/cancel", Json.Obj.EMPTY.with("sessionId", session));
            assertThat(client.answerTo("turn")).contains("cancelled");
            assertThat(calls).contains("kill").endsWith("release");
            assertThat(process(Json.Obj.EMPTY.with("terminalId", "term0")).waitFor()).isNotZero();
        }
    }

    @Test
    void endWhenTheirTimeIsOver() throws Exception {
        try (AcpClient client = client("off")) {
            client.prompt(
                    client.session(place.root()),
                    "call bash {\"command\":\"echo before; sleep 300\",\"timeout_ms\":500}\nrepeat");
            assertThat(calls).containsExactly("create", "wait", "kill", "output", "release");
            assertThat(client.said()).contains("before");
            assertThat(client.updates("tool_call_update").getLast().text("status"))
                    .isNotEqualTo(Optional.empty());
        }
    }
}
