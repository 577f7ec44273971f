package dev.deft.app.cli;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.wires.Models;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.trust.RefusedWorkspace;
import dev.deft.agent.trust.TrustStore;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.app.cli.run.RunView;
import dev.deft.app.cli.run.StreamedText;
import dev.deft.app.cli.serve.Serving;
import dev.deft.app.demo.ConsoleScript;
import dev.deft.app.demo.DemoProject;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.app.interactive.Interactive;
import dev.deft.app.terminal.LiveLine;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.server.DeftServer;
import dev.deft.server.store.SessionRef;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// `deft demo`: a real run to watch, without a key and without a network.
final class DemoCommand implements Command {

    private static final CommandOption DIRECTORY =
            CommandOption.taking(
                    "--in", "DIR", "an empty directory for the project (default: a new one)");
    private static final CommandOption INTERACTIVE =
            CommandOption.flag("--interactive", "take part in it, in the interactive terminal")
                    .or("-i");
    private static final CommandOption SERVE =
            CommandOption.flag("--serve", "take part in it, in the web console");
    private static final SessionId SESSION = new SessionId("demo");
    private static final Duration PACE = Duration.ofMillis(25);

    private final String version;

    /// @param version of the program
    DemoCommand(String version) {
        this.version = version;
    }

    @Override
    public String name() {
        return "demo";
    }

    @Override
    public String synopsis() {
        return "[OPTIONS]";
    }

    @Override
    public String summary() {
        return "Watch an agent fix a bug: real tools, a scripted model, no key.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(DIRECTORY, INTERACTIVE, SERVE);
    }

    @Override
    public List<String> examples() {
        return List.of("deft demo", "deft demo --interactive", "deft demo --serve");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        arguments.allowWords(0);
        boolean kept = arguments.has(DIRECTORY.name());
        boolean interactive = arguments.has(INTERACTIVE.name());
        if (interactive && !console.isConversation()) {
            throw new UsageException("--interactive needs a terminal");
        }
        if (interactive && arguments.has(SERVE.name())) {
            throw new UsageException("--interactive and --serve exclude each other");
        }
        Path root = directory(arguments, console);
        try {
            return arguments.has(SERVE.name())
                    ? serve(root, kept, console)
                    : interactive ? converse(root, console) : show(root, kept, console);
        } finally {
            if (!kept) {
                remove(root);
            }
        }
    }

    private static int show(Path root, boolean kept, Console console)
            throws IOException, InterruptedException {
        DemoProject.write(root);
        console.say(console.bold("A small project with a bug, in " + root));
        console.say(
                "The loop, the tools, the sandbox and the log are real; the model is a script on");
        console.say(
                "loopback. It may look around, edit *.java and run its one test; nothing else.");
        console.say("");
        console.say(console.bold("> " + DemoProject.REQUEST));
        RunOutcome outcome = play(root, console);
        outcome.error().ifPresent(console::note);
        console.say("");
        showDiff(root, console);
        showWhatNext(root, kept, console);
        return outcome.status() == RunOutcome.Status.DONE ? 0 : 1;
    }

    /// The same as a conversation, which the user can continue and in which they are asked. It
    /// reads nothing of the user's own settings and leaves nothing there.
    private static int converse(Path root, Console console)
            throws UsageException, IOException, InterruptedException {
        DemoProject.write(root);
        Path home = Files.createTempDirectory("deft-demo-home-").toRealPath();
        try (var server = new ScriptedServer(DemoProject.script(), PACE)) {
            return Interactive.run(
                    scripted(root),
                    console.with(apart(root, home, server, console)),
                    Optional.of(DemoProject.REQUEST));
        } finally {
            remove(home);
        }
    }

    /// The same in the web console.
    private int serve(Path root, boolean kept, Console console)
            throws UsageException, IOException, InterruptedException {
        DemoProject.write(root);
        Path home = Files.createTempDirectory("deft-demo-home-").toRealPath();
        try (var server = new ScriptedServer(ConsoleScript::of, PACE)) {
            return Serving.run(
                    scripted(root)
                            .with("--workspace", SESSION.value() + "=" + root)
                            .with("--port", "0"),
                    console.with(apart(root, home, server, console)),
                    version,
                    new Demonstration(root, home, kept));
        }
    }

    /// @param kept whether the project stays
    private record Demonstration(Path root, Path home, boolean kept) implements Serving.Started {

        @Override
        public void with(DeftServer server) throws IOException, InterruptedException {
            server.begin(new SessionRef(SESSION.value(), SESSION.value()), DemoProject.REQUEST);
        }

        @Override
        public void ended() throws IOException {
            remove(home);
            if (!kept) {
                remove(root);
            }
        }
    }

    private static ParsedArguments scripted(Path root) {
        return new ParsedArguments(
                Map.of(
                        "--root",
                        List.of(root.toString()),
                        RunOptions.MODEL.name(),
                        List.of("anthropic/scripted")),
                List.of());
    }

    /// Variables with which nothing of the user's own is read or written.
    private static Map<String, String> apart(
            Path root, Path home, ScriptedServer server, Console console) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(withJava(console.environment()));
        environment.keySet().removeIf(it -> it.startsWith("DEFT_"));
        environment.put("DEFT_HOME", home.toString());
        environment.put("ANTHROPIC_API_KEY", "demo");
        environment.put("ANTHROPIC_BASE_URL", server.url());
        new TrustStore(UserDirectories.from(environment).data())
                .refuse(new RefusedWorkspace(root, Instant.EPOCH, new TreeMap<>()));
        return environment;
    }

    private static void remove(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static Path directory(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        Optional<String> given = arguments.value(DIRECTORY.name());
        if (given.isEmpty()) {
            return Files.createTempDirectory("deft-demo-").toRealPath();
        }
        Path directory = Files.createDirectories(console.directory().resolve(given.get()));
        try (Stream<Path> inside = Files.list(directory)) {
            if (inside.findAny().isPresent()) {
                throw new UsageException("--in: " + given.get() + " is not empty");
            }
        }
        return directory.toRealPath();
    }

    private static RunOutcome play(Path root, Console console) throws IOException {
        Duration pace = console.outScreen().moves() ? PACE : Duration.ZERO;
        var live = new LiveLine(console.out(), console.outScreen());
        var spoken = new StreamedText(console.out(), console.onOut(), live);
        try (var server = new ScriptedServer(DemoProject.script(), pace);
                Model model = Models.scripted(server.url());
                var view = new RunView(console.onOut(), live, Optional.of(spoken));
                Engine engine = engine(console, model);
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .agent(AgentSpec.standard().rules(allowed()))
                                .id(SESSION.value())
                                .open()) {
            RunOutcome outcome = session.run(DemoProject.REQUEST, view);
            view.answer(outcome, console);
            view.total(outcome);
            return outcome;
        }
    }

    /// What the demo allows in addition to reading: editing the project and running its test.
    private static List<Rule> allowed() {
        return List.of(
                Rule.parse(Scope.MANIFEST, "allow fs.write *.java"),
                Rule.parse(Scope.MANIFEST, "allow bash java CartTest.java"));
    }

    private static Engine engine(Console console, Model model) throws IOException {
        return Engine.builder().environment(withJava(console.environment())).model(model).build();
    }

    /// The project's test needs the Java that runs Deft, which may not be the one on the PATH.
    private static Map<String, String> withJava(Map<String, String> environment) {
        Map<String, String> with = new LinkedHashMap<>(environment);
        String bin = Path.of(System.getProperty("java.home"), "bin").toString();
        with.merge("PATH", bin, (path, _) -> bin + File.pathSeparator + path);
        return with;
    }

    private static void showDiff(Path root, Console console)
            throws IOException, InterruptedException {
        try (Engine engine = Engine.builder().environment(console.environment()).build();
                Workspace workspace = engine.workspace(root)) {
            for (String line :
                    workspace.sessions().diff(SESSION, Optional.empty()).lines().toList()) {
                console.say(
                        line.startsWith("+")
                                ? console.green(line)
                                : line.startsWith("-") ? console.red(line) : line);
            }
        }
    }

    private static void showWhatNext(Path root, boolean kept, Console console) {
        String deft = called(console.environment());
        console.say("");
        if (kept) {
            console.say("Look at it again, or take it back:");
            for (String command : List.of("replay", "undo")) {
                console.say(
                        "  %s sessions %s %s --root %s"
                                .formatted(deft, command, SESSION.value(), root));
            }
        } else {
            console.say("The project is removed now; to keep it:");
            console.say("  %s demo --in DIR".formatted(deft));
        }
        console.say(
                "With a key in ANTHROPIC_API_KEY or OPENAI_API_KEY, try it on your own project:");
        console.say("  %s run \"find the flaky test and say why\"".formatted(deft));
    }

    /// The command to type: the bare name if it is on the PATH, else its path.
    private static String called(Map<String, String> environment) {
        String given = environment.getOrDefault("DEFT_COMMAND", "deft");
        int slash = given.lastIndexOf('/');
        List<String> path =
                Arrays.asList(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1));
        boolean onPath = slash > 0 && path.contains(given.substring(0, slash));
        return onPath ? given.substring(slash + 1) : given;
    }
}
