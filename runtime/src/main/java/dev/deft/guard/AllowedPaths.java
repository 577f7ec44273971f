package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.policy.Ceiling;
import dev.deft.policy.ScriptJudge;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.Touch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Denies access to files outside a list of files and directories, redirections included.
///
/// It does not see what commands do with the files their arguments name.
public final class AllowedPaths implements Gate {

    /// The full text of a truncated result can always be read.
    private static final String SIDECARS = ".deft/sessions/*/*.txt";

    private final List<String> paths;
    private final Ceiling ceiling;

    /// @param paths absolute or relative to the root; a path outside the root allows nothing
    public AllowedPaths(Path root, List<String> paths) {
        this.paths = List.copyOf(paths);
        List<String> patterns = new ArrayList<>();
        for (String path : paths) {
            Path full = root.resolve(path).normalize();
            if (full.equals(root)) {
                patterns.add("**");
            } else if (full.startsWith(root)) {
                String literal = PathPattern.escape(root.relativize(full).toString());
                patterns.add(literal);
                patterns.add(literal + Touch.TREE);
            }
        }
        List<String> readable = new ArrayList<>(patterns);
        readable.add(SIDECARS);
        this.ceiling =
                Ceiling.of(
                        new RequirementSet(
                                readable,
                                patterns,
                                List.of("**"),
                                List.of(ShellRequirement.anyArguments("*")),
                                List.of()),
                        PatternVariables.of(List.of(), List.of()));
    }

    @Override
    public String name() {
        return "paths";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        Optional<Touch> outside =
                call.touches().stream().filter(it -> !covers(call, it)).findFirst();
        return outside.<Verdict>map(it ->
                        new Verdict.Deny(
                                ErrorCode.PERMISSION_DENIED,
                                "%s of %s is outside the allowed paths: %s."
                                        .formatted(
                                                it.capability().wire(),
                                                it.subject(),
                                                String.join(", ", paths))))
                .orElse(new Verdict.Allow("Within the allowed paths."));
    }

    private boolean covers(PreparedCall<?> call, Touch touch) {
        return touch.capability() == Capability.SHELL_RUN
                ? ceiling.covers(call.scripts().of(touch.subject()), ScriptJudge.directory(call))
                : ceiling.covers(touch);
    }
}
