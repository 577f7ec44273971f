package dev.deft.bench.peers;

import dev.deft.json.Json;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Claude Code in print mode. It searches by its `Bash`, where `grep` and `find` are built in.
record ClaudePeer(Path program) implements Peer {

    static final String NAME = "Claude Code";

    private static final List<String> SWITCHES =
            List.of(
                    "IS_SANDBOX",
                    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
                    "DISABLE_AUTOUPDATER",
                    "DISABLE_TELEMETRY",
                    "DISABLE_ERROR_REPORTING");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> words(String prompt) {
        return List.of(
                program.toString(),
                "-p",
                prompt,
                "--model",
                "claude-sonnet-4-5",
                "--dangerously-skip-permissions");
    }

    @Override
    public Map<String, String> environment(Path home, String url) {
        var all = new HashMap<String, String>();
        all.put("ANTHROPIC_BASE_URL", url);
        all.put("ANTHROPIC_API_KEY", "bench");
        SWITCHES.forEach(it -> all.put(it, "1"));
        return all;
    }

    @Override
    public void configure(Path home, String url) {}

    @Override
    public PeerCall call(ScriptStep step, Path workspace) {
        return switch (step) {
            case ScriptStep.Read(String path) ->
                    PeerCall.of("Read", "file_path", workspace.resolve(path).toString());
            case ScriptStep.Grep(String pattern) ->
                    bash(
                            "grep -rnE '%s' --include='%s' ."
                                    .formatted(pattern, ScriptStep.Grep.INCLUDE));
            case ScriptStep.Glob(String name) -> bash("find . -name '%s'".formatted(name));
            case ScriptStep.Bash(String command) -> bash(command);
            case ScriptStep.Edit(String path, String before, String after) ->
                    new PeerCall.Function(
                            "Edit",
                            Json.Obj.EMPTY
                                    .with("file_path", workspace.resolve(path).toString())
                                    .with("old_string", before)
                                    .with("new_string", after));
        };
    }

    private static PeerCall bash(String command) {
        return new PeerCall.Function(
                "Bash",
                Json.Obj.EMPTY.with("command", command).with("description", "Runs a command"));
    }
}
