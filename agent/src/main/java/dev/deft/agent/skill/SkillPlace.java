package dev.deft.agent.skill;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A directory that has skills in it, one in each sub-directory.
///
/// Links that lead out of the directory of a skill are not followed.
public interface SkillPlace {

    /// The most directories of one place that are looked at.
    int MOST_SKILLS = 200;

    /// Whose skills they are. A project's win over the user's, and those over the bundled ones.
    enum Level {
        PROJECT,
        USER,
        BUNDLED
    }

    /// Whose skills they are.
    Level level();

    /// For people, such as `.claude/skills` or `~/.agents/skills`.
    String label();

    /// Whether its files are files of the workspace, which tools may read where they are.
    boolean inWorkspace();

    /// Whether a skill is a plain `.md` file instead of a directory.
    default boolean plain() {
        return false;
    }

    /// What a skill does, where that is known without reading it.
    default Optional<String> description(String skill) {
        return Optional.empty();
    }

    /// The directories, or the plain files, that may be skills, sorted by name.
    List<String> names() throws IOException;

    /// The files of a skill, sorted by path.
    ///
    /// @param most how many at most
    List<SkillFile> files(String skill, int most) throws IOException;

    /// The content of a file of a skill; empty if there is no such file.
    ///
    /// @param file relative to the directory of the skill
    /// @throws IOException if it is larger, or not a file of the skill
    Optional<Bytes> load(String skill, String file, int maxBytes) throws IOException;

    /// The path of a file of a skill, for people and for prompts.
    String location(String skill, String file);

    /// A file of a skill.
    ///
    /// @param path relative to the directory of the skill
    record SkillFile(String path, boolean executable) {}
}
