package dev.deft.agent.loop;

import dev.deft.agent.context.ContextUse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The system prompt in sections. Sections that change least come first, so that the provider can
/// cache them.
///
/// @param sections none of them blank
/// @param names of the sections, such as `instructions`
public record SystemPrompt(List<String> sections, List<String> names) {

    private static final List<String> NAMES =
            List.of("agent", "instructions", "skills", "environment", "tool catalogue");

    /// Copies the lists.
    public SystemPrompt {
        sections = List.copyOf(sections);
        names = List.copyOf(names);
        if (sections.size() != names.size()) {
            throw new IllegalArgumentException("each section has a name");
        }
    }

    /// A prompt whose sections are numbered.
    public SystemPrompt(List<String> sections) {
        this(
                sections,
                IntStream.rangeClosed(1, sections.size()).mapToObj(it -> "section " + it).toList());
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
        List<String> all = List.of(agent, instructions, skills, environment, catalogue);
        List<String> sections = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (!all.get(i).isBlank()) {
                sections.add(all.get(i));
                names.add(NAMES.get(i));
            }
        }
        return new SystemPrompt(sections, names);
    }

    /// The sections by their names and lengths.
    List<ContextUse.Share> shares() {
        List<ContextUse.Share> shares = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            shares.add(
                    new ContextUse.Share(
                            ContextUse.Kind.SYSTEM, names.get(i), sections.get(i).length()));
        }
        return shares;
    }

    int length() {
        int length = 0;
        for (String section : sections) {
            length += section.length();
        }
        return length;
    }
}
