package dev.deft.agent.skill;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.output.TerminalText;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;

/// Loads the instructions of a skill.
public final class SkillTool implements Tool<SkillTool.Params> {

    private static final int MAX_NAMED = 30;
    private static final int MAX_NAME_SHOWN = 80;

    public record Params(@Doc("Name of the skill") @Bounds(min = 1, max = 200) String name) {}

    /// The skill.
    ///
    /// @param content its instructions, its directory and the files in it
    public record Data(String content) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("skill", Params.class, ToolCategory.SYSTEM, ToolKind.READ);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.name().strip()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        Skills skills = host.handle(Skills.class);
        SkillCatalog catalog = skills.catalog();
        var found = catalog.find(params.name());
        if (found.isEmpty()) {
            return ToolResult.failure(ErrorCode.NOT_FOUND, unknown(params.name(), catalog.list()));
        }
        Skill skill = found.get();
        String content = content(skill, skills.load(skill));
        return ToolResult.output(new Data(content), content, "Skill " + skill.name());
    }

    private static String unknown(String name, List<Skill> known) {
        String names = String.join(", ", known.stream().limit(MAX_NAMED).map(Skill::name).toList());
        String rest =
                known.size() > MAX_NAMED ? " and %d more".formatted(known.size() - MAX_NAMED) : "";
        return "There is no skill \"%s\"; %s."
                .formatted(
                        TerminalText.line(name, MAX_NAME_SHOWN),
                        known.isEmpty()
                                ? "there are none in this session"
                                : "the skills are " + names + rest);
    }

    private static String content(Skill skill, Skills.Loaded loaded) {
        var text = new StringBuilder("<skill_content name=\"" + skill.name() + "\">\n");
        text.append(unclosed(loaded.body()));
        text.append("\n\nSkill directory: ").append(unclosed(loaded.directory()));
        text.append("\nRelative paths in this skill are relative to this directory.\n");
        if (skill.allowedTools().isPresent()) {
            text.append("It is written for these tools: ")
                    .append(unclosed(TerminalText.line(skill.allowedTools().get(), 500)))
                    .append(". What you may do without asking stays the same.\n");
        }
        if (!loaded.files().isEmpty()) {
            text.append("<skill_resources>\n");
            loaded.files()
                    .forEach(it ->
                            text.append("<file>")
                                    .append(unclosed(TerminalText.read(it)))
                                    .append("</file>\n"));
            text.append(loaded.more() ? "and more\n</skill_resources>\n" : "</skill_resources>\n");
        }
        return text.append("</skill_content>").toString();
    }

    /// A skill cannot end its own block and go on as if somebody else spoke.
    private static String unclosed(String text) {
        return text.replaceAll("(?i)<(/?\\s*skill_)", "&lt;$1");
    }
}
