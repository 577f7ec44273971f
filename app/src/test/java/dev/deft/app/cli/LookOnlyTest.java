package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.json.Json;
import dev.deft.policy.PolicyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Scripts that would change something, given to the whole product under the rules of the default
/// agent: afterwards the workspace and the home are as they were.
class LookOnlyTest {

    private static final Path SCRIPTS =
            Path.of("../machine/src/test/resources/dev/deft/process/hostile-scripts.txt");

    private static final int SAMPLE = 25;

    @TempDir Path directory;

    private Path root() {
        return directory.resolve("workspace");
    }

    private Path home() {
        return directory.resolve("home");
    }

    private List<String> scripts() throws IOException {
        return Files.readAllLines(SCRIPTS).stream()
                .filter(it -> !it.isBlank() && !it.startsWith("#"))
                .map(it ->
                        it.replace("%T", "made-by-a-script")
                                .replace("%H", home().toString())
                                .replace("%O", home().toString())
                                .replace("%V", String.valueOf(ProcessHandle.current().pid()))
                                .replace("%U", "/nowhere")
                                .replace("%P", "9")
                                .replace("'S'", "'a[$(touch pwned)]'"))
                .toList();
    }

    private void furnish() throws Exception {
        Files.createDirectories(root().resolve(".deft"));
        Files.writeString(Files.createDirectories(home()).resolve(".bashrc"), "# mine\n");
        Files.writeString(root().resolve("a.txt"), "one\n");
        Files.writeString(root().resolve("b.txt"), "two\n");
        for (String program : List.of("evil", "ls")) {
            Path file = Files.writeString(root().resolve(program), "#!/bin/sh\ntouch pwned\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        Process git =
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "git init -q . && git add . && git -c user.name=a -c user.email=b commit -qm 1")
                        .directory(root().toFile())
                        .start();
        assertThat(git.waitFor()).isZero();
    }

    private Map<String, String> state() throws IOException {
        Map<String, String> state = new TreeMap<>();
        for (Path tree : List.of(root(), home())) {
            try (Stream<Path> all = Files.walk(tree)) {
                for (Path it : all.filter(it -> !it.toString().contains("/.deft")).toList()) {
                    boolean file = Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS);
                    state.put(
                            it.toString(),
                            Files.readAttributes(it, "unix:mode,nlink", LinkOption.NOFOLLOW_LINKS)
                                    + (file
                                            ? Files.getLastModifiedTime(it)
                                                    + Files.readString(
                                                            it, StandardCharsets.ISO_8859_1)
                                            : ""));
                }
            }
        }
        return state;
    }

    private void sweep(List<String> scripts) throws Exception {
        furnish();
        Path policy =
                Files.writeString(
                        directory.resolve("policy.json"),
                        JsonText.write(PolicyFile.write(DefaultAgent.rules())));
        var batch = new StringBuilder();
        for (String script : scripts) {
            Json.Obj arguments =
                    Json.Obj.EMPTY.with("command", script).with("timeout_ms", Json.Num.of(10_000));
            batch.append(
                            JsonText.write(
                                    Json.Obj.EMPTY
                                            .with("id", script)
                                            .with("tool", "bash")
                                            .with("args", arguments)))
                    .append('\n');
        }
        Map<String, String> before = state();

        DeftRun ran =
                DeftRun.in(
                        root(),
                        Map.of(
                                "HOME", home().toString(),
                                "DEFT_HOME", directory.resolve("deft").toString()),
                        batch.toString(),
                        "call",
                        "--batch",
                        "--policy",
                        policy.toString());

        assertThat(ran.out().lines()).hasSameSizeAs(scripts);
        Map<String, String> changed = new TreeMap<>(state());
        changed.entrySet().removeIf(it -> it.getValue().equals(before.get(it.getKey())));
        assertThat(changed).as("after %s", scripts).isEmpty();
        assertThat(state().keySet()).as("after %s", scripts).isEqualTo(before.keySet());
    }

    @Test
    void changesNothing() throws Exception {
        List<String> some = new ArrayList<>(scripts());
        Collections.shuffle(some);
        sweep(some.subList(0, SAMPLE));
    }

    @Test
    @Tag("deep")
    void changesNothingWhateverIsTried() throws Exception {
        sweep(scripts());
    }
}
