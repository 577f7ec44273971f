package dev.deft.engine.files;

import dev.deft.os.PathScope;
import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.ProtectedPaths;
import dev.deft.policy.RuleBook;
import dev.deft.policy.WorkspaceDirectories;
import dev.deft.run.PreparedCall;
import dev.deft.state.StatePaths;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Set;

/// The files one call may touch: those within both ceilings that the rules allow or an approver
/// approved, and never one that the rules deny.
///
/// @param approved what the gates let pass
/// @param protectedFiles protected files besides the usual ones
/// @param session the id of the session
/// @param directories of the workspace
public record CallScope(
        String toolId,
        List<Touch> approved,
        Ceiling declared,
        Ceiling agent,
        RuleBook rules,
        Set<String> protectedFiles,
        String session,
        WorkspaceDirectories directories)
        implements PathScope {

    private static final String READ = "read";

    /// The files one call may touch.
    public static CallScope of(
            PreparedCall<?> call,
            Ceiling declared,
            Ceiling agent,
            RuleBook rules,
            Set<String> protectedFiles,
            String session,
            WorkspaceDirectories directories) {
        return new CallScope(
                call.toolId(),
                call.touches(),
                declared,
                agent,
                rules,
                protectedFiles,
                session,
                directories);
    }

    /// Files of other sessions are hidden, whatever the rules say.
    @Override
    public boolean isHidden(String path) {
        return StatePaths.isPrivate(directories.relative(path), session);
    }

    @Override
    public boolean mayRead(String path) {
        return !isHidden(path)
                && (isApproved(Capability.FS_WRITE, path) || may(Capability.FS_READ, path));
    }

    /// A file that is written without being read is shown if `read` could show it.
    @Override
    public boolean mayShow(String path) {
        var reading = new Touch(Capability.FS_READ, path);
        return !isHidden(path) && isShown(path, reading);
    }

    private boolean isShown(String path, Touch reading) {
        return isApproved(Capability.FS_READ, path)
                || (agent.covers(reading) && rules.decide(READ, reading).action() == Action.ALLOW);
    }

    /// A protected file may be changed only by a call that named it: the approver was asked about
    /// what the call names, not about each file of a directory.
    @Override
    public boolean mayWrite(String path) {
        return !isHidden(path)
                && !directories.isAttached(path)
                && (isNamed(path) || !isProtected(path))
                && may(Capability.FS_WRITE, path);
    }

    private boolean isNamed(String path) {
        return approved.contains(new Touch(Capability.FS_WRITE, path));
    }

    private boolean isProtected(String path) {
        String within = directories.relative(path);
        return ProtectedPaths.contains(within)
                || ProtectedPaths.isRepository(within)
                || protectedFiles.contains(path);
    }

    private boolean may(Capability capability, String path) {
        var touch = new Touch(capability, path);
        if (!declared.covers(touch) || !agent.covers(touch)) {
            return false;
        }
        Action action = rules.decide(toolId, touch).action();
        return action == Action.ALLOW || (action == Action.ASK && wasAskedAbout(capability, path));
    }

    /// When a rule allows a directory, nobody was asked about it; so what a narrower rule leaves to
    /// the approver stays out.
    private boolean wasAskedAbout(Capability capability, String path) {
        return approved.stream()
                .filter(it -> it.capability() == capability && covers(it.subject(), path))
                .anyMatch(it ->
                        it.subject().equals(path)
                                || rules.decide(toolId, it).action() == Action.ASK);
    }

    private boolean isApproved(Capability capability, String path) {
        for (Touch it : approved) {
            if (it.capability() == capability && covers(it.subject(), path)) {
                return true;
            }
        }
        return false;
    }

    /// Called for each file that a search finds.
    private static boolean covers(String subject, String path) {
        if (!subject.endsWith(Touch.TREE)) {
            return subject.equals(path);
        }
        int length = subject.length() - Touch.TREE.length();
        if (length == 1 && subject.charAt(0) == '.' && !path.startsWith("/")) {
            return true;
        }
        return path.regionMatches(0, subject, 0, length)
                && (path.length() == length || path.charAt(length) == '/');
    }
}
