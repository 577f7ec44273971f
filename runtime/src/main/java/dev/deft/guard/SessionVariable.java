package dev.deft.guard;

import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.CompiledRule;
import dev.deft.policy.RuleBook;
import dev.deft.run.PreparedCall;
import dev.deft.script.table.VariableTable;
import dev.deft.tool.Touch;
import java.util.Optional;

/// Checks calls that set a variable of the session. All later commands get the variable, so one
/// that changes what they do needs a rule that names it.
final class SessionVariable {

    private static final String SETTER = "set_env";

    private SessionVariable() {}

    /// Why a call that is allowed must be asked about; absent if it sets no dangerous variable, or
    /// a rule allows everything or names the variable.
    static Optional<String> objection(PreparedCall<?> call, RuleBook.Decision decision) {
        if (!call.toolId().equals(SETTER) || decision.action() != Action.ALLOW) {
            return Optional.empty();
        }
        String name = call.touches().stream().findFirst().map(Touch::subject).orElse("");
        boolean granted =
                decision.rule()
                        .filter(it ->
                                it.pattern().equals(name)
                                        || new CompiledRule(it).allowsEverything())
                        .isPresent();
        return granted ? Optional.empty() : VariableTable.standard().danger(name, value(call));
    }

    private static String value(PreparedCall<?> call) {
        return call.arguments().fields().get("value") instanceof Json.Str(String text) ? text : "?";
    }
}
