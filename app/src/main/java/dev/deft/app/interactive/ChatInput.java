package dev.deft.app.interactive;

import dev.deft.agent.command.CommandException;
import dev.deft.agent.command.SlashCommand;
import dev.deft.agent.command.SlashCommands;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.SessionId;
import dev.deft.app.interactive.slash.BuiltInCommand;
import dev.deft.app.interactive.slash.BuiltInCommands;
import dev.deft.app.interactive.slash.SlashContext;
import dev.deft.app.terminal.dialog.Pager;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.app.terminal.editor.Submission;
import dev.deft.app.terminal.ui.Key;
import dev.deft.mcp.client.McpServers;
import dev.deft.output.TerminalText;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jline.utils.AttributedString;

/// Understands what the user sends: a message, a slash command, or a command for their own shell.
final class ChatInput {

    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    private final Chat chat;
    private final ChatSession session;
    private final SlashContext conversation;
    private final SlashCommands commands;
    private final Supplier<ServerOffers> offers;
    private final Map<String, String> environment;
    private Optional<OwnShell> shell = Optional.empty();
    private long lastEscape;

    ChatInput(
            Chat chat,
            ChatSession session,
            SlashContext conversation,
            SlashCommands commands,
            Supplier<ServerOffers> offers,
            Map<String, String> environment) {
        this.chat = chat;
        this.session = session;
        this.conversation = conversation;
        this.commands = commands;
        this.offers = offers;
        this.environment = Map.copyOf(environment);
    }

    void submitted(Submission message) {
        String text = message.text().strip();
        if (text.startsWith("!") && text.length() > 1) {
            ownCommand(text.substring(1).strip());
            return;
        }
        Optional<SlashCommands.Call> call =
                text.startsWith("/") ? SlashCommands.called(text) : Optional.empty();
        if (call.isPresent()) {
            slash(call.get(), message);
        } else if (!text.isEmpty() || !message.attachments().isEmpty()) {
            chat.turns().send(message);
        }
    }

    private void slash(SlashCommands.Call call, Submission message) {
        Optional<SlashCommand> own = commands.find(call.name());
        if (own.isPresent()) {
            expand(own.get(), call.arguments(), message.text());
            return;
        }
        Optional<McpServers> servers = session.servers();
        if (servers.isPresent() && ServerOffers.isOfServer(call.name(), servers.get())) {
            prompt(call, message.text());
            return;
        }
        Optional<BuiltInCommand> builtIn = BuiltInCommands.find(call.name());
        if (builtIn.isEmpty()) {
            chat.transcript()
                    .warn(
                            "There is no command /%s%s; /help lists them."
                                    .formatted(
                                            call.name(), NearestNames.hint(call.name(), names())));
            chat.editor().text(message.text());
            return;
        }
        if (chat.turns().isWorking() && !builtIn.get().whileWorking()) {
            chat.transcript()
                    .warn("/%s has to wait until the agent has finished.".formatted(call.name()));
            chat.editor().text(message.text());
            return;
        }
        builtIn.get().action().run(call.arguments(), conversation);
    }

    /// Sends a prompt of an MCP server, which may not have told its prompts yet.
    private void prompt(SlashCommands.Call call, String typed) {
        if (mustWait(call.name(), typed)) {
            return;
        }
        chat.transcript().user(typed);
        ServerOffers known = offers.get();
        chat.turns()
                .begin(it -> {
                    McpServers servers =
                            it.servers()
                                    .orElseThrow(() -> new IOException("There is no MCP server."));
                    return ServerOffers.expanded(
                            known.prompt(call.name(), servers), call.arguments(), servers);
                });
    }

    private boolean mustWait(String command, String typed) {
        if (!chat.turns().isWorking()) {
            return false;
        }
        chat.transcript().warn("/%s has to wait until the agent has finished.".formatted(command));
        chat.editor().text(typed);
        return true;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(offers.get().prompts().keySet());
        BuiltInCommands.list().forEach(it -> names.add(it.name()));
        commands.list().forEach(it -> names.add(it.name()));
        return names;
    }

    /// Runs a slash command of the user or the project.
    private void expand(SlashCommand command, String arguments, String typed) {
        if (mustWait(command.name(), typed)) {
            return;
        }
        chat.transcript().user(typed);
        chat.turns()
                .begin(it -> {
                    try {
                        return it.expanded(command, arguments);
                    } catch (CommandException e) {
                        throw new IOException(e.getMessage(), e);
                    }
                });
    }

    /// Runs a command in the user's own shell, and tells the agent of it with the next message.
    private void ownCommand(String command) {
        if (shell.isPresent()) {
            chat.transcript().warn("Your last command still runs; Esc ends it.");
            return;
        }
        chat.transcript().user("!" + command);
        try {
            OwnShell started = OwnShell.start(command, session.workspace().root(), environment);
            shell = Optional.of(started);
            chat.hint("Running; Esc ends it.");
            Thread.startVirtualThread(() -> await(command, started));
        } catch (IOException e) {
            chat.transcript().error(String.valueOf(e.getMessage()));
        }
    }

    private void await(String command, OwnShell started) {
        try {
            OwnShell.Result result = started.await(line -> chat.loop().post(() -> chat.hint(line)));
            chat.loop().post(() -> ran(command, result));
        } catch (IOException e) {
            chat.loop().post(() -> chat.transcript().error(String.valueOf(e.getMessage())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            chat.loop().post(() -> shell = Optional.empty());
        }
    }

    private void ran(String command, OwnShell.Result result) {
        chat.hint("");
        String shown = TerminalText.read(result.output()).stripTrailing();
        chat.transcript()
                .lines(width -> {
                    List<AttributedString> lines = new ArrayList<>();
                    if (!shown.isEmpty()) {
                        lines.addAll(Wrap.words(shown, width, chat.theme().plain()));
                    }
                    lines.add(
                            new AttributedString(
                                    "exit " + result.code() + (result.cut() ? ", cut" : ""),
                                    result.code() == 0
                                            ? chat.theme().faint()
                                            : chat.theme().error()));
                    return lines;
                });
        chat.turns()
                .attach(
                        new Part.Text(
                                "<user_command exit_code=\"%d\">\n$ %s\n%s\n</user_command>"
                                        .formatted(result.code(), command, shown)));
    }

    /// Keys that the editor has no use for.
    void shortcut(Key.Press key) {
        switch (key.name()) {
            case "esc" -> escape();
            case "ctrl-d" -> chat.leave();
            case "ctrl-o" -> chat.page("Conversation", chat.transcript()::whole, Pager.Start.END);
            case "ctrl-t" -> subAgents();
            case "shift-tab" ->
                    conversation.useAgent(session.agentName().equals("plan") ? "build" : "plan");
            default -> {}
        }
    }

    private void escape() {
        if (shell.isPresent()) {
            shell.get().kill();
            return;
        }
        if (chat.turns().isWorking()) {
            chat.interrupt();
            return;
        }
        long now = System.nanoTime();
        boolean again = lastEscape != 0 && now - lastEscape < AGAIN_NANOS;
        lastEscape = now;
        if (again) {
            BuiltInCommands.find("rewind").ifPresent(it -> it.action().run("", conversation));
        } else {
            chat.hint("Esc again to go back to an earlier message.");
        }
    }

    /// Looks into the work of a sub-agent.
    private void subAgents() {
        Map<String, String> all = chat.transcript().children();
        if (all.isEmpty()) {
            chat.hint("No sub-agent has worked in this session yet.");
            return;
        }
        List<Picker.Item<String>> items =
                all.entrySet().stream()
                        .map(it ->
                                new Picker.Item<>(it.getKey(), it.getValue().strip(), it.getKey()))
                        .toList();
        chat.ask(
                new Picker<>(chat.theme(), "Look into the work of a sub-agent", items),
                picked -> picked.ifPresent(this::lookInto));
    }

    private void lookInto(String child) {
        var work =
                new SubAgentPage(
                        session.workspace().sessions(),
                        new SessionId(child),
                        chat.transcript().blocks());
        chat.page("Sub-agent " + child, work::lines, Pager.Start.END);
    }
}
