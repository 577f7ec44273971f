package dev.deft.policy;

import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.script.Script;
import dev.deft.script.command.Redirection;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.script.table.CommandTable;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.ShellRequirement.ArgPattern;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A compiled requirement set: the upper bound of what a tool or an agent may touch.
public final class Ceiling {

    private final List<PathPattern> read;
    private final List<PathPattern> write;
    private final List<HostPattern> hosts;
    private final List<ShellRequirement> shell;
    private final Optional<Outer> outer;

    private Ceiling(
            List<PathPattern> read,
            List<PathPattern> write,
            List<HostPattern> hosts,
            List<ShellRequirement> shell,
            Optional<Outer> outer) {
        this.read = read;
        this.write = write;
        this.hosts = hosts;
        this.shell = shell;
        this.outer = outer;
    }

    /// Another ceiling above a ceiling.
    ///
    /// @param exempt what may exceed it
    private record Outer(Ceiling ceiling, Ceiling exempt) {

        boolean covers(Touch touch) {
            return ceiling.covers(touch) || exempt.covers(touch);
        }
    }

    /// The same ceiling below another one: it covers only what both cover.
    ///
    /// @param other the other ceiling
    /// @param exempt what only this one has to cover
    public Ceiling within(Ceiling other, Ceiling exempt) {
        return new Ceiling(read, write, hosts, shell, Optional.of(new Outer(other, exempt)));
    }

    /// Compiles a requirement set.
    ///
    /// @throws IllegalArgumentException if a pattern names an unknown variable
    public static Ceiling of(RequirementSet set, PatternVariables variables) {
        return new Ceiling(
                paths(set.read(), variables),
                paths(set.write(), variables),
                set.hosts().stream()
                        .flatMap(it -> variables.expand(it).stream())
                        .map(HostPattern::of)
                        .toList(),
                set.shell(),
                Optional.empty());
    }

    private static List<PathPattern> paths(List<String> patterns, PatternVariables variables) {
        return patterns.stream()
                .flatMap(it -> variables.expand(it).stream())
                .map(PathPattern::of)
                .toList();
    }

    public boolean covers(Touch touch) {
        return coversAlone(touch) && (outer.isEmpty() || outer.get().covers(touch));
    }

    private boolean coversAlone(Touch touch) {
        return switch (touch.capability()) {
            case FS_READ -> matches(read, touch.subject());
            case FS_WRITE -> matches(write, touch.subject());
            case NET_FETCH -> hosts.stream().anyMatch(it -> it.matches(touch.subject()));
            case SHELL_RUN -> coversCommandsAlone(Script.read(touch.subject()));
            case NONE -> true;
        };
    }

    /// Called for each file that a search finds.
    private static boolean matches(List<PathPattern> patterns, String path) {
        for (PathPattern it : patterns) {
            if (it.matches(path)) {
                return true;
            }
        }
        return false;
    }

    /// Whether it covers all commands a script could run, and all its redirections.
    public boolean covers(Script script, String directory) {
        var targets = new RedirectionTargets(directory);
        for (SimpleCommand command : script.commands()) {
            for (Redirection redirection : command.redirections()) {
                RedirectionTargets.Target target = targets.of(redirection);
                if (!(target.known() || allowsAnyCommand())
                        || !target.touches().stream().allMatch(this::covers)) {
                    return false;
                }
            }
            targets.changeDirectory(command);
        }
        return coversCommandsAlone(script)
                && (outer.isEmpty() || outer.get().ceiling().covers(script, directory));
    }

    /// Whether it covers all commands a script could run.
    public boolean coversCommands(Script script) {
        return coversCommandsAlone(script)
                && (outer.isEmpty() || outer.get().ceiling().coversCommands(script));
    }

    private boolean coversCommandsAlone(Script script) {
        return allowsAnyCommand()
                || (script.understood() && script.commands().stream().allMatch(this::covers));
    }

    private boolean allowsAnyCommand() {
        return shell.contains(ShellRequirement.anyArguments("*"));
    }

    private boolean covers(SimpleCommand command) {
        if (command.words().isEmpty()
                || (command.kind() != SimpleCommand.Kind.PLAIN && !command.isUnknown())) {
            return CommandTable.standard().dangerousOptions(command).isEmpty();
        }
        return shell.stream().anyMatch(it -> covers(it, command.words()));
    }

    /// Unknown words are covered where any word is.
    private static boolean covers(ShellRequirement requirement, List<Word> words) {
        if (words.getFirst().constant().isEmpty()) {
            return false;
        }
        if (requirement.args().isEmpty()) {
            return requirement.covers(List.of(words.getFirst().display()));
        }
        List<String> known = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            boolean any =
                    i > 0
                            && i <= requirement.args().get().size()
                            && requirement.args().get().get(i - 1) instanceof ArgPattern.Wildcard;
            if (words.get(i).splits() || (words.get(i).constant().isEmpty() && !any)) {
                return false;
            }
            known.add(words.get(i).display());
        }
        return requirement.covers(known);
    }

    /// Whether it allows nothing of a capability.
    public boolean lacks(Capability capability) {
        return lacksAlone(capability)
                || outer.filter(it -> it.ceiling().lacks(capability)).isPresent();
    }

    private boolean lacksAlone(Capability capability) {
        return switch (capability) {
            case FS_READ -> read.isEmpty();
            case FS_WRITE -> write.isEmpty();
            case NET_FETCH -> hosts.isEmpty();
            case SHELL_RUN -> shell.isEmpty();
            case NONE -> false;
        };
    }
}
