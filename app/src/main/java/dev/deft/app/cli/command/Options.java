package dev.deft.app.cli.command;

import dev.deft.agent.session.SessionId;
import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.engine.DefaultAgent;
import dev.deft.engine.Product;
import dev.deft.engine.Setup;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.Policy;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleMistakes;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Options that several commands share, and what they come to.
public final class Options {

    public static final Option DIALECT =
            Option.taking(
                            "--dialect",
                            "NAME",
                            String.join(", ", Dialects.NAMES)
                                    + " (default: "
                                    + Dialects.DEFAULT
                                    + ")")
                    .of(Dialects.NAMES);
    public static final Option COLLECTION =
            Option.taking("--collection", "NAME", "only the tools of one set of the dialect");
    public static final Option POLICY =
            Option.taking(
                    "--policy",
                    "FILE",
                    "what is allowed, as JSON; without it, everything inside the workspace");
    public static final Option SESSION =
            Option.taking(
                    "--session",
                    "ID",
                    "go on with this session or last, or start it under this id");
    public static final Option JSON = Option.flag("--json", "for programs");

    private Options() {}

    public static Path root(Arguments arguments, Console console) throws UsageException {
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

    /// The policy of the file given, or the authority of the person who typed the command.
    public static Policy policy(Arguments arguments, Console console) throws UsageException {
        Optional<String> file = arguments.value(POLICY.name());
        if (file.isEmpty()) {
            return Policy.ofThePerson();
        }
        try {
            Policy policy = PolicyFile.read(JsonText.parseObject(text(file.get(), console)));
            requireSound(
                    "--policy " + file.get(),
                    policy.rules().orElse(List.of()),
                    root(arguments, console),
                    console);
            return policy;
        } catch (JsonSyntaxException | IllegalArgumentException e) {
            throw new UsageException("--policy %s: %s".formatted(file.get(), e.getMessage()));
        }
    }

    /// Refuses rules that can never apply; a tool that is not here may be elsewhere.
    public static void requireSound(String source, List<Rule> rules, Path root, Console console)
            throws UsageException {
        Optional<RuleMistakes.Mistake> mistake =
                mistakes(root, console).of(rules).stream()
                        .filter(RuleMistakes.Mistake::certain)
                        .findFirst();
        if (mistake.isPresent()) {
            throw new UsageException(source + ": " + mistake.get().told());
        }
    }

    public static RuleMistakes mistakes(Path root, Console console) throws UsageException {
        try {
            return new RuleMistakes(
                    Product.registry(InstantSource.system(), root, console.environment()).list());
        } catch (IOException e) {
            throw new UsageException("cannot read the plug-ins: " + e.getMessage());
        }
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

    /// A JSON argument of the command line.
    public static Json json(String what, String text) throws UsageException {
        try {
            return JsonText.parse(text);
        } catch (JsonSyntaxException e) {
            throw new UsageException("%s is not JSON: %s".formatted(what, e.getMessage()));
        }
    }

    /// What calls may do: a policy without rules has those of the default agent, as it has in a
    /// run.
    private static Policy completed(Arguments arguments, Path root, Console console)
            throws UsageException, IOException {
        Policy policy = policy(arguments, console);
        return policy.rules().isPresent()
                ? policy
                : DefaultAgent.completed(
                        policy,
                        List.of(),
                        Product.registry(InstantSource.system(), root, console.environment())
                                .list());
    }

    /// Opens the product as the options say.
    public static Product product(
            Arguments arguments, Console console, Function<Policy, Approver> person)
            throws UsageException, IOException {
        Path root = root(arguments, console);
        Policy policy = completed(arguments, root, console);
        Optional<String> wanted = arguments.value(SESSION.name());
        Optional<SessionId> session =
                wanted.isEmpty()
                        ? Optional.empty()
                        : Optional.of(SessionPicks.forCalls(wanted.get(), root, console));
        try {
            return Product.open(
                    new Setup(
                            root,
                            arguments.value(DIALECT.name()).orElse(Dialects.DEFAULT),
                            arguments.value(COLLECTION.name()),
                            policy,
                            session,
                            person.apply(policy),
                            console.environment(),
                            console::note));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
