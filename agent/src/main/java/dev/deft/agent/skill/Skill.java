package dev.deft.agent.skill;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A skill: instructions for a kind of task, with a name and a description of when to use them.
///
/// @param name as the model calls it
/// @param description what it does and when to use it
/// @param license its license
/// @param compatibility what it needs
/// @param metadata further properties
/// @param allowedTools the tools it is written for; a hint, it allows nothing
/// @param place where it was found
/// @param directory its directory below that place
/// @param file its main file in that directory
public record Skill(
        String name,
        String description,
        Optional<String> license,
        Optional<String> compatibility,
        Map<String, String> metadata,
        Optional<String> allowedTools,
        SkillPlace place,
        String directory,
        String file) {

    /// The longest main file, in bytes.
    public static final int MAX_BYTES = 256 * 1024;

    /// Copies the map.
    public Skill {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /// A skill of which only name and description are known yet.
    static Skill known(String name, String description, SkillPlace place) {
        return new Skill(
                name,
                description,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                place,
                name,
                "SKILL.md");
    }

    /// The path of its main file, for people and for prompts.
    public String location() {
        return place.location(directory, file);
    }
}
