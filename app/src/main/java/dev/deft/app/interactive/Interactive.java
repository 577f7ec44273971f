package dev.deft.app.interactive;

import dev.deft.agent.config.MissingKeyException;
import dev.deft.agent.model.listing.LocalServer;
import dev.deft.agent.model.listing.LocalServers;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.FileErrorText;
import dev.deft.app.cli.command.ModelAdvice;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.Interrupt;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.app.terminal.device.TerminalDevice;
import dev.deft.app.terminal.ui.Theme;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `deft` alone: the agent as a conversation in the terminal.
public final class Interactive {

    /// For so long after a key the user counts as typing: a dialog that appears takes no keys.
    public static final Duration TYPING = Duration.ofMillis(700);

    private static final int FAILED = 1;

    private Interactive() {}

    /// Runs a conversation until the user leaves.
    ///
    /// @param arguments the options of `deft run`
    /// @param typed what is typed for the user at the start, as in the demo; a slash command runs
    ///   at once
    /// @return the exit code
    public static int run(ParsedArguments arguments, Console console, Optional<String> typed)
            throws UsageException, IOException, InterruptedException {
        new RunOptions(arguments, console).check();
        if (!console.outScreen().moves()) {
            return PlainConversation.run(arguments, console);
        }
        Optional<Goodbye> end = Optional.empty();
        try (var _ = Interrupt.ofThisThread();
                TerminalDevice device = TerminalDevice.open(console.environment())) {
            end = run(arguments, console, device, typed);
        }
        return end.isPresent() ? end.get().say(console) : 0;
    }

    /// Runs a conversation on a terminal that the caller closes.
    ///
    /// @return what to say then; empty if the user left before it began
    public static Optional<Goodbye> run(
            ParsedArguments arguments,
            Console console,
            TerminalDevice device,
            Optional<String> typed)
            throws UsageException, IOException, InterruptedException {
        Path root = Options.root(arguments, console);
        Theme theme = Theme.of(console.outScreen());
        return new TrustQuestion(device, theme).ask(root, console.environment())
                ? Optional.of(converse(arguments, console, root, device, theme, typed))
                : Optional.empty();
    }

    private static Goodbye converse(
            ParsedArguments arguments,
            Console console,
            Path root,
            TerminalDevice device,
            Theme theme,
            Optional<String> typed)
            throws UsageException, IOException, InterruptedException {
        try {
            return new ChatRun(arguments, console, root, device, theme, typed).run();
        } catch (MissingKeyException e) {
            List<LocalServer> found = LocalServers.from(console.environment()).find();
            Optional<LocalModelQuestion.Choice> local =
                    new LocalModelQuestion(device, theme).ask(found);
            if (local.isEmpty()) {
                return new Goodbye(
                        Optional.empty(),
                        Optional.of(FileErrorText.of(e)),
                        new ModelAdvice(console.environment()).withoutKey(found));
            }
            return new ChatRun(
                            arguments.with("--model", local.get().model()),
                            local(console, local.get()),
                            root,
                            device,
                            theme,
                            typed)
                    .run();
        }
    }

    /// The console of someone who uses a server on this machine. A key for a provider elsewhere is
    /// not sent to it.
    private static Console local(Console console, LocalModelQuestion.Choice choice) {
        Map<String, String> with = new LinkedHashMap<>(console.environment());
        with.put("OPENAI_BASE_URL", choice.baseUrl());
        with.remove("OPENAI_API_KEY");
        return console.with(with);
    }

    /// What is printed after the terminal is as it was.
    ///
    /// @param session that can be continued
    /// @param problem why the conversation could not begin
    /// @param advice a line each
    public record Goodbye(Optional<String> session, Optional<String> problem, List<String> advice) {

        public Goodbye {
            advice = List.copyOf(advice);
        }

        int say(Console console) {
            problem.ifPresent(console::note);
            advice.forEach(console.err()::println);
            session.ifPresent(it ->
                    console.say(
                            console.dim(
                                    "Session %s. Continue it with deft -c, or deft -r %s."
                                            .formatted(it, it))));
            return problem.isPresent() ? FAILED : 0;
        }
    }
}
