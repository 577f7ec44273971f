package dev.deft.engine.skill;

import dev.deft.os.PathScope;
import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.RuleBook;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;

/// The files of the workspace from which a session may have skills: those within its ceiling that
/// no rule hides from `read`.
///
/// @param agent the ceiling
record ReadableFiles(Ceiling agent, RuleBook rules) implements PathScope {

    @Override
    public boolean mayRead(String path) {
        var reading = new Touch(Capability.FS_READ, path);
        return agent.covers(reading) && rules.decide("read", reading).action() != Action.DENY;
    }

    @Override
    public boolean mayWrite(String path) {
        return false;
    }
}
