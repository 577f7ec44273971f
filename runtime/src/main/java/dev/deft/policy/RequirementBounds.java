package dev.deft.policy;

import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/// Narrows requirements to a ceiling, for people to read. The gates decide by themselves.
public final class RequirementBounds {

    private RequirementBounds() {}

    /// What of a set lies within a ceiling: its patterns that the ceiling covers, and those of the
    /// ceiling that it covers.
    public static RequirementSet within(RequirementSet set, RequirementSet ceiling) {
        return new RequirementSet(
                both(set.read(), ceiling.read(), RequirementBounds::coversPath),
                both(set.write(), ceiling.write(), RequirementBounds::coversPath),
                both(set.hosts(), ceiling.hosts(), RequirementBounds::coversHost),
                both(set.shell(), ceiling.shell(), RequirementBounds::coversCommand),
                set.capabilities());
    }

    private static <T> List<T> both(List<T> wanted, List<T> granted, BiPredicate<T, T> covers) {
        List<T> all = new ArrayList<>();
        for (T it : wanted) {
            if (granted.stream().anyMatch(most -> covers.test(most, it))) {
                all.add(it);
            }
        }
        for (T it : granted) {
            if (!all.contains(it) && wanted.stream().anyMatch(most -> covers.test(most, it))) {
                all.add(it);
            }
        }
        return all;
    }

    private static boolean coversPath(String most, String it) {
        return most.equals(it)
                || most.equals("**")
                || (most.endsWith("/**") && it.startsWith(most.substring(0, most.length() - 2)));
    }

    private static boolean coversHost(String most, String it) {
        return most.equals(it)
                || most.equals("**")
                || (most.startsWith("*.") && it.endsWith(most.substring(1)));
    }

    private static boolean coversCommand(ShellRequirement most, ShellRequirement it) {
        return most.equals(it)
                || most.equals(ShellRequirement.anyArguments("*"))
                || most.equals(ShellRequirement.anyArguments(it.cmd()));
    }
}
