package dev.deft.guard;

import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.CompiledRule;
import dev.deft.policy.RuleBook;
import dev.deft.run.PreparedCall;
import dev.deft.script.table.VariableTable;
import dev.deft.tool.Touch;
import java.util.Optional;

/// A call that sets a variable of the session. Every later command gets it, so what would change
/// what they do needs a rule that names it.
final class SessionVariable {

    private static final String SETTER = "set_env";

    private SessionVariable() {}

    /// What speaks against the variable this call sets, unless it is denied, asked about, named by
    /// the rule that allows it, or allowed as all there is.
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
        return granted ? Optional.empty() : VariableTable.standard().objection(name, value(call));
    }

    private static String value(PreparedCall<?> call) {
        return call.arguments().fields().get("value") instanceof Json.Str(String text) ? text : "?";
    }
}
