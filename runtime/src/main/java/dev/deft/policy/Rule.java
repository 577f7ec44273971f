package dev.deft.policy;

import dev.deft.run.Mode;
import dev.deft.tool.Capability;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A permission rule, such as `deny write **/*.key`, or `look bash *`, which allows any command in
/// look mode.
///
/// @param mode the mode in which allowed commands run
/// @param permission a tool id, a capability, `mcp:<server>:<tool>` with globs, or `*`
/// @param pattern matches a path, a host, a command or a name
public record Rule(Scope scope, Action action, Mode mode, String permission, String pattern) {

    /// Permissions that can be granted in look mode: only commands run in the sandbox.
    private static final List<String> COMMAND_PERMISSIONS =
            List.of("bash", Capability.SHELL_RUN.wire(), "*");

    public Rule {
        if (permission.isBlank() || !isOneWord(permission)) {
            throw new IllegalArgumentException("a permission is one word: \"" + permission + "\"");
        }
        if (pattern.isEmpty()) {
            throw new IllegalArgumentException(
                    "a rule for " + permission + " needs a pattern; ** is everything");
        }
        if (mode == Mode.LOOK && action != Action.ALLOW) {
            throw new IllegalArgumentException(
                    "the mode look needs the action allow, not " + action.wire());
        }
        if (mode == Mode.LOOK && !COMMAND_PERMISSIONS.contains(permission)) {
            throw new IllegalArgumentException(
                    "the mode look needs the permission bash, shell.run or *, not " + permission);
        }
    }

    private static boolean isOneWord(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// A rule whose commands run in full.
    public Rule(Scope scope, Action action, String permission, String pattern) {
        this(scope, action, Mode.FULL, permission, pattern);
    }

    public Rule in(Scope scope) {
        return new Rule(scope, action, mode, permission, pattern);
    }

    /// Reads action, permission and pattern. The action `look` allows in look mode. The inverse of
    /// [#text].
    public static Rule parse(Scope scope, String line) {
        String[] words = translated(line.strip()).split("\\s+", 3);
        if (words.length != 3) {
            throw new IllegalArgumentException(
                    "a rule is an action, a permission and a pattern, such as: allow write src/**");
        }
        return isLook(words[0])
                ? new Rule(scope, Action.ALLOW, Mode.LOOK, words[1], words[2])
                : new Rule(scope, action(words[0]), words[1], words[2]);
    }

    /// Translates a rule of Claude Code.
    private static String translated(String line) {
        int blank = line.indexOf(' ');
        String rest = line.substring(blank + 1);
        return blank < 0
                ? line
                : ClaudeRule.translated(rest)
                        .map(it -> line.substring(0, blank + 1) + it)
                        .orElse(line);
    }

    private static boolean isLook(String word) {
        return word.toLowerCase(Locale.ROOT).equals(Mode.LOOK.wire());
    }

    /// Reads `full` or `look`.
    public static Mode mode(String word) {
        return Stream.of(Mode.FULL, Mode.LOOK)
                .filter(it -> it.wire().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "a mode is full or look, not \"" + word + "\""));
    }

    /// Reads `allow`, `ask` or `deny`.
    public static Action action(String word) {
        return Arrays.stream(Action.values())
                .filter(it -> it.wire().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                isLook(word)
                                        ? "look is a mode; set the action to allow and the mode to look"
                                        : "an action is allow, ask or deny, not \"" + word + "\""));
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

    /// Whether it is about commands and nothing else.
    public boolean isForCommands() {
        return COMMAND_PERMISSIONS.contains(permission);
    }

    public String text() {
        return (mode == Mode.LOOK ? mode.wire() : action.wire()) + " " + permission + " " + pattern;
    }
}
