package dev.deft.app.cli.command;

import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.EngineBuilder;
import dev.deft.engine.NamedModels;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.mcp.client.ConfiguredTools;
import dev.deft.policy.Policy;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleLint;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Options that several commands share, and what they evaluate to.
public final class Options {

    public static final CommandOption DIALECT =
            CommandOption.taking(
                            "--dialect",
                            "NAME",
                            String.join(", ", Dialects.NAMES)
                                    + " (default: "
                                    + Dialects.DEFAULT
                                    + ")")
                    .of(Dialects.NAMES);
    public static final CommandOption COLLECTION =
            CommandOption.taking(
                    "--collection", "NAME", "only the tools of one collection of the dialect");
    public static final CommandOption POLICY =
            CommandOption.taking(
                    "--policy",
                    "FILE",
                    "what is allowed, as JSON; without it, everything inside the workspace");
    public static final CommandOption SESSION =
            CommandOption.taking(
                    "--session",
                    "ID",
                    "continue this session (or: last), or start one with this id");
    public static final CommandOption ADD_DIR =
            CommandOption.often(
                    "--add-dir",
                    "DIR",
                    "a directory outside the workspace in which this may work as in the workspace");
    public static final CommandOption JSON = CommandOption.flag("--json", "for programs");

    private Options() {}

    public static Path root(ParsedArguments arguments, Console console) throws UsageException {
        Optional<String> given = arguments.value("--root");
        if (given.isEmpty()) {
            return WorkspaceSearch.from(console.directory(), console.environment());
        }
        try {
            Path root = console.directory().resolve(given.get()).toRealPath();
            if (Files.isDirectory(root)) {
                return root;
            }
        } catch (IOException | InvalidPathException _) {
            throw new UsageException("--root: there is no directory " + given.get());
        }
        throw new UsageException("--root: " + given.get() + " is not a directory");
    }

    /// Grants the directories of `--add-dir`.
    ///
    /// @param grant takes one of them
    public static void directories(ParsedArguments arguments, Console console, Consumer<Path> grant)
            throws UsageException {
        for (String it : arguments.all(ADD_DIR.name())) {
            try {
                grant.accept(console.directory().resolve(it));
            } catch (IllegalArgumentException e) {
                throw new UsageException("--add-dir: " + e.getMessage());
            }
        }
    }

    /// The engine of a command, with all tools and plug-ins.
    public static Engine engine(Console console) throws UsageException {
        return built(Engine.builder(), console);
    }

    /// The engine of a command that runs an agent, whose sub-agents may name models of their own.
    public static Engine engine(Console console, NamedModels models) throws UsageException {
        return built(Engine.builder().models(models).eager(), console);
    }

    /// The engine of a command that sets further parts of it.
    ///
    /// @param prepared gives an empty builder its further parts
    public static Engine engineWith(Console console, UnaryOperator<EngineBuilder> prepared)
            throws UsageException {
        return built(prepared.apply(Engine.builder()), console);
    }

    private static Engine built(EngineBuilder builder, Console console) throws UsageException {
        try {
            return builder.environment(console.environment())
                    .plugins()
                    .programs()
                    .workspaceTools(new ConfiguredTools())
                    .telemetry()
                    .notices(console::note)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UsageException("cannot read the plug-ins: " + e.getMessage());
        }
    }

    /// An engine for commands that call no tool.
    public static Engine withoutPlugins(Console console) throws IOException {
        return Engine.builder().environment(console.environment()).notices(console::note).build();
    }

    /// The policy of the given file, or the rights of the user who typed the command.
    public static Policy policy(ParsedArguments arguments, Console console) throws UsageException {
        Optional<String> file = arguments.value(POLICY.name());
        if (file.isEmpty()) {
            return Policy.allowAll();
        }
        try {
            return PolicyFile.read(JsonText.parseObject(text(file.get(), console)));
        } catch (JsonSyntaxException | IllegalArgumentException e) {
            throw new UsageException("--policy %s: %s".formatted(file.get(), e.getMessage()));
        }
    }

    /// Rejects a policy file with a rule that can never apply.
    public static void requireSound(ParsedArguments arguments, Policy policy, Engine engine)
            throws UsageException {
        Optional<String> file = arguments.value(POLICY.name());
        if (file.isPresent()) {
            requireSound("--policy " + file.get(), policy.rules().orElse(List.of()), engine);
        }
    }

    /// Rejects rules that can never apply. Unknown tools are accepted: they may exist elsewhere.
    public static void requireSound(String source, List<Rule> rules, Engine engine)
            throws UsageException {
        Optional<RuleLint.Mistake> mistake =
                mistakes(engine).of(rules).stream().filter(RuleLint.Mistake::certain).findFirst();
        if (mistake.isPresent()) {
            throw new UsageException(source + ": " + mistake.get().message());
        }
    }

    public static RuleLint mistakes(Engine engine) {
        return new RuleLint(engine.tools().list());
    }

    public static String text(String file, Console console) throws UsageException {
        try {
            return Files.readString(console.directory().resolve(file));
        } catch (NoSuchFileException _) {
            throw new UsageException("there is no file " + file);
        } catch (MalformedInputException _) {
            throw new UsageException(file + " is not UTF-8 text");
        } catch (IOException | InvalidPathException e) {
            throw new UsageException("cannot read %s: %s".formatted(file, e.getMessage()));
        }
    }

    /// Parses a JSON argument of the command line.
    public static Json json(String what, String text) throws UsageException {
        try {
            return JsonText.parse(text);
        } catch (JsonSyntaxException e) {
            throw new UsageException("%s is not JSON: %s".formatted(what, e.getMessage()));
        }
    }

    /// Opens a session as the options say.
    public static OpenSession session(
            ParsedArguments arguments, Console console, Function<Policy, Approver> approver)
            throws UsageException, IOException {
        Path root = root(arguments, console);
        Engine engine = engine(console);
        try {
            Policy policy = policy(arguments, console);
            requireSound(arguments, policy, engine);
            Workspace workspace = engine.workspace(root);
            SessionBuilder builder =
                    workspace
                            .session()
                            .agent(agent(arguments, policy))
                            .approver(approver.apply(policy));
            directories(arguments, console, builder::directories);
            Optional<String> wanted = arguments.value(SESSION.name());
            if (wanted.isPresent()) {
                builder.id(SessionPicks.forCalls(wanted.get(), workspace, console).value());
            }
            return new OpenSession(engine, workspace, builder.open());
        } catch (IllegalArgumentException e) {
            engine.close();
            throw new UsageException(String.valueOf(e.getMessage()));
        } catch (UsageException | IOException e) {
            engine.close();
            throw e;
        }
    }

    private static AgentSpec agent(ParsedArguments arguments, Policy policy) {
        return AgentSpec.standard()
                .policy(policy)
                .toolset(
                        new AgentSpec.Toolset(
                                Optional.empty(),
                                arguments.value(DIALECT.name()).orElse(Dialects.DEFAULT),
                                arguments.value(COLLECTION.name())));
    }
}
