package dev.deft.policy;

import java.util.List;
import java.util.function.Predicate;

/// Decides which secrets may be shown: those that a rule with the permission `secret` allows, by
/// the name of a variable or a kind of key such as `ghp_`. `allow * *` shows none of them.
public record SecretRules(List<Rule> rules) implements Predicate<String> {

    public static final String PERMISSION = "secret";

    /// A deny wins, whatever its scope.
    public SecretRules {
        rules = rules.stream().filter(it -> it.permission().equals(PERMISSION)).toList();
    }

    @Override
    public boolean test(String name) {
        return has(Action.ALLOW, name) && !has(Action.DENY, name) && !has(Action.ASK, name);
    }

    private boolean has(Action action, String name) {
        return rules.stream().anyMatch(it -> it.action() == action && matches(it.pattern(), name));
    }

    /// A `*` at the end stands for any characters.
    private static boolean matches(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : pattern.equals(name);
    }
}
