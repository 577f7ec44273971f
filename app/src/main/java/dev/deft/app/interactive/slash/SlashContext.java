package dev.deft.app.interactive.slash;

import dev.deft.agent.model.Usage;
import dev.deft.app.terminal.ui.Dialog;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.mcp.client.McpServers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jline.utils.AttributedString;

/// What a slash command may do with the conversation. All methods are called on the thread of the
/// screen; those that take long hand their work to another one.
public interface SlashContext {

    Theme theme();

    /// The variables of the process.
    Map<String, String> environment();

    Workspace workspace();

    /// The open session.
    Session session();

    /// The names of the model in use, as `provider/name`, and of the agent.
    String model();

    String agent();

    /// The tokens and the cost of the session so far.
    Totals totals();

    /// What a session used.
    ///
    /// @param cost in dollars; empty if the price of the model is unknown
    record Totals(Usage usage, OptionalDouble cost) {}

    /// Whether the agent works on a turn.
    boolean isWorking();

    /// The sessions of the sub-agents so far, with what each was asked to do.
    Map<String, String> subAgents();

    /// The slash commands of the user and of the project, with their descriptions.
    Map<String, String> ownCommands();

    /// The MCP servers of the workspace; empty if there are none.
    Optional<McpServers> servers();

    /// Prints a block that stays.
    ///
    /// @param lines draws it for a width
    void print(Function<Integer, List<AttributedString>> lines);

    /// Prints a sentence.
    void note(String text);

    void warn(String text);

    void error(String text);

    /// Opens a page that fills the screen, until the user closes it. It may change meanwhile.
    ///
    /// @param lines draws it for a width
    void page(String title, Function<Integer, List<AttributedString>> lines);

    /// Shows a dialog instead of the editor.
    ///
    /// @param take gets the answer
    <T> void ask(Dialog<T> dialog, Consumer<T> take);

    /// Works on another thread; a failure is printed.
    ///
    /// @param label what is going on, such as `Summing up`
    /// @param then gets the result, on the thread of the screen
    <T> void work(String label, Callable<T> work, Consumer<T> then);

    /// Uses another agent from the next turn on.
    void useAgent(String name);

    /// Uses another model from the next turn on.
    ///
    /// @param name as `provider/name`
    void useModel(String name);

    /// Continues with another session, and shows its end.
    void open(String sessionId);

    /// Continues with a new session.
    void openNew();

    /// Shows the session again after it was rewound.
    void reload();

    /// Sends a message as if the user had typed it.
    void send(String text);

    /// Puts text into the editor.
    void edit(String text);

    void clearScreen();

    /// Ends the program.
    void leave();
}
