package dev.deft.agent.skill;

import dev.deft.json.JsonSyntaxException;

/// A mistake in a skill.
///
/// @param line counted from 1
/// @param column counted from 1
/// @param usable whether the skill can be used all the same, as with a field nobody knows
public record SkillProblem(int line, int column, String message, boolean usable) {

    static SkillProblem of(JsonSyntaxException e) {
        return new SkillProblem(e.line(), e.column(), e.problem(), false);
    }

    /// With its position, such as `line 2, column 7: …`.
    @Override
    public String toString() {
        return "line %d, column %d: %s".formatted(line, column, message);
    }
}
