package dev.deft.app.interactive;

import dev.deft.agent.command.SlashCommands;
import dev.deft.agent.config.UserDirectories;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.device.TerminalDevice;
import dev.deft.app.terminal.dialog.ApprovalDialog;
import dev.deft.app.terminal.dialog.QuestionDialog;
import dev.deft.app.terminal.diff.DiffLines;
import dev.deft.app.terminal.editor.EditorContext;
import dev.deft.app.terminal.editor.ExternalEditor;
import dev.deft.app.terminal.editor.InputEditor;
import dev.deft.app.terminal.editor.InputHistory;
import dev.deft.app.terminal.editor.Submission;
import dev.deft.app.terminal.editor.SystemClipboard;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// One conversation from its first prompt to its end. The prompt is there at once; the session
/// opens beside it, and what is sent before waits.
final class ChatRun {

    private static final int MOST_FILES = 50_000;

    private final ParsedArguments arguments;
    private final Console console;
    private final Path root;
    private final UiLoop loop = new UiLoop();
    private final ChatCompleter completer = new ChatCompleter();
    private final StatusFacts facts;
    private final Chat chat;
    private final Optional<String> typed;
    private Optional<ChatSession> session = Optional.empty();

    ChatRun(
            ParsedArguments arguments,
            Console console,
            Path root,
            TerminalDevice device,
            Theme theme,
            Optional<String> typed) {
        this.arguments = arguments;
        this.console = console;
        this.root = root;
        this.typed = typed;
        this.facts = new StatusFacts(root, loop);
        var editor =
                new InputEditor(
                        new EditorContext(
                                theme,
                                InputHistory.open(
                                        ChatSession.history(root, console),
                                        it -> loop.post(() -> chat().hint(it))),
                                completer,
                                new SystemClipboard(),
                                Path.of(console.environment().getOrDefault("HOME", "/")),
                                it -> chat().hint(it),
                                loop::post));
        this.chat = new Chat(device, theme, loop, editor, facts.opening());
    }

    private Chat chat() {
        return chat;
    }

    Interactive.Goodbye run() throws UsageException, IOException, InterruptedException {
        chat.device().title("deft: " + root.getFileName());
        chat.transcript().lines(width -> Greeting.lines(root, chat.theme(), width));
        FutureTask<ChatSession> opening = new FutureTask<>(this::open);
        Thread.ofVirtual()
                .name("open session")
                .start(() -> {
                    opening.run();
                    loop.post(() -> opened(opening));
                });
        chat.onSubmit(it -> chat.turns().send(it));
        typed.filter(it -> !isCommand(it)).ifPresent(it -> Typist.type(it, loop, chat));
        try {
            chat.run();
        } finally {
            Optional<ChatSession> open = result(opening);
            if (open.isPresent()) {
                open.get().close();
            }
        }
        return new Interactive.Goodbye(
                session.map(it -> it.session().id())
                        .filter(_ -> chat.turns().hasBegun())
                        .filter(_ -> typed.filter(it -> !isCommand(it)).isEmpty()),
                Optional.empty(),
                List.of());
    }

    /// The session, or why there is none.
    private static Optional<ChatSession> result(FutureTask<ChatSession> opening)
            throws UsageException, IOException, InterruptedException {
        try {
            return Optional.of(opening.get());
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case UsageException usage -> throw usage;
                case IOException io -> throw io;
                case RuntimeException bug -> throw bug;
                case null, default -> throw new IOException("the session cannot be opened", e);
            }
        }
    }

    private ChatSession open() throws UsageException, IOException {
        var approver =
                new DialogApprover(
                        chat,
                        request ->
                                new ApprovalDialog(
                                        request,
                                        chat.theme(),
                                        (diff, width) ->
                                                DiffLines.of(
                                                        diff,
                                                        width,
                                                        TranscriptBlocks.LONGEST_DIFF,
                                                        chat.theme()),
                                        this::ruleMistake,
                                        InstantSource.system()),
                        questions ->
                                new QuestionDialog(
                                        questions, chat.theme(), InstantSource.system()));
        return ChatSession.open(
                arguments, console, approver, it -> loop.post(() -> chat.transcript().warn(it)));
    }

    private Optional<String> ruleMistake(String rule) {
        return session.flatMap(it -> it.session().ruleMistake(rule));
    }

    private void opened(FutureTask<ChatSession> opening) {
        try {
            ready(opening.get());
        } catch (ExecutionException _) {
            chat.leave();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void ready(ChatSession open) {
        session = Optional.of(open);
        Map<String, String> environment = console.environment();
        SlashCommands commands =
                SlashCommands.read(root, UserDirectories.from(environment).config());
        completer.commands(commands.list());
        commands.problems().forEach(it -> chat.transcript().warn(it));
        var conversation = new ChatConversation(chat, open, commands, environment);
        var input =
                new ChatInput(chat, open, conversation, commands, completer::offers, environment);
        chat.onSubmit(input::submitted);
        chat.onShortcut(it -> shortcut(it, input));
        chat.status(() -> facts.line(open, chat.turns()));
        facts.refresh(open);
        if (List.of("--continue", "--session", "--resume").stream().anyMatch(arguments::has)) {
            conversation.reload();
        }
        Thread.ofVirtual().name("list files").start(() -> listFiles(open));
        listOffers(open);
        chat.turns().opened(open);
        typed.filter(ChatRun::isCommand).ifPresent(it -> input.submitted(message(it)));
    }

    private static boolean isCommand(String typed) {
        return typed.startsWith("/");
    }

    private void listFiles(ChatSession open) {
        try {
            completer.files(open.workspace().files(MOST_FILES));
        } catch (IOException e) {
            loop.post(() -> chat.transcript().warn("Files cannot be completed: " + e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Lists prompts and resources now and whenever a server has changed.
    private void listOffers(ChatSession open) {
        open.onServers(servers -> {
            Runnable list =
                    () ->
                            Thread.ofVirtual()
                                    .name("list prompts")
                                    .start(() -> {
                                        try {
                                            completer.offers(ServerOffers.of(servers));
                                            // The page of the servers may be on the screen.
                                            loop.post(() -> {});
                                        } catch (InterruptedException _) {
                                            Thread.currentThread().interrupt();
                                        }
                                    });
            list.run();
            var _ = servers.onChange(list);
        });
    }

    private void shortcut(Key.Press key, ChatInput input) {
        if (chat.editor().wantsExternalEditor().isPresent()) {
            edit();
            return;
        }
        input.shortcut(key);
    }

    /// Writes the message in the user's own editor.
    private void edit() {
        var program = new ExternalEditor(console.environment());
        String before = chat.editor().text();
        Callable<String> editing = () -> program.edit(before);
        try {
            chat.editor().text(chat.device().lend(editing));
        } catch (Exception e) {
            chat.hint(String.valueOf(e.getMessage()));
        }
    }

    /// A message without attachments.
    static Submission message(String text) {
        return new Submission(text, List.of());
    }
}
