package dev.deft.bench.peers;

import dev.deft.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Deft as its launcher starts it.
///
/// @param program the launcher
record DeftPeer(Path program) implements Peer {

    static final String NAME = "Deft";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> words(String prompt) {
        return List.of(
                program.toString(),
                "run",
                prompt,
                "--yes-edits",
                "--allow",
                "bash true",
                "--max-turns",
                "400");
    }

    @Override
    public Map<String, String> environment(Path home, String url) {
        return Map.of(
                "DEFT_HOME",
                home.resolve("deft").toString(),
                "DEFT_MODEL",
                "anthropic/claude-sonnet-4-5",
                "ANTHROPIC_API_KEY",
                "bench",
                "ANTHROPIC_BASE_URL",
                url);
    }

    @Override
    public void configure(Path home, String url) {}

    @Override
    public PeerCall call(ScriptStep step, Path workspace) {
        return switch (step) {
            case ScriptStep.Read(String path) -> PeerCall.of("read", "path", path);
            case ScriptStep.Grep(String pattern) ->
                    new PeerCall.Function(
                            "grep",
                            Json.Obj.EMPTY
                                    .with("pattern", pattern)
                                    .with("include", ScriptStep.Grep.INCLUDE));
            case ScriptStep.Glob glob -> PeerCall.of("glob", "pattern", glob.anywhere());
            case ScriptStep.Bash(String command) -> PeerCall.of("bash", "command", command);
            case ScriptStep.Edit(String path, String before, String after) ->
                    new PeerCall.Function(
                            "edit",
                            Json.Obj.EMPTY
                                    .with("path", path)
                                    .with("old_text", before)
                                    .with("new_text", after));
        };
    }
}
