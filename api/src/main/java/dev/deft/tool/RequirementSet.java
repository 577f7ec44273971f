package dev.deft.tool;

import java.util.ArrayList;
import java.util.List;

/// The files, hosts and commands a tool needs, or an agent may use.
///
/// Patterns may begin with `{workspace}`, `{ad-hoc}` or `{user-data}`; other variables are rejected
/// when the set is compiled.
///
/// @param read path patterns
/// @param write path patterns
/// @param hosts host patterns such as `docs.example.org` or `*.example.org:8443`
/// @param shell commands that may be run
/// @param capabilities other capabilities
public record RequirementSet(
        List<String> read,
        List<String> write,
        List<String> hosts,
        List<ShellRequirement> shell,
        List<String> capabilities) {

    /// No access.
    public static final RequirementSet NONE =
            new RequirementSet(List.of(), List.of(), List.of(), List.of(), List.of());

    /// All files of the workspace, all commands and all hosts; the gates restrict it.
    public static final RequirementSet EVERYTHING =
            reading("{workspace}/**")
                    .plus(writing("{workspace}/**"))
                    .plus(fetching("**"))
                    .plus(running("*"));

    /// Copies the lists.
    public RequirementSet {
        read = List.copyOf(read);
        write = List.copyOf(write);
        hosts = List.copyOf(hosts);
        shell = List.copyOf(shell);
        capabilities = List.copyOf(capabilities);
    }

    /// {@return whether nothing is needed}
    public boolean isEmpty() {
        return read.isEmpty()
                && write.isEmpty()
                && hosts.isEmpty()
                && shell.isEmpty()
                && capabilities.isEmpty();
    }

    /// {@return a set that reads files}
    ///
    /// @param patterns such as `{workspace}/src/**`
    public static RequirementSet reading(String... patterns) {
        return new RequirementSet(List.of(patterns), List.of(), List.of(), List.of(), List.of());
    }

    /// {@return a set that changes files}
    ///
    /// @param patterns such as `{workspace}/src/**`
    public static RequirementSet writing(String... patterns) {
        return new RequirementSet(List.of(), List.of(patterns), List.of(), List.of(), List.of());
    }

    /// {@return a set that uses the network}
    ///
    /// @param hosts such as `docs.example.org`
    public static RequirementSet fetching(String... hosts) {
        return new RequirementSet(List.of(), List.of(), List.of(hosts), List.of(), List.of());
    }

    /// {@return a set that runs commands, with any arguments}
    ///
    /// @param commands their names; `*` is every command
    public static RequirementSet running(String... commands) {
        List<ShellRequirement> shell =
                List.of(commands).stream().map(ShellRequirement::anyArguments).toList();
        return new RequirementSet(List.of(), List.of(), List.of(), shell, List.of());
    }

    /// {@return the union of two sets}
    ///
    /// @param other the other set
    public RequirementSet plus(RequirementSet other) {
        return new RequirementSet(
                joined(read, other.read),
                joined(write, other.write),
                joined(hosts, other.hosts),
                joined(shell, other.shell),
                joined(capabilities, other.capabilities));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        var all = new ArrayList<T>(first);
        second.stream().filter(it -> !first.contains(it)).forEach(all::add);
        return all;
    }
}
