package dev.deft.app.cli.sessions;

import dev.deft.agent.session.SessionExistsException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.file.LogCheck;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.FileErrorText;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.SessionPicks;
import dev.deft.app.cli.command.UsageException;
import dev.deft.engine.Engine;
import dev.deft.engine.SessionFiles;
import dev.deft.engine.Workspace;
import dev.deft.engine.export.HtmlPage;
import dev.deft.engine.export.MarkdownPage;
import dev.deft.os.DisplayPaths;
import dev.deft.undo.Restored;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// `deft sessions`: lists, shows and changes sessions.
public final class SessionsCommand implements Command {

    private static final CommandOption FILE =
            CommandOption.taking("--file", "PATH", "undo, redo: only the last change of this file");
    private static final CommandOption AT =
            CommandOption.taking(
                    "--at", "N", "fork: up to message N, as show numbers them, or entry #N");
    private static final CommandOption NAME =
            CommandOption.taking("--name", "ID", "fork: the id of the copy");
    private static final CommandOption TO =
            CommandOption.taking(
                    "--to", "N", "rewind: continue after message N, or entry #N; 0 is the start");
    private static final CommandOption FILES =
            CommandOption.flag("--files", "rewind: also undo the file changes of later turns");
    private static final CommandOption FORMAT =
            CommandOption.taking("--format", "NAME", "export: jsonl (default), markdown or html")
                    .of(List.of("jsonl", "markdown", "html"));
    private static final CommandOption OUTPUT =
            CommandOption.taking(
                    "--output", "WHERE", "export: a file; replay: text or stream-json");
    private static final CommandOption SPEED =
            CommandOption.taking("--speed", "N", "replay: max (default), real, or N times as fast");

    private static final CommandOption YES =
            CommandOption.flag("--yes", "adopt: accept it; without this option it is only shown");

    private static final String ACTIONS =
            "list, show, verify, adopt, replay, export, rename, fork, rewind, undo, redo, diff, delete";

    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [ID] [OPTIONS]

          list [WORDS]        (the default) list the sessions, latest first; with words, those that match
          show ID             show messages, calls and results
          verify [ID]         check that a log, or every log, is yours and intact
          adopt ID            accept a log that was written elsewhere, or changed, as yours
          replay ID           print the events of the run again; calls no model and runs nothing
          export ID           as JSON lines, Markdown or one HTML page
          rename ID TITLE     set the title
          fork ID             copy the session under a new id
          rewind ID --to N    continue from an earlier message
          undo ID, redo ID    undo the file changes of the last turn, or make them again
          diff ID [TURN]      show the file changes of a turn, or of the whole session
          delete ID           delete the log, its sidecars and its undo data

        ID can be a unique prefix; last is the latest session.\
        """;
    }

    @Override
    public List<String> words() {
        return List.of(ACTIONS.split(", ", -1));
    }

    @Override
    public String summary() {
        return "List, show, replay, fork, export and undo sessions.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(
                FILE,
                AT,
                NAME,
                TO,
                FILES,
                FORMAT,
                OUTPUT,
                SPEED,
                YES,
                Options.ADD_DIR,
                Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft sessions list parser",
                "deft sessions show last",
                "deft sessions fork demo --at 3 --name other",
                "deft sessions export demo --format html --output demo.html",
                "deft sessions undo demo --file src/A.java");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        String action = arguments.word(0).orElse("list");
        try (Engine engine = Options.withoutPlugins(console);
                Workspace workspace = engine.workspace(Options.root(arguments, console))) {
            List<Path> granted = new ArrayList<>();
            Options.directories(
                    arguments,
                    console,
                    it -> {
                        var _ = workspace.sessions().directories(it);
                        granted.add(it);
                    });
            SessionFiles files = workspace.sessions().directories(granted.toArray(Path[]::new));
            if (action.equals("list")) {
                String query = String.join(" ", arguments.words().stream().skip(1).toList());
                SessionViews.list(files.find(query), query, arguments.has("--json"), console);
                return 0;
            }
            if (action.equals("verify") && arguments.word(1).isEmpty()) {
                return verifyAll(files, console);
            }
            return run(action, files, arguments, console);
        }
    }

    private static int run(
            String action, SessionFiles files, ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        if (!List.of(ACTIONS.split(", ", -1)).contains(action)) {
            throw new UsageException(
                    "unknown action \"%s\"; use one of %s".formatted(action, ACTIONS));
        }
        SessionId id = SessionPicks.session(arguments, files);
        boolean two = action.equals("diff") || action.equals("rename");
        arguments.allowWords(two ? 3 : 2);
        return switch (action) {
            case "show" -> SessionViews.show(files, id, arguments.has("--json"), console);
            case "verify" -> verify(files, id, console);
            case "adopt" -> SessionAdoption.run(files, id, arguments.has(YES.name()), console);
            case "replay" -> replay(files, id, arguments, console);
            case "export" -> export(files, id, arguments, console);
            case "rename" -> rename(files, id, arguments, console);
            case "fork" -> fork(files, id, arguments, console);
            case "rewind" -> rewind(files, id, arguments, console);
            case "undo" ->
                    printRestored(console, "Undone", files.undo(id, arguments.value(FILE.name())));
            case "redo" ->
                    printRestored(
                            console, "Done again", files.redo(id, arguments.value(FILE.name())));
            case "diff" -> diff(files, id, arguments, console);
            default -> delete(files, id, console);
        };
    }

    private static int verifyAll(SessionFiles files, Console console)
            throws UsageException, IOException {
        int worst = 0;
        for (String id : files.ids()) {
            try {
                worst = Math.max(worst, verify(files, SessionPicks.known(id), console));
            } catch (IOException e) {
                console.say("%s: not verified: %s".formatted(id, FileErrorText.of(e)));
                worst = 1;
            }
        }
        return worst;
    }

    private static int verify(SessionFiles files, SessionId id, Console console)
            throws IOException {
        LogCheck check = files.check(id);
        String state = check.problems().isEmpty() ? "intact" : "changed or damaged";
        console.say("%s: %d entries, %s".formatted(id.value(), check.entries(), state));
        for (LogCheck.Problem problem : check.problems()) {
            console.say("  line %d: %s".formatted(problem.line(), problem.what()));
        }
        if (check.unfinished()) {
            console.say("  the last line is incomplete; no call relied on it");
        }
        if (!check.foreign().isEmpty()) {
            console.say(
                    "  %d entries (%d to %d) are not signed with your key: they were written elsewhere, or before entries were signed"
                            .formatted(
                                    check.foreign().count(),
                                    check.foreign().first(),
                                    check.foreign().last()));
        }
        return check.problems().isEmpty() && check.foreign().isEmpty() ? 0 : 1;
    }

    private static int replay(
            SessionFiles files, SessionId id, ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        String output = arguments.value(OUTPUT.name()).orElse("text");
        if (!List.of("text", "stream-json").contains(output)) {
            throw new UsageException(
                    "--output of replay is text or stream-json, not \"%s\"".formatted(output));
        }
        double speed = SessionReplay.speed(arguments.value(SPEED.name()).orElse("max"));
        boolean json = arguments.has("--json") || output.equals("stream-json");
        new SessionReplay(console, speed).run(id, files.history(id), json);
        return 0;
    }

    private static int export(
            SessionFiles files, SessionId id, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        String format = arguments.value(FORMAT.name()).orElse("jsonl");
        files.warn(id);
        byte[] content =
                switch (format) {
                    case "jsonl" -> SessionViews.wholeLines(Files.readAllBytes(files.log(id)));
                    case "markdown" -> bytes(MarkdownPage.of(id.value(), files.quietHistory(id)));
                    case "html" -> bytes(HtmlPage.of(id.value(), files.quietHistory(id)));
                    default ->
                            throw new UsageException(
                                    "--format is jsonl, markdown or html, not \"%s\""
                                            .formatted(format));
                };
        Optional<String> output = arguments.value(OUTPUT.name());
        if (output.isEmpty()) {
            print(content, format, console);
            return 0;
        }
        Files.write(target(output.get(), console), content);
        console.say("Wrote %s.".formatted(output.get()));
        return 0;
    }

    /// A file or a pipe gets every byte; a terminal gets no control characters.
    private static void print(byte[] content, String format, Console console) {
        if (!console.outScreen().isSeen()) {
            console.out().write(content, 0, content.length);
            return;
        }
        String text = new String(content, StandardCharsets.UTF_8);
        console.out().print(format.equals("jsonl") ? console.json(text) : console.shown(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Path target(String output, Console console) throws UsageException {
        try {
            return console.directory().resolve(output);
        } catch (InvalidPathException _) {
            throw new UsageException("--output: \"%s\" is not a path".formatted(output));
        }
    }

    private static int rename(
            SessionFiles files, SessionId id, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        String title = arguments.word(2).orElse("").strip();
        if (title.isEmpty()) {
            throw new UsageException("the title is missing: deft sessions rename ID TITLE");
        }
        files.rename(id, title);
        console.say("Renamed %s to: %s".formatted(id.value(), title));
        return 0;
    }

    private static int fork(
            SessionFiles files, SessionId id, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        long at = SessionPicks.entry(arguments.value(AT.name()), files.history(id), AT.name());
        SessionId copy =
                arguments.value(NAME.name()).isPresent()
                        ? SessionPicks.fresh(arguments.value(NAME.name()).get())
                        : SessionId.generate(Instant.now(), new Random());
        try {
            files.fork(id, at, copy);
        } catch (SessionExistsException _) {
            throw new UsageException("session %s already exists".formatted(copy.value()));
        }
        console.say(copy.value());
        return 0;
    }

    private static int rewind(
            SessionFiles files, SessionId id, ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        if (arguments.value(TO.name()).isEmpty()) {
            throw new UsageException("--to N is missing; deft sessions show numbers the messages");
        }
        long to = SessionPicks.entry(arguments.value(TO.name()), files.history(id), TO.name());
        if (arguments.has(FILES.name())) {
            int turn = files.history(id).turnsUpTo(to);
            files.rewindWithFiles(id, to, turn).forEach(it -> printRestored(console, "Undone", it));
        } else {
            files.rewind(id, to);
        }
        console.say(
                "%s continues from entry %d; later entries stay in the log.%s"
                        .formatted(
                                id.value(),
                                to,
                                arguments.has(FILES.name())
                                        ? ""
                                        : " Files were not changed: deft sessions undo undoes single turns, rewind --files all later turns."));
        return 0;
    }

    private static int printRestored(Console console, String what, Restored restored) {
        console.say(
                "%s: turn %d, %s"
                        .formatted(what, restored.turn(), DisplayPaths.of(restored.files())));
        if (!restored.tooLarge().isEmpty()) {
            console.say("No backup, so not restored: " + DisplayPaths.of(restored.tooLarge()));
        }
        return 0;
    }

    private static int diff(
            SessionFiles files, SessionId id, ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        Optional<Integer> turn = Optional.empty();
        if (arguments.word(2).isPresent()) {
            turn = Optional.of(SessionPicks.turn(arguments.word(2).get()));
        }
        String diff = files.diff(id, turn);
        console.say(diff.isEmpty() ? "No changes." : console.shown(diff).stripTrailing());
        return 0;
    }

    private static int delete(SessionFiles files, SessionId id, Console console)
            throws IOException {
        files.delete(id);
        console.say("Deleted session %s.".formatted(id.value()));
        return 0;
    }
}
