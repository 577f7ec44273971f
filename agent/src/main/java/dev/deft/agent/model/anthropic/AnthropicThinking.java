package dev.deft.agent.model.anthropic;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.agent.model.ReasoningSettings.Effort;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Asks for reasoning. Newer models are told an effort and decide themselves how much they reason;
/// older ones get a budget.
final class AnthropicThinking {

    private static final int LEAST_BUDGET = 1_024;

    /// What a budget leaves of the longest answer, at least.
    private static final int LEAST_ANSWER = 1_024;

    /// The family may stand before or behind the version; a date is no version.
    private static final Pattern VERSION =
            Pattern.compile("claude-(?:[a-z]+-)?(\\d{1,2})(?:[-.](\\d{1,2}))?(?!\\d)");

    private static final double FIRST_WITH_BUDGET = 3.7;
    private static final double LAST_WITH_BUDGET = 4.6;
    private static final double FIRST_WITH_EFFORT = 4.6;

    private AnthropicThinking() {}

    static void write(String model, Prompt prompt, JsonBytes out) {
        ReasoningSettings reasoning = prompt.sampling().reasoning();
        if (reasoning.nearestEffort().isEmpty()) {
            return;
        }
        double version = version(model);
        if (version < FIRST_WITH_BUDGET) {
            return;
        }
        if (!reasoning.isOn()) {
            out.field("thinking", typed("disabled"));
            return;
        }
        boolean budget = reasoning.effort().isEmpty() && version <= LAST_WITH_BUDGET;
        if (version >= FIRST_WITH_EFFORT && !budget) {
            writeEffort(reasoning.nearestEffort().orElseThrow(), out);
        } else {
            writeBudget(reasoning, prompt, out);
        }
    }

    /// The version of the model as a number. Models of others know budgets; a model of Anthropic
    /// without a number is a new one.
    private static double version(String model) {
        Matcher found = VERSION.matcher(model);
        if (found.find()) {
            String minor = Optional.ofNullable(found.group(2)).orElse("0");
            return Integer.parseInt(found.group(1)) + Integer.parseInt(minor) / 10.0;
        }
        return model.contains("claude") ? Double.MAX_VALUE : LAST_WITH_BUDGET - 0.1;
    }

    private static void writeEffort(Effort effort, JsonBytes out) {
        Effort least = effort == Effort.MINIMAL ? Effort.LOW : effort;
        out.field("thinking", typed("adaptive").with("display", "summarized"))
                .field("output_config", Json.Obj.EMPTY.with("effort", least.wire()));
    }

    /// The budget is a part of the longest answer. Where it does not fit, and in the middle of
    /// calls that began without reasoning, which the wire would reject, the model does not reason.
    private static void writeBudget(ReasoningSettings reasoning, Prompt prompt, JsonBytes out) {
        OptionalInt set = reasoning.budgetTokens();
        int wanted =
                set.isPresent()
                        ? set.getAsInt()
                        : reasoning.nearestEffort().orElseThrow().usualBudget();
        int budget = Math.min(Math.max(LEAST_BUDGET, wanted), prompt.maxTokens() - LEAST_ANSWER);
        if (budget >= LEAST_BUDGET && !continuesWithoutThought(prompt.messages())) {
            out.field("thinking", typed("enabled").with("budget_tokens", Json.Num.of(budget)));
        }
    }

    private static boolean continuesWithoutThought(List<Message> messages) {
        if (messages.size() < 2 || !(messages.getLast() instanceof Message.Results)) {
            return false;
        }
        return messages.get(messages.size() - 2) instanceof Message.Assistant(List<Part> parts)
                && parts.stream()
                        .noneMatch(it ->
                                it instanceof Part.Reasoning thought
                                        && SignedThought.block(thought).isPresent());
    }

    private static Json.Obj typed(String type) {
        return Json.Obj.EMPTY.with("type", type);
    }
}
