package dev.deft.guard;

import java.util.Arrays;
import java.util.Locale;

/// One permission rule, such as `deny write **/*.key`.
///
/// @param permission a tool id, a capability, `mcp:<server>:<tool>` with globs, or `*`
/// @param pattern what it applies to: a path, a host, a command or a name
public record Rule(Scope scope, Action action, String permission, String pattern) {

    public Rule {
        if (permission.isBlank() || permission.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("a permission is one word: \"" + permission + "\"");
        }
        if (pattern.isEmpty()) {
            throw new IllegalArgumentException(
                    "a rule for " + permission + " needs a pattern; ** is everything");
        }
    }

    /// Reads the form people write: action, permission, pattern. The inverse of [#spelled].
    public static Rule parse(Scope scope, String line) {
        String[] words = line.strip().split("\\s+", 3);
        if (words.length != 3) {
            throw new IllegalArgumentException(
                    "a rule is an action, a permission and a pattern, such as: allow write src/**");
        }
        return new Rule(scope, action(words[0]), words[1], words[2]);
    }

    /// Reads `allow`, `ask` or `deny`.
    public static Action action(String word) {
        return Arrays.stream(Action.values())
                .filter(it -> it.wire().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "an action is allow, ask or deny, not \"" + word + "\""));
    }

    /// Reads `manifest`, `project` or `session`.
    public static Scope scope(String word) {
        return Arrays.stream(Scope.values())
                .filter(it -> it.wire().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "a scope is manifest, project or session, not \"" + word + "\""));
    }

    public String spelled() {
        return action.wire() + " " + permission + " " + pattern;
    }
}
