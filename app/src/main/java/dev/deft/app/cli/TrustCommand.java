package dev.deft.app.cli;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.trust.ActingFiles;
import dev.deft.agent.trust.RefusedWorkspace;
import dev.deft.agent.trust.TrustReport;
import dev.deft.agent.trust.TrustStore;
import dev.deft.agent.trust.TrustedWorkspace;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `deft trust`: lists the workspaces that the user trusts, and changes them.
final class TrustCommand implements Command {

    private static final int FAILED = 1;
    private static final int MAX_WIDTH = 160;

    private static final CommandOption YES =
            CommandOption.flag("--yes", "add: do not ask; without a terminal it is needed");

    @Override
    public String name() {
        return "trust";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          list                    (the default) this workspace, and all that are trusted
          add [DIR]               trust a workspace with its files as they are now
          remove [DIR]            stop trusting it, or forget that it is refused\
        """;
    }

    @Override
    public List<String> words() {
        return List.of("list", "add", "remove");
    }

    @Override
    public String summary() {
        return "Say which workspaces may start programs of their own.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(YES, Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of("deft trust", "deft trust add", "deft trust remove ../other");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        var store = new TrustStore(UserDirectories.from(console.environment()).data());
        String action = arguments.word(0).orElse("list");
        arguments.allowWords(action.equals("list") ? 1 : 2);
        return switch (action) {
            case "list" -> list(store, arguments, console);
            case "add" -> add(store, arguments, console);
            case "remove" -> remove(store, arguments, console);
            default ->
                    throw new UsageException(
                            "unknown action \"%s\"; use one of list, add, remove"
                                    .formatted(action));
        };
    }

    private static int list(TrustStore store, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        Path root = Options.root(arguments, console);
        TrustReport report = TrustReport.of(store, root);
        List<TrustedWorkspace> all = store.list();
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(TrustViews.json(report, all, store.refusals()));
            return 0;
        }
        show(report, store.refusal(root), console);
        List<TrustedWorkspace> others = all.stream().filter(it -> !it.root().equals(root)).toList();
        if (!others.isEmpty()) {
            console.say("");
            console.say(console.bold("also trusted"));
            others.forEach(it -> console.say(line("  " + TrustViews.line(it), console)));
        }
        List<RefusedWorkspace> refused =
                store.refusals().stream().filter(it -> !it.root().equals(root)).toList();
        if (!refused.isEmpty()) {
            console.say("");
            console.say(console.bold("also refused"));
            refused.forEach(it ->
                    console.say(line("  %s  since %s".formatted(it.root(), it.since()), console)));
        }
        return 0;
    }

    private static int add(TrustStore store, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        Path root = directory(arguments, console);
        if (store.isInside(root)) {
            console.note(
                    "%s contains your own Deft directory, so it cannot be trusted; trust a directory below it"
                            .formatted(root));
            return FAILED;
        }
        TrustReport report = TrustReport.of(store, root);
        boolean json = arguments.has(Options.JSON.name());
        if (!json) {
            show(report, store.refusal(root), console);
        }
        if (!report.problems().isEmpty()
                && report.acts().isEmpty()
                && report.found().fingerprints().isEmpty()) {
            console.note("there is nothing that could be trusted here");
            return FAILED;
        }
        if (!arguments.has(YES.name()) && !isConfirmed(console)) {
            console.say(
                    "Nothing has changed. To trust it without a question: deft trust add --yes");
            return FAILED;
        }
        var trusted =
                new TrustedWorkspace(
                        root,
                        Instant.now().truncatedTo(ChronoUnit.SECONDS),
                        report.found().fingerprints());
        store.put(trusted);
        if (json) {
            console.sayIndented(
                    TrustViews.json(TrustReport.of(store, root), store.list(), store.refusals()));
            return 0;
        }
        console.say(
                line(
                        "Trusted %s with %s as they are now; one that changes is not used until you trust it again."
                                .formatted(root, TrustViews.files(trusted.files().size())),
                        console));
        return 0;
    }

    /// Asks where a user can answer.
    private static boolean isConfirmed(Console console) throws IOException {
        if (!console.isConversation()) {
            return false;
        }
        console.err().print("Trust it? [y]es, [n]o: ");
        console.err().flush();
        var keyboard =
                new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
        String answer = Optional.ofNullable(keyboard.readLine()).orElse("").strip();
        return List.of("y", "yes").contains(answer.toLowerCase(Locale.ROOT));
    }

    private static int remove(TrustStore store, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        Optional<Path> gone = gone(arguments, console);
        Path root = gone.isPresent() ? gone.get() : directory(arguments, console);
        boolean forgotten = store.forgetRefusal(root);
        boolean removed = store.remove(root);
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(
                    Json.Obj.EMPTY
                            .with("root", root.toString())
                            .with("removed", new Json.Bool(removed || forgotten)));
            return removed || forgotten ? 0 : FAILED;
        }
        if (forgotten && !removed) {
            console.say(line("Forgotten that it is not trusted: " + root, console));
            return 0;
        }
        if (!removed) {
            console.note(line(root + " was not trusted", console));
            return FAILED;
        }
        console.say(line("No longer trusted: " + root, console));
        return 0;
    }

    /// A trusted directory that was moved or deleted can still be named.
    private static Optional<Path> gone(ParsedArguments arguments, Console console) {
        return arguments
                .word(1)
                .map(it -> console.directory().resolve(it).toAbsolutePath().normalize())
                .filter(it -> !Files.exists(it));
    }

    private static Path directory(ParsedArguments arguments, Console console)
            throws UsageException {
        Optional<String> given = arguments.word(1);
        if (given.isEmpty()) {
            return Options.root(arguments, console);
        }
        try {
            Path root = console.directory().resolve(given.get()).toRealPath();
            if (Files.isDirectory(root)) {
                return root;
            }
        } catch (IOException | InvalidPathException _) {
            throw new UsageException("there is no directory " + given.get());
        }
        throw new UsageException(given.get() + " is not a directory");
    }

    private static void show(
            TrustReport report, Optional<RefusedWorkspace> refusal, Console console) {
        String not = refusal.map(it -> "refused since " + it.since()).orElse("not trusted");
        console.say(
                console.bold(line(report.root().toString(), console))
                        + "  "
                        + (report.since().isPresent()
                                ? console.green("trusted since " + report.since().get())
                                : console.yellow(not)));
        for (TrustReport.Line it : report.acts()) {
            ActingFiles.Act act = it.act();
            console.say(
                    line(
                            "  %-15s  %s  %s".formatted(act.kind(), act.name(), act.detail()),
                            console));
            if (report.since().isPresent() && !it.used()) {
                console.say(
                        console.yellow(
                                line(
                                        "  %15s  not used: %s changed or is new; look at it, then run deft trust add"
                                                .formatted("", String.join(", ", it.changed())),
                                        console)));
            }
        }
        report.gone().forEach(it -> console.say(line("  gone             " + it, console)));
        report.problems().forEach(it -> console.say(console.yellow(line("  " + it, console))));
        if (report.acts().isEmpty()) {
            console.say("  nothing here does more where the workspace is trusted");
        }
    }

    /// One line of foreign text.
    private static String line(String text, Console console) {
        String shown = console.shown(text.replaceAll("\\p{Cntrl}+", " "));
        return shown.length() > MAX_WIDTH ? shown.substring(0, MAX_WIDTH) + "…" : shown;
    }
}
