package dev.deft.agent.skill;

import dev.deft.output.TerminalText;
import java.util.List;

/// The list of skills in a system prompt, in the form of the reference implementation.
///
/// Descriptions may come from strangers: they are escaped, so that none can end the list, and
/// escape sequences and invisible characters are left out.
public final class SkillIndex {

    /// About 2000 tokens.
    public static final int MAX_CHARS = 8_000;

    private static final List<Integer> DESCRIPTION_LENGTHS =
            List.of(SkillCheck.MAX_DESCRIPTION, 250, 80);

    private SkillIndex() {}

    /// The list; where it would be too long, descriptions are cut, then skills are left out.
    public static String of(List<Skill> skills) {
        String list = "";
        for (int longest : DESCRIPTION_LENGTHS) {
            list = list(skills, longest);
            if (list.length() <= MAX_CHARS) {
                return list;
            }
        }
        int fit = skills.size();
        while (fit > 0 && list.length() > MAX_CHARS) {
            fit--;
            list = list(skills.subList(0, fit), DESCRIPTION_LENGTHS.getLast());
        }
        return list + "\n%d more skills are not listed here.".formatted(skills.size() - fit);
    }

    private static String list(List<Skill> skills, int longest) {
        var text = new StringBuilder("<available_skills>\n");
        for (Skill skill : skills) {
            text.append("<skill>\n<name>\n")
                    .append(escaped(skill.name()))
                    .append("\n</name>\n<description>\n")
                    .append(escaped(TerminalText.cut(skill.description(), longest)))
                    .append("\n</description>\n<location>\n")
                    .append(escaped(skill.location()))
                    .append("\n</location>\n</skill>\n");
        }
        return text.append("</available_skills>").toString();
    }

    private static String escaped(String text) {
        return TerminalText.read(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#x27;");
    }
}
