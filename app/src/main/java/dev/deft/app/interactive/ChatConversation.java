package dev.deft.app.interactive;

import dev.deft.agent.command.SlashCommands;
import dev.deft.app.interactive.slash.SlashContext;
import dev.deft.app.terminal.dialog.Pager;
import dev.deft.app.terminal.editor.Submission;
import dev.deft.app.terminal.ui.Dialog;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.mcp.client.McpServers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jline.utils.AttributedString;

/// What slash commands may do with a [Chat] and the session behind it.
final class ChatConversation implements SlashContext {

    /// How many items of a session are shown when it is opened again.
    private static final int SHOWN_ITEMS = 30;

    private final Chat chat;
    private final ChatSession session;
    private final SlashCommands commands;
    private final Map<String, String> environment;

    ChatConversation(
            Chat chat,
            ChatSession session,
            SlashCommands commands,
            Map<String, String> environment) {
        this.chat = chat;
        this.session = session;
        this.commands = commands;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Theme theme() {
        return chat.theme();
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public Workspace workspace() {
        return session.workspace();
    }

    @Override
    public Session session() {
        return session.session();
    }

    @Override
    public Optional<McpServers> servers() {
        return session.servers();
    }

    @Override
    public String model() {
        return session.modelName();
    }

    @Override
    public String agent() {
        return session.agentName();
    }

    @Override
    public Totals totals() {
        return chat.totals();
    }

    @Override
    public boolean isWorking() {
        return chat.turns().isWorking();
    }

    @Override
    public Map<String, String> subAgents() {
        return chat.transcript().children();
    }

    @Override
    public Map<String, String> ownCommands() {
        Map<String, String> own = new LinkedHashMap<>();
        commands.list().forEach(it -> own.put(it.name(), it.description().orElse("")));
        return own;
    }

    @Override
    public void print(Function<Integer, List<AttributedString>> lines) {
        chat.transcript().lines(lines);
    }

    @Override
    public void note(String text) {
        chat.transcript().note(text);
    }

    @Override
    public void warn(String text) {
        chat.transcript().warn(text);
    }

    @Override
    public void error(String text) {
        chat.transcript().error(text);
    }

    @Override
    public void page(String title, Function<Integer, List<AttributedString>> lines) {
        chat.page(title, lines, Pager.Start.BEGINNING);
    }

    @Override
    public <T> void ask(Dialog<T> dialog, Consumer<T> take) {
        chat.ask(dialog, take);
    }

    @Override
    public <T> void work(String label, Callable<T> work, Consumer<T> then) {
        chat.hint(label + " …");
        var task = new FutureTask<T>(work);
        Thread.startVirtualThread(() -> {
            task.run();
            chat.loop().post(() -> settle(task, then));
        });
    }

    private <T> void settle(FutureTask<T> task, Consumer<T> then) {
        chat.hint("");
        try {
            then.accept(task.get());
        } catch (ExecutionException e) {
            error(
                    Optional.ofNullable(e.getCause())
                            .flatMap(it -> Optional.ofNullable(it.getMessage()))
                            .orElse("It failed."));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void useAgent(String name) {
        change("Changing the agent", () -> session.useAgent(name));
    }

    @Override
    public void useModel(String name) {
        change("Changing the model", () -> session.useModel(name));
    }

    /// Something that may fail.
    @FunctionalInterface
    private interface Change {

        void run() throws Exception;
    }

    private void change(String label, Change change) {
        if (refusedWhileWorking()) {
            return;
        }
        work(
                label,
                () -> {
                    change.run();
                    return "";
                },
                _ -> note("%s, %s".formatted(agent(), model())));
    }

    private boolean refusedWhileWorking() {
        if (isWorking()) {
            warn("The agent is working; interrupt it with Esc first.");
        }
        return isWorking();
    }

    @Override
    public void open(String sessionId) {
        replace(Optional.of(sessionId));
    }

    @Override
    public void openNew() {
        replace(Optional.empty());
    }

    private void replace(Optional<String> id) {
        if (refusedWhileWorking()) {
            return;
        }
        work(
                "Opening the session",
                () -> {
                    session.replace(id);
                    return id;
                },
                opened -> {
                    chat.transcript().clear();
                    chat.turns().reset();
                    if (opened.isPresent()) {
                        reload();
                    } else {
                        note("A new session.");
                    }
                });
    }

    @Override
    public void reload() {
        work(
                "Reading the session",
                () -> session.session().changes().history(),
                history -> {
                    chat.transcript().clear();
                    HistoryView.show(history, SHOWN_ITEMS, chat.transcript());
                    String title = history.title();
                    note(
                            "Session %s".formatted(session.session().id())
                                    + (title.isBlank() ? "" : ": " + title));
                });
    }

    @Override
    public void send(String text) {
        chat.turns().send(new Submission(text, List.of()));
    }

    @Override
    public void edit(String text) {
        chat.editor().text(text);
    }

    @Override
    public void clearScreen() {
        chat.device().clear();
    }

    @Override
    public void leave() {
        chat.leave();
    }
}
