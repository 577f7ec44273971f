package dev.deft.agent.model.openai;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// Asks for reasoning.
public final class OpenAiEffort {

    /// Models of OpenAI that do not reason, and reject a request for it.
    private static final List<String> UNREASONING = List.of("gpt-3", "gpt-4", "chatgpt-4");

    /// It passes a budget on to models that know one.
    private static final String OPENROUTER = "://openrouter.ai";

    private OpenAiEffort() {}

    /// Whether a model may be asked to reason; models that nobody knows may.
    public static boolean isKnownTo(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1);
        for (String it : UNREASONING) {
            if (name.startsWith(it)) {
                return false;
            }
        }
        return true;
    }

    static void write(ModelSettings settings, ReasoningSettings reasoning, JsonBytes out) {
        Optional<ReasoningSettings.Effort> effort = reasoning.nearestEffort();
        if (effort.isEmpty() || !isKnownTo(settings.model())) {
            return;
        }
        boolean budgets = settings.baseUrl().contains(OPENROUTER);
        if (budgets && reasoning.effort().isEmpty() && reasoning.budgetTokens().isPresent()) {
            Json most = Json.Num.of(reasoning.budgetTokens().getAsInt());
            out.field("reasoning", Json.Obj.EMPTY.with("max_tokens", most));
        } else if (budgets) {
            out.field("reasoning", Json.Obj.EMPTY.with("effort", effort.get().wire()));
        } else {
            out.field("reasoning_effort", new Json.Str(effort.get().wire()));
        }
    }
}
