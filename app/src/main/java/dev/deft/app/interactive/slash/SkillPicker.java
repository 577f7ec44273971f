package dev.deft.app.interactive.slash;

import dev.deft.agent.skill.Skill;
import dev.deft.agent.skill.SkillCatalog;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.dialect.Dialects;
import dev.deft.engine.skill.WorkspaceSkills;
import dev.deft.os.WorkspaceTree;
import java.io.IOException;
import java.util.List;

/// `/skills`: picks a skill for the next message.
final class SkillPicker {

    private SkillPicker() {}

    static void run(SlashContext conversation) {
        conversation.work(
                "Reading skills",
                () -> catalog(conversation),
                catalog -> {
                    catalog.problems().forEach(it -> conversation.warn(it.toString()));
                    pick(catalog.list(), conversation);
                });
    }

    private static SkillCatalog catalog(SlashContext conversation) throws IOException {
        try (WorkspaceTree tree =
                WorkspaceTree.openAsIs(
                        conversation.workspace().root().toString(), conversation.environment())) {
            return WorkspaceSkills.all(() -> tree, conversation.environment(), Dialects.DEFAULT)
                    .catalog();
        }
    }

    private static void pick(List<Skill> skills, SlashContext conversation) {
        if (skills.isEmpty()) {
            conversation.note("There are no skills here.");
            return;
        }
        List<Picker.Item<Skill>> items =
                skills.stream()
                        .map(it -> new Picker.Item<>(it, it.name(), it.place().label()))
                        .toList();
        conversation.ask(
                new Picker<>(
                        conversation.theme(),
                        "Use a skill",
                        items,
                        Picker.Setup.<Skill>selecting(0).previewing(Skill::description)),
                picked ->
                        picked.ifPresent(it ->
                                conversation.edit("Use the skill %s: ".formatted(it.name()))));
    }
}
