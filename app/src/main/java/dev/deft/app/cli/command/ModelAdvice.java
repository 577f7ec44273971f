package dev.deft.app.cli.command;

import dev.deft.agent.model.listing.ListedModel;
import dev.deft.agent.model.listing.LocalServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What to do for a model to work with: which key to set, and how to use a server on this machine.
public final class ModelAdvice {

    private static final String KEY = "OPENAI_API_KEY";

    private final Map<String, String> environment;

    public ModelAdvice(Map<String, String> environment) {
        this.environment = environment;
    }

    /// The lines for someone who has no key.
    ///
    /// @param found the servers that run on this machine
    public List<String> withoutKey(List<LocalServer> found) {
        List<String> lines = new ArrayList<>();
        found.forEach(it -> lines.addAll(offer(it)));
        lines.add(
                found.isEmpty() ? "To use a model, set the key of its provider:" : "Or set a key:");
        lines.add("  export ANTHROPIC_API_KEY=...   for anthropic/NAME");
        lines.add("  export OPENAI_API_KEY=...      for openai/NAME");
        if (found.isEmpty()) {
            lines.add(
                    "or start a model server on this machine, such as Ollama, and run deft"
                            + " models.");
        }
        lines.add("To see an agent work without a model:");
        lines.add("  deft demo");
        return lines;
    }

    /// The lines that offer a server on this machine.
    public List<String> offer(LocalServer server) {
        List<ListedModel> suitable = server.suitable();
        String place = "%s runs at %s".formatted(server.name(), server.baseUrl());
        if (suitable.isEmpty()) {
            return List.of(place + ", but has no model that can call tools.");
        }
        return List.of(
                "%s with %s. To use it:"
                        .formatted(
                                place,
                                suitable.size() == 1 ? "a model" : suitable.size() + " models"),
                "  " + command(server, suitable.getFirst()));
    }

    /// A key for a provider elsewhere is not sent to the server.
    private String command(LocalServer server, ListedModel model) {
        String key = environment.getOrDefault(KEY, "").isBlank() ? "" : KEY + "= ";
        return "%sOPENAI_BASE_URL=%s deft run --model %s \"PROMPT\""
                .formatted(key, server.baseUrl(), quoted("openai/" + model.id()));
    }

    /// The name is foreign text that a shell must not read as anything else.
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9._:/@+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
