package dev.deft.guard;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `{workspace}`, `{ad-hoc}` and `{user-data}` stand for.
///
/// @param values each may stand for several directories, or for none: then nothing is in scope
public record PatternVariables(Map<String, List<String>> values) {

    private static final Pattern VARIABLE = Pattern.compile("\\{([a-z][a-z-]*)}");

    public PatternVariables {
        values = Map.copyOf(values);
    }

    /// The variables of a run in one workspace, whose paths are relative to its root.
    public static PatternVariables of(List<String> adHoc, List<String> userData) {
        return new PatternVariables(
                Map.of("workspace", List.of("."), "ad-hoc", adHoc, "user-data", userData));
    }

    /// All patterns a pattern stands for.
    ///
    /// @throws IllegalArgumentException when it names a variable that does not exist
    List<String> expand(String pattern) {
        Matcher matcher = VARIABLE.matcher(pattern);
        if (!matcher.find()) {
            return List.of(pattern);
        }
        List<String> stands = values.get(matcher.group(1));
        if (stands == null) {
            throw new IllegalArgumentException(
                    "There is no variable %s in \"%s\"; there are {workspace}, {ad-hoc} and {user-data}."
                            .formatted(matcher.group(), pattern));
        }
        return stands.stream()
                .map(it ->
                        pattern.substring(0, matcher.start())
                                + PathPattern.literally(it)
                                + pattern.substring(matcher.end()))
                .flatMap(it -> expand(it).stream())
                .toList();
    }
}
