package dev.deft.app.interactive.slash;

import dev.deft.registry.DialectTool;
import dev.deft.tool.ToolCategory;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `/tools`: the tools of the agent.
final class ToolsPage {

    private ToolsPage() {}

    static void show(SlashContext conversation) {
        conversation.work(
                "Looking",
                () -> conversation.session().offeredTools(),
                offered -> {
                    TextPage page = page(Set.copyOf(offered), conversation);
                    conversation.page(
                            "Tools of the agent %s".formatted(conversation.agent()),
                            columns -> page.lines(conversation.theme(), columns));
                });
    }

    private static TextPage page(Set<String> offered, SlashContext conversation) {
        List<DialectTool> tools = conversation.session().dialect().tools();
        String root = conversation.workspace().root().toString();
        Map<String, String> places = Map.of("workspace", root, "directory", root);
        var page = new TextPage();
        for (ToolCategory category : ToolCategory.values()) {
            List<DialectTool> some =
                    tools.stream().filter(it -> it.spec().category() == category).toList();
            if (!some.isEmpty()) {
                page.heading(category.wire());
                some.forEach(it ->
                        page.row(
                                it.name() + (offered.contains(it.name()) ? "" : " *"),
                                firstSentence(it.describe(places))));
            }
        }
        boolean all = tools.stream().allMatch(it -> offered.contains(it.name()));
        return all
                ? page
                : page.heading("*")
                        .text("The model is not told of these tools until it searches for them.");
    }

    private static String firstSentence(String description) {
        String line = description.lines().findFirst().orElse("");
        int end = line.indexOf(". ");
        return end < 0 ? line : line.substring(0, end + 1);
    }
}
