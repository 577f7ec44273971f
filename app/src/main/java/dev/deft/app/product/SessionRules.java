package dev.deft.app.product;

import dev.deft.guard.PolicyFile;
import dev.deft.guard.Rule;
import dev.deft.guard.RuleKeeper;
import dev.deft.guard.Scope;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The rules a person agreed to for this session alone; they last as long as its log.
final class SessionRules implements RuleKeeper {

    private static final String KEPT_AS = "rules";

    private final SessionMemory memory;
    private final List<Rule> rules;

    /// Takes up what the session kept. Rules that cannot be read allow nothing, and are no reason
    /// not to open the session.
    ///
    /// @param notices is told where they cannot be read
    SessionRules(SessionMemory memory, Consumer<String> notices) {
        this.memory = memory;
        this.rules = new ArrayList<>(read(memory, notices));
    }

    private static List<Rule> read(SessionMemory memory, Consumer<String> notices) {
        try {
            return memory.recall(KEPT_AS)
                    .flatMap(it -> PolicyFile.read(it).rules())
                    .orElse(List.of());
        } catch (IllegalArgumentException e) {
            notices.accept(
                    "the rules this session kept are passed over: %s".formatted(e.getMessage()));
            return List.of();
        }
    }

    synchronized List<Rule> list() {
        return List.copyOf(rules);
    }

    @Override
    public synchronized void keep(Rule rule) throws IOException {
        if (rule.scope() == Scope.SESSION) {
            rules.add(rule);
            memory.keep(KEPT_AS, PolicyFile.write(rules));
        }
    }
}
