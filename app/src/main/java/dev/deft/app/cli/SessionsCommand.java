package dev.deft.app.cli;

import dev.deft.agent.session.SessionId;
import dev.deft.app.product.SessionFiles;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.undo.Restored;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `deft sessions`: what sessions did to files, undone and done again.
final class SessionsCommand implements Command {

    private static final Option FILE =
            Option.taking(
                    "--file", "PATH", "only the last change of this file, not the whole turn");

    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public String synopsis() {
        return "list | show ID | undo ID | redo ID | diff ID [TURN] | delete ID";
    }

    @Override
    public String summary() {
        return "List sessions, show what they changed, undo and redo it.";
    }

    @Override
    public List<Option> options() {
        return List.of(FILE, Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft sessions list",
                "deft sessions diff demo",
                "deft sessions undo demo",
                "deft sessions undo demo --file src/A.java");
    }

    @Override
    public int run(Arguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        String what =
                arguments
                        .word(0)
                        .orElseThrow(() ->
                                new UsageException("list, show, undo, redo, diff or delete?"));
        try (var files =
                new SessionFiles(
                        Options.root(arguments, console),
                        console.environment(),
                        it -> console.err().println("deft: " + it))) {
            if (what.equals("list")) {
                arguments.allowWords(1);
                return list(files, arguments, console);
            }
            SessionId id = id(arguments, files);
            arguments.allowWords(what.equals("diff") ? 3 : 2);
            return switch (what) {
                case "show" -> show(files, id, arguments, console);
                case "undo" ->
                        told(
                                console,
                                "Undone",
                                arguments.value(FILE.name()).isPresent()
                                        ? files.undo(id, arguments.value(FILE.name()).get())
                                        : files.undo(id));
                case "redo" ->
                        told(
                                console,
                                "Done again",
                                arguments.value(FILE.name()).isPresent()
                                        ? files.redo(id, arguments.value(FILE.name()).get())
                                        : files.redo(id));
                case "diff" -> diff(files, id, arguments, console);
                case "delete" -> {
                    files.delete(id);
                    console.say("Deleted the session %s.".formatted(id.value()));
                    yield 0;
                }
                default ->
                        throw new UsageException(
                                "\"%s\" is none of list, show, undo, redo, diff, delete"
                                        .formatted(what));
            };
        }
    }

    private static SessionId id(Arguments arguments, SessionFiles files) throws UsageException {
        String given =
                arguments
                        .word(1)
                        .orElseThrow(() ->
                                new UsageException("which session? deft sessions list shows them"));
        try {
            var id = new SessionId(given);
            if (files.exists(id)) {
                return id;
            }
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        throw new UsageException(
                "there is no session %s; deft sessions list shows them".formatted(given));
    }

    private static int list(SessionFiles files, Arguments arguments, Console console)
            throws IOException {
        List<SessionFiles.Listed> sessions = files.list();
        if (arguments.has("--json")) {
            console.say(
                    JsonText.writeIndented(
                            new Json.Arr(
                                    sessions.stream()
                                            .<Json>map(it ->
                                                    Json.Obj.EMPTY
                                                            .with("id", it.id())
                                                            .with(
                                                                    "modified",
                                                                    it.modified().toString()))
                                            .toList())));
            return 0;
        }
        if (sessions.isEmpty()) {
            console.say("There are no sessions here yet.");
        }
        sessions.forEach(it -> console.say("%-32s  %s".formatted(it.id(), it.modified())));
        return 0;
    }

    private static int show(SessionFiles files, SessionId id, Arguments arguments, Console console)
            throws IOException, InterruptedException {
        Json.Obj shown = files.show(id);
        console.say(arguments.has("--json") ? JsonText.writeIndented(shown) : text(shown));
        return 0;
    }

    private static String text(Json.Obj shown) {
        var text = new StringBuilder("%s\n".formatted(shown.text("id").orElse("")));
        if (shown.find("turns").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> turns)) {
            turns.forEach(it -> text.append("  %s\n".formatted(JsonText.write(it))));
        }
        shown.find("stats")
                .ifPresent(it -> text.append("  stats %s".formatted(JsonText.write(it))));
        return text.toString().stripTrailing();
    }

    private static int told(Console console, String what, Restored restored) {
        console.say(
                "%s: turn %d, %s"
                        .formatted(what, restored.turn(), String.join(", ", restored.files())));
        return 0;
    }

    private static int diff(SessionFiles files, SessionId id, Arguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        Optional<Integer> turn = Optional.empty();
        if (arguments.word(2).isPresent()) {
            turn = Optional.of(number(arguments.word(2).get()));
        }
        String diff = files.diff(id, turn);
        console.say(diff.isEmpty() ? "Nothing is changed." : diff.stripTrailing());
        return 0;
    }

    private static int number(String turn) throws UsageException {
        try {
            return Integer.parseInt(turn);
        } catch (NumberFormatException _) {
            throw new UsageException("a turn is a number, not \"%s\"".formatted(turn));
        }
    }
}
