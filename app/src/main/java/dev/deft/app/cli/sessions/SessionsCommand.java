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
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// `deft sessions`: what was said and done in sessions, and what can be done with them.
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
                    "--to", "N", "rewind: go on after message N, or entry #N; 0 is the start");
    private static final CommandOption FILES =
            CommandOption.flag("--files", "rewind: also undo what later turns did to files");
    private static final CommandOption FORMAT =
            CommandOption.taking("--format", "NAME", "export: jsonl (default), markdown or html")
                    .of(List.of("jsonl", "markdown", "html"));
    private static final CommandOption OUTPUT =
            CommandOption.taking(
                    "--output", "WHERE", "export: the file; replay: text or stream-json");
    private static final CommandOption SPEED =
            CommandOption.taking("--speed", "N", "replay: max (default), real, or N times as fast");

    private static final CommandOption YES =
            CommandOption.flag(
                    "--yes", "adopt: do it; without it only what would be adopted is shown");

    private static final String WHATS =
            "list, show, verify, adopt, replay, export, rename, fork, rewind, undo, redo, diff, delete";

    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [ID] [OPTIONS]

          list [WORDS]        (or nothing) the sessions here, the latest first; with words, those that have them
          show ID             what was said and done
          verify [ID]         whether a log, or every log, is yours and as it was written
          adopt ID            accept a log that was written elsewhere, or altered, as yours
          replay ID           the events of the run again, without a model and without effects
          export ID           as JSON lines, Markdown or one HTML page
          rename ID TITLE     give it a title
          fork ID             a copy that goes its own way
          rewind ID --to N    go on from an earlier message
          undo ID, redo ID    take back the last turn's changes to files, or make them again
          diff ID [TURN]      what a turn, or all of it, did to files
          delete ID           forget it: log, sidecars, what could be undone

        An ID may be cut short while it names one session; last is the latest.\
        """;
    }

    @Override
    public List<String> words() {
        return List.of(WHATS.split(", ", -1));
    }

    @Override
    public String summary() {
        return "List, show, replay, fork, export and undo sessions.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(FILE, AT, NAME, TO, FILES, FORMAT, OUTPUT, SPEED, YES, Options.JSON);
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
        String what = arguments.word(0).orElse("list");
        try (Engine engine = Options.withoutPlugins(console);
                Workspace workspace = engine.workspace(Options.root(arguments, console))) {
            SessionFiles files = workspace.sessions();
            if (what.equals("list")) {
                String query = String.join(" ", arguments.words().stream().skip(1).toList());
                SessionViews.list(files.find(query), query, arguments.has("--json"), console);
                return 0;
            }
            if (what.equals("verify") && arguments.word(1).isEmpty()) {
                return verifyAll(files, console);
            }
            return run(what, files, arguments, console);
        }
    }

    private static int run(
            String what, SessionFiles files, ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        if (!List.of(WHATS.split(", ", -1)).contains(what)) {
            throw new UsageException("\"%s\" is none of %s".formatted(what, WHATS));
        }
        SessionId id = SessionPicks.session(arguments, files);
        boolean two = what.equals("diff") || what.equals("rename");
        arguments.allowWords(two ? 3 : 2);
        return switch (what) {
            case "show" -> SessionViews.show(files, id, arguments.has("--json"), console);
            case "verify" -> verify(files, id, console);
            case "adopt" -> SessionAdoption.run(files, id, arguments.has(YES.name()), console);
            case "replay" -> replay(files, id, arguments, console);
            case "export" -> export(files, id, arguments, console);
            case "rename" -> rename(files, id, arguments, console);
            case "fork" -> fork(files, id, arguments, console);
            case "rewind" -> rewind(files, id, arguments, console);
            case "undo" -> told(console, "Undone", files.undo(id, arguments.value(FILE.name())));
            case "redo" ->
                    told(console, "Done again", files.redo(id, arguments.value(FILE.name())));
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
                console.say("%s: not looked at: %s".formatted(id, FileErrorText.told(e)));
                worst = 1;
            }
        }
        return worst;
    }

    private static int verify(SessionFiles files, SessionId id, Console console)
            throws IOException {
        LogCheck check = files.check(id);
        String state = check.problems().isEmpty() ? "as it was written" : "altered or damaged";
        console.say("%s: %d entries, %s".formatted(id.value(), check.entries(), state));
        for (LogCheck.Problem problem : check.problems()) {
            console.say("  line %d: %s".formatted(problem.line(), problem.what()));
        }
        if (check.unfinished()) {
            console.say("  a last line is not finished; nobody was told of it");
        }
        if (!check.foreign().isEmpty()) {
            console.say(
                    "  %d entries (%d to %d) are not signed by you: they were written elsewhere, or before entries were signed"
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

    /// A file or a pipe gets every byte, a terminal what is safe there.
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
            throw new UsageException("--output: \"%s\" is no path".formatted(output));
        }
    }

    private static int rename(
            SessionFiles files, SessionId id, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        String title = arguments.word(2).orElse("").strip();
        if (title.isEmpty()) {
            throw new UsageException("which title? deft sessions rename ID TITLE");
        }
        files.rename(id, title);
        console.say("%s is now called: %s".formatted(id.value(), title));
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
            throw new UsageException("there is a session %s already".formatted(copy.value()));
        }
        console.say(copy.value());
        return 0;
    }

    private static int rewind(
            SessionFiles files, SessionId id, ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        if (arguments.value(TO.name()).isEmpty()) {
            throw new UsageException(
                    "where to? --to N, as deft sessions show numbers the messages");
        }
        long to = SessionPicks.entry(arguments.value(TO.name()), files.history(id), TO.name());
        if (arguments.has(FILES.name())) {
            int turn = files.history(id).turnsUpTo(to);
            files.rewindWithFiles(id, to, turn).forEach(it -> told(console, "Undone", it));
        } else {
            files.rewind(id, to);
        }
        console.say(
                "%s goes on from entry %d; what came after it is kept in the log.%s"
                        .formatted(
                                id.value(),
                                to,
                                arguments.has(FILES.name())
                                        ? ""
                                        : " Files are as they were: deft sessions undo takes turns back one by one, rewind --files does all at once."));
        return 0;
    }

    private static int told(Console console, String what, Restored restored) {
        console.say(
                "%s: turn %d, %s"
                        .formatted(what, restored.turn(), DisplayPaths.of(restored.files())));
        if (!restored.unkept().isEmpty()) {
            console.say("Not kept, so it stays as it is: " + DisplayPaths.of(restored.unkept()));
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
        console.say(diff.isEmpty() ? "Nothing is changed." : console.shown(diff).stripTrailing());
        return 0;
    }

    private static int delete(SessionFiles files, SessionId id, Console console)
            throws IOException {
        files.delete(id);
        console.say("Deleted the session %s.".formatted(id.value()));
        return 0;
    }
}
