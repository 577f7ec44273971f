package dev.deft.agent.loop;

import java.util.ArrayList;
import java.util.List;

/// The system prompt in sections. Their order is fixed, so that what changes least comes first and
/// a provider's cache can hold on to it.
///
/// @param sections none of them blank
public record SystemPrompt(List<String> sections) {

    /// Copies the list.
    public SystemPrompt {
        sections = List.copyOf(sections);
    }

    /// A prompt of these sections: who the model is and how it works, what the project wants, where
    /// it is, and what to know about the tools beyond their definitions. Blank ones are left out.
    public static SystemPrompt of(
            String agent, String instructions, String environment, String catalogue) {
        List<String> sections = new ArrayList<>();
        for (String section : List.of(agent, instructions, environment, catalogue)) {
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
