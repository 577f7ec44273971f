package dev.deft.agent.model;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// How much a model is to reason before it answers. Nothing is sent if neither is set.
///
/// @param effort in words; a wire that only knows budgets gets a usual one
/// @param budgetTokens the most tokens of reasoning; a wire that only knows efforts gets the
///   nearest one
public record ReasoningSettings(Optional<Effort> effort, OptionalInt budgetTokens) {

    /// As the model does by itself.
    public static final ReasoningSettings UNSET =
            new ReasoningSettings(Optional.empty(), OptionalInt.empty());

    private static final int LITTLE = 4_096;
    private static final int MUCH = 16_384;

    /// {@return whether the model is asked to reason}
    public boolean isOn() {
        return nearestEffort().filter(it -> it != Effort.NONE).isPresent();
    }

    /// {@return the effort, else the one nearest to the budget; empty if neither is set}
    public Optional<Effort> nearestEffort() {
        if (effort.isPresent() || budgetTokens.isEmpty()) {
            return effort;
        }
        int budget = budgetTokens.getAsInt();
        return Optional.of(
                budget <= LITTLE ? Effort.LOW : budget <= MUCH ? Effort.MEDIUM : Effort.HIGH);
    }

    /// How much a model is to reason. Few models know all of them.
    public enum Effort {
        /// Not at all.
        NONE(0),
        /// As little as possible.
        MINIMAL(1_024),
        /// A little.
        LOW(4_096),
        /// As usual.
        MEDIUM(10_000),
        /// Much.
        HIGH(24_000),
        /// More than that.
        XHIGH(32_000),
        /// As much as possible.
        MAX(48_000);

        private final int usualBudget;

        Effort(int usualBudget) {
            this.usualBudget = usualBudget;
        }

        /// {@return the tokens of reasoning for wires that only know budgets}
        public int usualBudget() {
            return usualBudget;
        }

        /// {@return the spelling in settings and on wires, such as `low`}
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// {@return the effort of a spelling; empty if there is none}
        ///
        /// @param spelled such as `low`
        public static Optional<Effort> of(String spelled) {
            for (Effort it : values()) {
                if (it.wire().equals(spelled.strip())) {
                    return Optional.of(it);
                }
            }
            return Optional.empty();
        }
    }
}
