package dev.deft.agent.skill;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.io.IOException;

/// The instructions of a skill.
public final class SkillBody {

    private SkillBody() {}

    /// Reads the main file again, which may have changed since the skill was found.
    ///
    /// @throws HostException if it no longer makes this skill
    public static String of(Skill skill) throws IOException {
        SkillPlace place = skill.place();
        Bytes content =
                place.load(skill.directory(), skill.file(), Skill.MAX_BYTES)
                        .orElseThrow(() -> changed(skill));
        ParsedSkill parsed =
                place.plain()
                        ? ParsedSkill.plain(skill.file(), content)
                        : ParsedSkill.of(skill.directory(), content);
        if (!parsed.isUsable()
                || !parsed.skill(place, skill.directory(), skill.file())
                        .name()
                        .equals(skill.name())) {
            throw changed(skill);
        }
        return parsed.body();
    }

    private static HostException changed(Skill skill) {
        return new HostException(
                ErrorCode.CONFLICT,
                "The skill %s changed while it was read. Try again.".formatted(skill.name()));
    }
}
