package dev.deft.bench.peers;

import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The pi coding agent in print mode. It searches by its `bash`, as its models do.
///
/// @param start the program, with the Node it runs on if there is one for it
record PiPeer(List<String> start) implements Peer {

    static final String NAME = "pi";

    PiPeer {
        start = List.copyOf(start);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> words(String prompt) {
        List<String> words = new ArrayList<>(start);
        words.addAll(List.of("-p", "--provider", "bench", "--model", "bench", prompt));
        return words;
    }

    @Override
    public Map<String, String> environment(Path home, String url) {
        return Map.of("PI_OFFLINE", "1", "PI_SKIP_VERSION_CHECK", "1", "PI_TELEMETRY", "0");
    }

    @Override
    public void configure(Path home, String url) throws IOException {
        Path settings = Files.createDirectories(home.resolve(".pi/agent"));
        Files.writeString(
                settings.resolve("models.json"),
                """
                {"providers": {"bench": {"baseUrl": "%s", "apiKey": "bench", "api": "anthropic-messages",
                  "models": [{"id": "bench", "name": "bench", "reasoning": false, "input": ["text"],
                    "contextWindow": 1000000, "maxTokens": 32000,
                    "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]}}}
                """
                        .formatted(url));
    }

    @Override
    public PeerCall call(ScriptStep step, Path workspace) {
        return switch (step) {
            case ScriptStep.Read(String path) ->
                    PeerCall.of("read", "path", workspace.resolve(path).toString());
            case ScriptStep.Grep grep -> bash(ShellSteps.grep(grep));
            case ScriptStep.Glob glob -> bash(ShellSteps.glob(glob));
            case ScriptStep.Bash(String command) -> bash(command);
            case ScriptStep.Edit(String path, String before, String after) ->
                    new PeerCall.Function(
                            "edit",
                            Json.Obj.of(
                                    Map.of(
                                            "path",
                                            workspace.resolve(path).toString(),
                                            "edits",
                                            List.of(Map.of("oldText", before, "newText", after)))));
        };
    }

    private static PeerCall bash(String command) {
        return PeerCall.of("bash", "command", command);
    }
}
