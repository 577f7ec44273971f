package dev.deft.guard;

import dev.deft.policy.ProtectedPaths;
import dev.deft.policy.RedirectionTargets;
import dev.deft.policy.ScriptJudge;
import dev.deft.policy.WorkspaceDirectories;
import dev.deft.run.Gate;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.script.command.SimpleCommand;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Asks about every write to a protected path, whatever the rules allow.
public final class ProtectedPathsGate implements Gate {

    /// Learns that the user agreed to a call that writes to a protected path.
    @FunctionalInterface
    public interface Agreement {

        /// Is told of no call.
        Agreement UNHEARD = _ -> {};

        /// Is called before the call runs.
        void agreed(PreparedCall<?> call);
    }

    private final Set<String> additional;
    private final WorkspaceDirectories directories;
    private final Agreement agreement;

    public ProtectedPathsGate() {
        this(Set.of());
    }

    /// @param additional further protected paths, relative to the root
    public ProtectedPathsGate(Set<String> additional) {
        this(additional, WorkspaceDirectories.ROOT);
    }

    /// @param additional further protected paths, relative to the root
    /// @param directories in each of which the same paths are protected
    public ProtectedPathsGate(Set<String> additional, WorkspaceDirectories directories) {
        this(additional, directories, Agreement.UNHEARD);
    }

    /// @param additional further protected paths, relative to the root
    /// @param directories in each of which the same paths are protected
    /// @param agreement learns which calls the user agreed to
    public ProtectedPathsGate(
            Set<String> additional, WorkspaceDirectories directories, Agreement agreement) {
        this.additional = Set.copyOf(additional);
        this.directories = directories;
        this.agreement = agreement;
    }

    @Override
    public String name() {
        return "protected";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        if (call.mode() == Mode.LOOK) {
            return new Verdict.Allow("Look mode discards all changes.");
        }
        for (Touch touch : call.touches()) {
            for (Touch part : expanded(touch, call)) {
                if (part.capability() == Capability.FS_WRITE && isProtected(part.subject())) {
                    return ask(part.subject(), call);
                }
            }
        }
        return new Verdict.Allow("The call writes to no protected path.");
    }

    private boolean isProtected(String path) {
        String within = directories.relative(path);
        return ProtectedPaths.contains(within)
                || ProtectedPaths.isRepository(within)
                || additional.contains(path);
    }

    /// The touch itself; for a script, what its redirections touch.
    private static List<Touch> expanded(Touch touch, PreparedCall<?> call) {
        if (touch.capability() != Capability.SHELL_RUN) {
            return List.of(touch);
        }
        var targets = new RedirectionTargets(ScriptJudge.directory(call));
        List<Touch> touches = new ArrayList<>();
        for (SimpleCommand command : call.scripts().of(touch.subject()).commands()) {
            command.redirections().forEach(it -> touches.addAll(targets.of(it).touches()));
            targets.changeDirectory(command);
        }
        return touches;
    }

    private Verdict ask(String path, PreparedCall<?> call) {
        return new Verdict.Ask(
                "%s is protected: changing it changes what runs later.".formatted(path),
                List.of(),
                agreement.equals(Agreement.UNHEARD)
                        ? Verdict.AnswerStore.NONE
                        : _ -> agreement.agreed(call));
    }
}
