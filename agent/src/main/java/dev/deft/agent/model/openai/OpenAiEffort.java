package dev.deft.agent.model.openai;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ReasoningSettings;
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
        return UNREASONING.stream().noneMatch(name::startsWith);
    }

    static Json.Obj add(Json.Obj request, ModelSettings settings, ReasoningSettings reasoning) {
        Optional<ReasoningSettings.Effort> effort = reasoning.nearestEffort();
        if (effort.isEmpty() || !isKnownTo(settings.model())) {
            return request;
        }
        boolean budgets = settings.baseUrl().contains(OPENROUTER);
        if (budgets && reasoning.effort().isEmpty() && reasoning.budgetTokens().isPresent()) {
            Json most = Json.Num.of(reasoning.budgetTokens().getAsInt());
            return request.with("reasoning", Json.Obj.EMPTY.with("max_tokens", most));
        }
        return budgets
                ? request.with("reasoning", Json.Obj.EMPTY.with("effort", effort.get().wire()))
                : request.with("reasoning_effort", effort.get().wire());
    }
}
