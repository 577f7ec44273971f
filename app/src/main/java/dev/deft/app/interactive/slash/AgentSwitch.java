package dev.deft.app.interactive.slash;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.definition.BuiltInAgents;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.engine.AgentCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `/agent` and `/plan`: another agent for the conversation.
final class AgentSwitch {

    private AgentSwitch() {}

    static void run(String arguments, SlashContext conversation) {
        conversation.work(
                "Reading agents",
                () -> {
                    AgentCatalog catalog = catalog(conversation);
                    return arguments.isEmpty()
                            ? catalog.list().stream().filter(it -> it.mode().forUsers()).toList()
                            : List.of(named(arguments, catalog));
                },
                found -> {
                    if (arguments.isEmpty()) {
                        pick(found, conversation);
                    } else {
                        conversation.useAgent(found.getFirst().name());
                    }
                });
    }

    private static AgentCatalog catalog(SlashContext conversation) throws IOException {
        Trust trust =
                Trust.of(
                        conversation.session().policy(),
                        conversation.workspace().root(),
                        conversation.environment());
        return conversation.workspace().agents(trust);
    }

    private static AgentDefinition named(String name, AgentCatalog catalog) throws IOException {
        try {
            return catalog.forUsers(name);
        } catch (IllegalArgumentException e) {
            throw new IOException(sentence(String.valueOf(e.getMessage())), e);
        }
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    private static void pick(List<AgentDefinition> agents, SlashContext conversation) {
        List<Picker.Item<String>> items = new ArrayList<>();
        int selected = 0;
        for (AgentDefinition agent : agents) {
            boolean current = agent.name().equals(conversation.agent());
            selected = current ? items.size() : selected;
            String detail = (current ? "in use  " : "") + agent.description();
            items.add(new Picker.Item<>(agent.name(), agent.name(), detail));
        }
        conversation.ask(
                new Picker<>(
                        conversation.theme(),
                        "Use another agent",
                        items,
                        Picker.Setup.selecting(selected)),
                picked ->
                        picked.filter(it -> !it.equals(conversation.agent()))
                                .ifPresent(conversation::useAgent));
    }

    /// Changes between planning and building.
    static void plan(SlashContext conversation) {
        conversation.useAgent(
                conversation.agent().equals(BuiltInAgents.PLAN)
                        ? BuiltInAgents.BUILD
                        : BuiltInAgents.PLAN);
    }
}
