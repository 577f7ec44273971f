package dev.deft.policy;

import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolSpec;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// Whether some call of a tool could be allowed. If not, the tool is not offered to the model; the
/// gates deny calls of it anyway.
///
/// In doubt the answer is yes: what a tool touches is known only for each call. Answers are
/// remembered until the rules change, since each request asks for all tools.
public final class PossibleCalls implements Predicate<ToolSpec<?>> {

    private static final Set<ToolKind> CHANGING =
            Set.of(ToolKind.EDIT, ToolKind.DELETE, ToolKind.MOVE);

    private final RuleBook rules;
    private final Ceiling agent;
    private final boolean interactive;
    private volatile Answers answers;

    /// @param agent the ceiling of the agent
    /// @param interactive whether somebody can be asked
    public PossibleCalls(RuleBook rules, Ceiling agent, boolean interactive) {
        this.rules = rules;
        this.agent = agent;
        this.interactive = interactive;
        this.answers = new Answers(rules.changes(), new ConcurrentHashMap<>());
    }

    /// The answers under one state of the rules, by the ids of tools.
    private record Answers(long changes, Map<String, Known> known) {}

    /// The answer for a tool. Another tool may take over its id.
    private record Known(ToolSpec<?> spec, boolean possible) {}

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean test(ToolSpec<?> spec) {
        Answers current = answers;
        long changes = rules.changes();
        if (current.changes() != changes) {
            current = new Answers(changes, new ConcurrentHashMap<>());
            answers = current;
        }
        Known known = current.known().get(spec.id());
        if (known == null || known.spec() != spec) {
            known = new Known(spec, isPossible(spec));
            current.known().put(spec.id(), known);
        }
        return known.possible();
    }

    private boolean isPossible(ToolSpec<?> spec) {
        Set<Capability> needed = needed(spec);
        Set<Capability> usable = EnumSet.noneOf(Capability.class);
        for (Capability it : needed) {
            if (!agent.lacks(it)) {
                usable.add(it);
            }
        }
        return rules.mayAllow(spec.id(), ServerPermissions.of(spec), usable, interactive);
    }

    /// A number that grows whenever the answers may have changed.
    public long changes() {
        return rules.changes();
    }

    /// The capabilities of which a call needs at least one. A tool that changes files needs to
    /// write, whatever else it needs.
    private static Set<Capability> needed(ToolSpec<?> spec) {
        RequirementSet requires = spec.requires();
        Set<Capability> needed = EnumSet.noneOf(Capability.class);
        if (!requires.write().isEmpty()) {
            needed.add(Capability.FS_WRITE);
            if (CHANGING.contains(spec.kind())) {
                return needed;
            }
        }
        if (!requires.read().isEmpty()) {
            needed.add(Capability.FS_READ);
        }
        if (!requires.hosts().isEmpty()) {
            needed.add(Capability.NET_FETCH);
        }
        if (!requires.shell().isEmpty()) {
            needed.add(Capability.SHELL_RUN);
        }
        if (needed.isEmpty() || !requires.capabilities().isEmpty()) {
            needed.add(Capability.NONE);
        }
        return needed;
    }
}
