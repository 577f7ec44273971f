package dev.deft.agent.loop;

import java.util.ArrayList;
import java.util.List;

/// The system prompt in sections. Sections that change least come first, so that the provider can
/// cache them.
///
/// @param sections none of them blank
public record SystemPrompt(List<String> sections) {

    /// Copies the list.
    public SystemPrompt {
        sections = List.copyOf(sections);
    }

    /// A prompt without blank sections.
    ///
    /// @param agent who the model is and how it works
    /// @param instructions of the project
    /// @param skills the index of skills
    /// @param environment facts about workspace and machine
    /// @param catalogue tools that are not defined in the request
    public static SystemPrompt of(
            String agent,
            String instructions,
            String skills,
            String environment,
            String catalogue) {
        List<String> sections = new ArrayList<>();
        for (String section : List.of(agent, instructions, skills, environment, catalogue)) {
            if (!section.isBlank()) {
                sections.add(section);
            }
        }
        return new SystemPrompt(sections);
    }

    int length() {
        return sections.stream().mapToInt(String::length).sum();
    }
}
