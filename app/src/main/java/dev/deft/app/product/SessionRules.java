package dev.deft.app.product;

import dev.deft.guard.PolicyFile;
import dev.deft.guard.Rule;
import dev.deft.guard.RuleKeeper;
import dev.deft.guard.Scope;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The rules a person agreed to for this session alone; they last as long as its log.
final class SessionRules implements RuleKeeper {

    private static final String KEPT_AS = "rules";

    private final SessionMemory memory;

    SessionRules(SessionMemory memory) {
        this.memory = memory;
    }

    List<Rule> list() {
        return memory.recall(KEPT_AS).flatMap(it -> PolicyFile.read(it).rules()).orElse(List.of());
    }

    @Override
    public void keep(Rule rule) throws IOException {
        if (rule.scope() != Scope.SESSION) {
            return;
        }
        List<Rule> all = new ArrayList<>(list());
        all.add(rule);
        memory.keep(KEPT_AS, PolicyFile.write(all));
    }
}
