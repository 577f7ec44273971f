package dev.deft.app.interactive.slash;

import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Session;
import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `/memory`: what is remembered across sessions.
final class MemoryPage {

    /// Files with their content on the page.
    private static final int MOST_FILES = 100;

    private MemoryPage() {}

    static void show(SlashContext conversation) {
        conversation.work(
                "Reading the memory",
                () -> page(conversation),
                page ->
                        conversation.page(
                                "Memory", columns -> page.lines(conversation.theme(), columns)));
    }

    /// Calls tools with the rights of the agent, in a session without a log.
    private static TextPage page(SlashContext conversation) throws IOException {
        AgentSpec agent = conversation.session().agent();
        AgentSpec reading =
                agent.toolset(
                        new AgentSpec.Toolset(
                                Optional.empty(), Dialects.DEFAULT, Optional.empty()));
        try (Session session = conversation.workspace().session().agent(reading).open()) {
            List<String> files = files(session);
            if (files.isEmpty()) {
                return new TextPage()
                        .text("Nothing is remembered here yet.")
                        .faint(
                                "Agents remember in MEMORY.md and in memory/, and you can write there too.");
            }
            var page = new TextPage();
            for (String file : files.subList(0, Math.min(MOST_FILES, files.size()))) {
                page.heading(file).text(text(session.call("memory_read", Map.of("path", file))));
            }
            return page;
        }
    }

    private static List<String> files(Session session) throws IOException {
        Envelope listed = session.call("memory_list", Map.of());
        if (!(listed.result() instanceof ToolResult.Output output)) {
            throw new IOException(text(listed));
        }
        Json data =
                JsonText.parseWritten(JsonText.write(dev.deft.codec.Records.write(output.data())));
        return data instanceof Json.Obj object
                        && object.find("files").orElse(Json.Null.VALUE)
                                instanceof Json.Arr(List<Json> items)
                ? items.stream()
                        .filter(Json.Obj.class::isInstance)
                        .flatMap(it -> ((Json.Obj) it).text("path").stream())
                        .toList()
                : List.of();
    }

    private static String text(Envelope envelope) {
        return switch (envelope.result()) {
            case ToolResult.Output output -> output.text();
            case ToolResult.Failure failure -> failure.message();
        };
    }
}
