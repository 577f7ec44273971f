package dev.deft.policy;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Translates rules of Claude Code, such as `Bash(npm test:*)`.
final class ClaudeRule {

    private static final Pattern FORM = Pattern.compile("(?s)([A-Z][A-Za-z]+)(?:\\((.*)\\))?");

    private static final Map<String, String> PERMISSIONS =
            Map.of(
                    "Bash", "bash",
                    "Read", "fs.read",
                    "Glob", "fs.read",
                    "Grep", "fs.read",
                    "LS", "fs.read",
                    "Edit", "fs.write",
                    "MultiEdit", "fs.write",
                    "Write", "fs.write",
                    "WebFetch", "net.fetch");

    private ClaudeRule() {}

    /// The permission and the pattern; absent if it is no such rule.
    static Optional<String> translated(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches() || !PERMISSIONS.containsKey(form.group(1))) {
            return Optional.empty();
        }
        String permission = Optional.ofNullable(PERMISSIONS.get(form.group(1))).orElseThrow();
        String inside = Optional.ofNullable(form.group(2)).orElse("").strip();
        return Optional.of(permission + " " + pattern(permission, inside));
    }

    private static String pattern(String permission, String inside) {
        if (inside.isEmpty() || inside.equals("*") || inside.equals("**")) {
            return permission.equals("bash") ? "*" : "**";
        }
        return switch (permission) {
            case "bash" ->
                    inside.endsWith(":*")
                            ? inside.substring(0, inside.length() - 2) + " *"
                            : inside;
            case "net.fetch" -> inside.replaceFirst("^domain:", "");
            default -> path(inside);
        };
    }

    /// In Claude Code, `//` begins an absolute path, and `/` or `./` a path in the project.
    private static String path(String inside) {
        return inside.startsWith("//") ? inside.substring(1) : inside.replaceFirst("^(\\./|/)", "");
    }
}
