package dev.deft.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The Codex CLI in exec mode. It reads and searches by its shell, as its models do.
record CodexPeer(Path program) implements Peer {

    static final String NAME = "Codex";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> words(String prompt) {
        return List.of(
                program.toString(), "exec", "--dangerously-bypass-approvals-and-sandbox", prompt);
    }

    @Override
    public Map<String, String> environment(Path home, String url) {
        return Map.of("BENCH_KEY", "bench");
    }

    @Override
    public void configure(Path home, String url) throws IOException {
        Path settings = Files.createDirectories(home.resolve(".codex"));
        Files.writeString(
                settings.resolve("config.toml"),
                """
                model = "gpt-5.5"
                model_provider = "bench"
                check_for_update_on_startup = false

                [analytics]
                enabled = false

                [model_providers.bench]
                name = "bench"
                base_url = "%s/v1"
                env_key = "BENCH_KEY"
                wire_api = "responses"
                """
                        .formatted(url));
    }

    @Override
    public PeerCall call(ScriptStep step, Path workspace) {
        return switch (step) {
            case ScriptStep.Read(String path) -> shell("cat " + path);
            case ScriptStep.Grep grep -> shell(ShellSteps.grep(grep));
            case ScriptStep.Glob glob -> shell(ShellSteps.glob(glob));
            case ScriptStep.Bash(String command) -> shell(command);
            case ScriptStep.Edit(String path, String before, String after) ->
                    new PeerCall.FreeForm(
                            "apply_patch",
                            """
                            *** Begin Patch
                            *** Update File: %s
                            @@
                            -%s
                            +%s
                            *** End Patch
                            """
                                    .formatted(path, before, after));
        };
    }

    private static PeerCall shell(String command) {
        return PeerCall.of("exec_command", "cmd", command);
    }
}
