package dev.deft.agent.model.http;

import java.util.List;

/// Joins the sections of a system prompt, for wires that have one text for it.
public final class SystemText {

    private SystemText() {}

    /// The sections that are not blank, as paragraphs.
    public static String of(List<String> sections) {
        var text = new StringBuilder();
        for (String section : sections) {
            if (!section.isBlank()) {
                text.append(text.isEmpty() ? "" : "\n\n").append(section);
            }
        }
        return text.toString();
    }
}
