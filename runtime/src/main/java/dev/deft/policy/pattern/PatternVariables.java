package dev.deft.policy.pattern;

import java.util.List;
import java.util.Map;

/// The values of `{workspace}`, `{ad-hoc}` and `{user-data}` in patterns.
///
/// @param values directories by variable; a variable without directories matches nothing
public record PatternVariables(Map<String, List<String>> values) {

    public PatternVariables {
        values = Map.copyOf(values);
    }

    /// The variables of a run in one workspace, whose paths are relative to its root.
    public static PatternVariables of(List<String> adHoc, List<String> userData) {
        return of(List.of("."), adHoc, userData);
    }

    /// The same for an agent that is restricted to some directories of the workspace.
    ///
    /// @param roots relative to the root
    public static PatternVariables of(
            List<String> roots, List<String> adHoc, List<String> userData) {
        return new PatternVariables(
                Map.of("workspace", roots, "ad-hoc", adHoc, "user-data", userData));
    }

    /// Replaces the variables of a pattern.
    ///
    /// @throws IllegalArgumentException if it names an unknown variable
    public List<String> expand(String pattern) {
        if (pattern.indexOf('{') < 0) {
            return List.of(pattern);
        }
        int open = pattern.indexOf('{');
        int close = pattern.indexOf('}', open);
        String name = close < 0 ? "" : pattern.substring(open + 1, close);
        if (!isName(name)) {
            return List.of(pattern);
        }
        List<String> directories = values.get(name);
        if (directories == null) {
            throw new IllegalArgumentException(
                    "There is no variable {%s} in \"%s\"; there are {workspace}, {ad-hoc} and {user-data}."
                            .formatted(name, pattern));
        }
        return directories.stream()
                .map(it ->
                        pattern.substring(0, open)
                                + PathPattern.escape(it)
                                + pattern.substring(close + 1))
                .flatMap(it -> expand(it).stream())
                .toList();
    }

    /// Other braces, such as `{a,b}`, are part of the pattern.
    private static boolean isName(String text) {
        return !text.isEmpty()
                && text.chars().allMatch(it -> it == '-' || Character.isLowerCase(it));
    }
}
