package dev.deft.app.cli.skill;

import dev.deft.agent.skill.Skill;
import dev.deft.agent.skill.SkillBody;
import dev.deft.agent.skill.SkillCatalog;
import dev.deft.agent.skill.SkillCheck;
import dev.deft.agent.skill.SkillProblem;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.dialect.Dialects;
import dev.deft.engine.skill.WorkspaceSkills;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.os.WorkspaceTree;
import dev.deft.output.TerminalText;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `deft skills`: lists, shows and checks skills.
public final class SkillsCommand implements Command {

    private static final int FAILED = 1;
    private static final int LEAST_DESCRIPTION = 20;
    private static final String MAIN = "SKILL.md";

    @Override
    public String name() {
        return "skills";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          list                    (the default) list the skills that agents have here
          show NAME               print a skill
          check DIR ...           check skills by the Agent Skills specification\
        """;
    }

    @Override
    public List<String> words() {
        return List.of("list", "show", "check");
    }

    @Override
    public String summary() {
        return "List, show and check skills.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(Options.DIALECT, Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft skills",
                "deft skills show customize-deft",
                "deft skills check .deft/skills/*");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        String action = arguments.word(0).orElse("list");
        if (action.equals("check")) {
            return check(arguments, console);
        }
        if (!words().contains(action)) {
            throw new UsageException(
                    "unknown action \"%s\"; use one of list, show, check".formatted(action));
        }
        String dialect = arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT);
        if (!Dialects.NAMES.contains(dialect)) {
            throw new UsageException(
                    "there is no dialect \"%s\"; the dialects are %s"
                            .formatted(dialect, String.join(", ", Dialects.NAMES)));
        }
        try (WorkspaceTree tree =
                WorkspaceTree.openAsIs(
                        Options.root(arguments, console).toString(), console.environment())) {
            SkillCatalog catalog =
                    WorkspaceSkills.all(() -> tree, console.environment(), dialect).catalog();
            return action.equals("show")
                    ? show(arguments, catalog, console)
                    : list(arguments, catalog, console);
        }
    }

    private static int list(ParsedArguments arguments, SkillCatalog catalog, Console console)
            throws UsageException {
        arguments.allowWords(1);
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(json(catalog));
            return 0;
        }
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.optional(console::dim),
                        TextTable.Column.flexible(it -> it, LEAST_DESCRIPTION));
        for (Skill skill : catalog.list()) {
            table.add(
                    skill.name(),
                    skill.place().label(),
                    TerminalText.read(skill.description()).replaceAll("\\s+", " "));
        }
        console.say(table);
        catalog.hidden()
                .forEach(it ->
                        console.note(
                                "%s is hidden by another skill of that name"
                                        .formatted(TerminalText.read(it.location()))));
        catalog.problems().forEach(it -> console.note(TerminalText.read(it.toString())));
        return 0;
    }

    private static int show(ParsedArguments arguments, SkillCatalog catalog, Console console)
            throws UsageException, IOException {
        arguments.allowWords(2);
        String name =
                arguments
                        .word(1)
                        .orElseThrow(() ->
                                new UsageException(
                                        "show needs the name of a skill: deft skills show NAME"));
        var found = catalog.find(name);
        if (found.isEmpty()) {
            List<String> names = catalog.list().stream().map(Skill::name).toList();
            console.note(
                    "there is no skill %s%s; deft skills lists them"
                            .formatted(NearestNames.quoted(name), NearestNames.hint(name, names)));
            catalog.problems().forEach(it -> console.note(TerminalText.read(it.toString())));
            return FAILED;
        }
        Skill skill = found.get();
        String body = SkillBody.of(skill);
        if (arguments.has(Options.JSON.name())) {
            Map<String, Json> all = new LinkedHashMap<>(json(skill).fields());
            all.put("body", new Json.Str(body));
            console.sayIndented(new Json.Obj(all));
            return 0;
        }
        console.say(
                console.bold(skill.name()) + "  " + console.dim(console.shown(skill.location())));
        console.say(console.shown(skill.description()));
        skill.license().ifPresent(it -> console.say("license: " + console.shown(it)));
        skill.compatibility().ifPresent(it -> console.say("compatibility: " + console.shown(it)));
        skill.allowedTools()
                .ifPresent(it ->
                        console.say(
                                "allowed-tools: %s (a hint; it allows nothing)"
                                        .formatted(console.shown(it))));
        skill.metadata()
                .forEach((key, it) ->
                        console.say("%s: %s".formatted(console.shown(key), console.shown(it))));
        console.say("");
        console.say(console.shown(body));
        return 0;
    }

    private static int check(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        List<String> places = arguments.words().subList(1, arguments.words().size());
        if (places.isEmpty()) {
            throw new UsageException("check needs a directory: deft skills check DIR");
        }
        int code = 0;
        for (String place : places) {
            Path given = console.directory().resolve(place);
            boolean main = given.endsWith(MAIN) || given.endsWith("skill.md");
            Path directory =
                    (main && Files.isRegularFile(given) ? given.resolveSibling(".") : given)
                            .normalize();
            if (!isValid(directory, place, console)) {
                code = FAILED;
            }
        }
        return code;
    }

    private static boolean isValid(Path directory, String shown, Console console)
            throws IOException {
        if (!Files.isDirectory(directory)) {
            console.note(console.shown(shown) + " is not a directory");
            return false;
        }
        Path file = directory.resolve(MAIN);
        if (!Files.exists(file)) {
            file = directory.resolve("skill.md");
        }
        if (!Files.isRegularFile(file)) {
            console.note(console.shown(shown) + " has no file SKILL.md");
            return false;
        }
        byte[] content;
        try (InputStream in = Files.newInputStream(file)) {
            content = in.readNBytes(Skill.MAX_BYTES + 1);
        }
        if (content.length > Skill.MAX_BYTES) {
            console.note(
                    "%s is larger than %d KB; move details to files beside it"
                            .formatted(console.shown(file.toString()), Skill.MAX_BYTES / 1024));
            return false;
        }
        String name = String.valueOf(directory.toRealPath().getFileName());
        List<SkillProblem> problems = SkillCheck.of(name, Bytes.wrap(content));
        String path = file.toString();
        problems.forEach(it ->
                console.note(
                        TerminalText.read(
                                "%s:%d:%d: %s"
                                        .formatted(path, it.line(), it.column(), it.message()))));
        if (problems.isEmpty()) {
            console.say("valid: " + console.shown(shown));
        }
        return problems.isEmpty();
    }

    private static Json.Obj json(SkillCatalog catalog) {
        Map<String, Json> all = new LinkedHashMap<>();
        all.put("skills", array(catalog.list()));
        all.put("hidden", array(catalog.hidden()));
        all.put(
                "problems",
                new Json.Arr(
                        catalog.problems().stream()
                                .map(it ->
                                        (Json)
                                                Json.Obj.of(
                                                        Map.of(
                                                                "location",
                                                                it.location(),
                                                                "line",
                                                                it.problem().line(),
                                                                "column",
                                                                it.problem().column(),
                                                                "message",
                                                                it.problem().message())))
                                .toList()));
        return new Json.Obj(all);
    }

    private static Json.Arr array(List<Skill> skills) {
        return new Json.Arr(skills.stream().map(it -> (Json) json(it)).toList());
    }

    private static Json.Obj json(Skill skill) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", skill.name());
        all.put("description", skill.description());
        all.put("level", skill.place().level().name().toLowerCase(Locale.ROOT));
        all.put("location", skill.location());
        skill.license().ifPresent(it -> all.put("license", it));
        skill.compatibility().ifPresent(it -> all.put("compatibility", it));
        skill.allowedTools().ifPresent(it -> all.put("allowed_tools", it));
        if (!skill.metadata().isEmpty()) {
            all.put("metadata", skill.metadata());
        }
        return Json.Obj.of(all);
    }
}
