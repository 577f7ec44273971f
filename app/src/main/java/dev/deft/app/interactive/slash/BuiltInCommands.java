package dev.deft.app.interactive.slash;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The built-in slash commands, in the order of the help.
public final class BuiltInCommands {

    private static final List<BuiltInCommand> ALL =
            List.of(
                    of("help", "", "keys and commands", (_, it) -> help(it)).anyTime(),
                    of("model", "[NAME]", "use another model", ModelSwitch::run),
                    of("agent", "[NAME]", "use another agent", AgentSwitch::run),
                    of("plan", "", "plan first, or build again", (_, it) -> AgentSwitch.plan(it)),
                    of(
                            "compact",
                            "[WHAT TO KEEP]",
                            "sum up the older part of the conversation",
                            ContextReport::compact),
                    of(
                                    "context",
                                    "",
                                    "what fills the window of the model",
                                    (_, it) -> ContextReport.show(it))
                            .anyTime(),
                    of("cost", "", "tokens and cost so far", (_, it) -> CostReport.show(it))
                            .anyTime(),
                    of("diff", "[TURN]", "what changed in files", UndoCommands::diff).anyTime(),
                    of(
                            "undo",
                            "[FILE]",
                            "undo the file changes of the last turn",
                            UndoCommands::undo),
                    of("redo", "[FILE]", "make undone changes again", UndoCommands::redo),
                    of("rewind", "[TURN]", "go back to an earlier message", RewindCommand::run),
                    of("sessions", "[WORDS]", "list and continue sessions", SessionSwitch::pick),
                    of("resume", "[ID|last]", "continue an earlier session", SessionSwitch::resume),
                    of(
                            "fork",
                            "",
                            "continue in a copy of this session",
                            (_, it) -> SessionSwitch.fork(it)),
                    of(
                            "clear",
                            "",
                            "start a new session on a clear screen",
                            (_, it) -> {
                                it.clearScreen();
                                it.openNew();
                            }),
                    of(
                                    "export",
                                    "[FILE]",
                                    "write the conversation to a Markdown or HTML file",
                                    ExportCommand::run)
                            .anyTime(),
                    of("tools", "", "the tools of the agent", (_, it) -> ToolsPage.show(it))
                            .anyTime(),
                    of(
                                    "mcp",
                                    "[reconnect NAME]",
                                    "how it stands with the MCP servers",
                                    ServersPage::run)
                            .anyTime(),
                    of("policy", "[revoke]", "the rules in force; take one back", PolicyPage::run)
                            .anyTime(),
                    of("memory", "", "what is remembered", (_, it) -> MemoryPage.show(it))
                            .anyTime(),
                    of("skills", "", "use a skill", (_, it) -> SkillPicker.run(it)).anyTime(),
                    of(
                            "init",
                            "",
                            "let the agent write AGENTS.md for this project",
                            ProjectGuide::run),
                    of("quit", "", "leave", (_, it) -> it.leave()).anyTime());

    /// What users of other agents type.
    private static final Map<String, String> SYNONYMS =
            Map.of(
                    "exit", "quit",
                    "q", "quit",
                    "new", "clear",
                    "continue", "resume",
                    "status", "context",
                    "usage", "cost",
                    "permissions", "policy",
                    "models", "model",
                    "agents", "agent",
                    "?", "help");

    private BuiltInCommands() {}

    private static BuiltInCommand of(
            String name, String arguments, String summary, BuiltInCommand.Action action) {
        return new BuiltInCommand(name, arguments, summary, false, action);
    }

    private static void help(SlashContext conversation) {
        conversation.page(
                "Help",
                columns ->
                        HelpPage.of(ALL, conversation.ownCommands())
                                .lines(conversation.theme(), columns));
    }

    public static List<BuiltInCommand> list() {
        return ALL;
    }

    /// The command of a name.
    ///
    /// @param name without the slash; synonyms are found too
    public static Optional<BuiltInCommand> find(String name) {
        String known = SYNONYMS.getOrDefault(name, name);
        return ALL.stream().filter(it -> it.name().equals(known)).findFirst();
    }
}
