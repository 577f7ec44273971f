package dev.deft.agent.loop;

import java.util.ArrayList;
import java.util.List;

/// The sections of the system prompt. Their order is fixed, so that what changes least comes first
/// and a provider's cache can hold on to it.
///
/// @param agent who the model is and how it works
/// @param instructions what the project wants
/// @param skills what can be looked up
/// @param environment where it is
/// @param catalogue what to know about the tools beyond their definitions
public record SystemPrompt(
        String agent, String instructions, String skills, String environment, String catalogue) {

    List<String> sections() {
        List<String> sections = new ArrayList<>();
        for (String section : List.of(agent, instructions, skills, environment, catalogue)) {
            if (!section.isBlank()) {
                sections.add(section);
            }
        }
        return sections;
    }

    int chars() {
        return sections().stream().mapToInt(String::length).sum();
    }
}
