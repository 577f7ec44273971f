package dev.deft.guard;

import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.Touch;
import java.util.List;

/// A requirement set ready to be checked: nothing outside it can be reached.
public final class Ceiling {

    private final List<PathPattern> read;
    private final List<PathPattern> write;
    private final List<HostPattern> hosts;
    private final List<ShellRequirement> shell;

    private Ceiling(
            List<PathPattern> read,
            List<PathPattern> write,
            List<HostPattern> hosts,
            List<ShellRequirement> shell) {
        this.read = read;
        this.write = write;
        this.hosts = hosts;
        this.shell = shell;
    }

    /// Compiles a set.
    ///
    /// @throws IllegalArgumentException when a pattern names a variable that does not exist
    public static Ceiling of(RequirementSet set, PatternVariables variables) {
        return new Ceiling(
                paths(set.read(), variables),
                paths(set.write(), variables),
                set.hosts().stream()
                        .flatMap(it -> variables.expand(it).stream())
                        .map(HostPattern::of)
                        .toList(),
                set.shell());
    }

    private static List<PathPattern> paths(List<String> patterns, PatternVariables variables) {
        return patterns.stream()
                .flatMap(it -> variables.expand(it).stream())
                .map(PathPattern::of)
                .toList();
    }

    public boolean covers(Touch touch) {
        return switch (touch.capability()) {
            case FS_READ -> read.stream().anyMatch(it -> it.matches(touch.subject()));
            case FS_WRITE -> write.stream().anyMatch(it -> it.matches(touch.subject()));
            case NET_FETCH -> hosts.stream().anyMatch(it -> it.matches(touch.subject()));
            case SHELL_RUN -> coversCommand(touch.subject());
            case NONE -> true;
        };
    }

    private boolean coversCommand(String script) {
        return CommandPattern.plainWords(script)
                .map(words -> shell.stream().anyMatch(it -> it.covers(words)))
                .orElseGet(() -> shell.contains(ShellRequirement.anyArguments("*")));
    }

    /// Whether nothing of a capability is in scope, for a message that says so.
    boolean lacks(Capability capability) {
        return switch (capability) {
            case FS_READ -> read.isEmpty();
            case FS_WRITE -> write.isEmpty();
            case NET_FETCH -> hosts.isEmpty();
            case SHELL_RUN -> shell.isEmpty();
            case NONE -> false;
        };
    }
}
