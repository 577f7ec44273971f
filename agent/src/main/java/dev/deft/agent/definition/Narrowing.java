package dev.deft.agent.definition;

import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.tool.RequirementSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Takes from a definition of a workspace whatever would widen what an agent may do.
///
/// A definition with the name of a built-in agent or one of the user's stays within that one: it
/// has no tool, root, permission or model that the other does not have. Only deny rules are taken
/// over, as from `agent.json` of a workspace, since a rule that asks could also replace one that
/// denies.
final class Narrowing {

    private final AgentMessages messages;
    private final String reason;

    /// @param reason why, for notices
    Narrowing(AgentMessages messages, String reason) {
        this.messages = messages;
        this.reason = reason;
    }

    /// @param hidden the definition of the same name that would count without this one
    AgentDefinition of(AgentDefinition given, Optional<AgentDefinition> hidden) {
        List<Rule> rules = new ArrayList<>(hidden.map(AgentDefinition::rules).orElse(List.of()));
        List<Rule> denied =
                given.rules().stream().filter(it -> it.action() == Action.DENY).toList();
        if (denied.size() < given.rules().size()) {
            ignored(given, AgentFile.RULES, "rules that do not deny are ignored");
        }
        rules.addAll(denied);
        if (!given.requires().isEmpty()) {
            ignored(given, AgentFile.REQUIRES, "requires is ignored");
        }
        if (given.model().isPresent()) {
            ignored(given, AgentFile.MODEL, "model is ignored");
        }
        return new AgentDefinition(
                given.name(),
                given.description(),
                hidden.map(AgentDefinition::mode).orElse(given.mode()),
                hidden.flatMap(AgentDefinition::model),
                tools(given, hidden),
                rules,
                hidden.map(AgentDefinition::requires).orElse(RequirementSet.NONE),
                roots(given, hidden),
                given.limits()
                        .lowered(hidden.map(AgentDefinition::limits).orElse(AgentLimits.NONE)),
                given.prompt().or(() -> hidden.flatMap(AgentDefinition::prompt)),
                given.prompt().isEmpty() && hidden.map(AgentDefinition::template).orElse(false),
                false,
                given.origin());
    }

    private Optional<Set<String>> tools(AgentDefinition given, Optional<AgentDefinition> hidden) {
        Optional<Set<String>> most = hidden.flatMap(AgentDefinition::tools);
        if (most.isEmpty() || given.tools().isEmpty()) {
            return given.tools().or(() -> most);
        }
        Set<String> both = new HashSet<>(given.tools().get());
        if (both.retainAll(most.get())) {
            ignored(
                    given,
                    AgentFile.TOOLS,
                    "tools that " + given.name() + " does not have are ignored");
        }
        return Optional.of(both);
    }

    private List<String> roots(AgentDefinition given, Optional<AgentDefinition> hidden) {
        List<String> most = hidden.map(AgentDefinition::roots).orElse(List.of("."));
        if (most.contains(".")) {
            return given.roots();
        }
        if (given.origin().of(AgentFile.ROOTS).isEmpty()) {
            return most;
        }
        List<String> inside =
                given.roots().stream()
                        .filter(it ->
                                most.stream().anyMatch(m -> it.equals(m) || it.startsWith(m + "/")))
                        .toList();
        if (inside.size() < given.roots().size()) {
            ignored(
                    given,
                    AgentFile.ROOTS,
                    "roots that " + given.name() + " does not have are ignored");
        }
        return inside.isEmpty() ? most : inside;
    }

    private void ignored(AgentDefinition given, String field, String what) {
        String where = given.origin().of(field).orElse(given.source());
        messages.notice(where, what + ", since " + reason);
    }
}
