package dev.deft.app.interactive;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.TerminalApprover;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.RunView;
import dev.deft.app.cli.run.StreamedText;
import dev.deft.app.terminal.LiveLine;
import dev.deft.run.Approver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A conversation line by line, for terminals that can only append lines.
final class PlainConversation {

    private static final String PROMPT = "> ";

    private PlainConversation() {}

    static int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        var keyboard =
                new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
        try (var live = new LiveLine(console.err(), console.errScreen())) {
            Approver approver = TerminalApprover.atTerminal(console, live);
            try (ChatSession chat = ChatSession.open(arguments, console, approver, console::note)) {
                console.say("deft in " + console.shown(chat.workspace().root().toString()));
                console.say("Say what to do; /quit leaves. This terminal shows plain lines only.");
                for (Optional<String> line = read(keyboard, console);
                        line.isPresent() && !line.get().equals("/quit");
                        line = read(keyboard, console)) {
                    if (!line.get().isBlank()) {
                        turn(line.get(), chat, live, console);
                    }
                }
                console.say("Session %s".formatted(chat.session().id()));
            }
        }
        return 0;
    }

    private static Optional<String> read(BufferedReader keyboard, Console console)
            throws IOException {
        console.out().print(PROMPT);
        console.out().flush();
        return Optional.ofNullable(keyboard.readLine()).map(String::strip);
    }

    private static void turn(String line, ChatSession chat, LiveLine live, Console console)
            throws IOException {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part.Text(line));
        parts.addAll(chat.mentioned(line));
        var spoken = new StreamedText(console.out(), console.onOut(), live);
        var view = new RunView(console.onErr(), live, Optional.of(spoken));
        RunOutcome outcome = chat.run(new Message.User(parts), view);
        view.answer(outcome, console);
        outcome.error().ifPresent(console::note);
    }
}
