package dev.deft.policy;

import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.registry.RequirementJson;
import dev.deft.run.Mode;
import dev.deft.schema.RecordShapes;
import dev.deft.schema.Validator;
import dev.deft.tool.Bounds;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.ShellRequirement.ArgPattern;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Reads and writes policies as JSON, for the command line, agent manifests and the library.
public final class PolicyFile {

    private PolicyFile() {}

    /// Reads a policy.
    ///
    /// @throws IllegalArgumentException if the JSON is no policy; the message names the mistake
    public static Policy read(Json.Obj json) {
        requireShape(Content.class, json, "");
        Content content = Records.read(Content.class, json);
        Policy policy =
                new Policy(
                        content.headless(),
                        content.requires().map(PolicyFile::requirements),
                        content.rules().map(all -> all.stream().map(PolicyFile::rule).toList()),
                        content.watchdog()
                                .map(PolicyFile::watchdog)
                                .orElse(new Policy.WatchdogChoice.Default()),
                        content.sandbox().orElse(Policy.SandboxMode.AUTO),
                        content.env().orElse(List.of()),
                        content.trust(),
                        content.commands()
                                .map(PolicyFile::commands)
                                .orElse(Policy.CommandChoices.DEFAULT)
                                .with(sockets(content)));
        policy.env().stream()
                .filter(SecretNames::isSecret)
                .findFirst()
                .ifPresent(it -> {
                    throw new IllegalArgumentException(
                            "env: " + it + " looks like a secret; commands never get secrets");
                });
        return policy;
    }

    /// The examples of a policy.
    ///
    /// @throws IllegalArgumentException if the JSON is no policy; the message names the mistake
    public static List<PolicyExample> examples(Json.Obj json) {
        requireShape(Content.class, json, "");
        return Records.read(Content.class, json).examples().orElse(List.of());
    }

    private static void requireShape(Class<? extends Record> type, Json.Obj json, String at) {
        Validator.problem(RecordShapes.of(type), json)
                .ifPresent(it -> {
                    throw new IllegalArgumentException(at + it);
                });
    }

    private static Rule rule(RuleJson json) {
        return new Rule(
                json.scope().map(Rule::scope).orElse(Scope.MANIFEST),
                Rule.action(json.action()),
                json.mode().map(Rule::mode).orElse(Mode.FULL),
                json.permission(),
                json.pattern());
    }

    /// Reads requirements in the form of `requires` of a policy.
    ///
    /// @throws IllegalArgumentException if the JSON has another form; the message names the mistake
    public static RequirementSet requirements(Json.Obj json) {
        requireShape(Requires.class, json, "requires: ");
        Requires read = Records.read(Requires.class, json);
        if (read.net().flatMap(Net::sockets).isPresent()) {
            throw new IllegalArgumentException("requires.net.sockets is for policies only");
        }
        return requirements(read);
    }

    private static RequirementSet requirements(Requires json) {
        json.fs()
                .flatMap(Fs::read)
                .ifPresent(it -> requireNoMistake("requires.fs.read", it, RuleLint::path));
        json.fs()
                .flatMap(Fs::write)
                .ifPresent(it -> requireNoMistake("requires.fs.write", it, RuleLint::path));
        json.net()
                .flatMap(Net::hosts)
                .ifPresent(it -> requireNoMistake("requires.net.hosts", it, RuleLint::host));
        return new RequirementSet(
                json.fs().flatMap(Fs::read).orElse(List.of()),
                json.fs().flatMap(Fs::write).orElse(List.of()),
                json.net().flatMap(Net::hosts).orElse(List.of()),
                json.shell().orElse(List.of()).stream().map(PolicyFile::shell).toList(),
                json.capabilities().orElse(List.of()));
    }

    private static void requireNoMistake(
            String field, List<String> patterns, Function<String, Optional<String>> mistake) {
        for (String pattern : patterns) {
            mistake.apply(pattern)
                    .ifPresent(it -> {
                        throw new IllegalArgumentException(
                                field + ": \"" + pattern + "\" matches nothing: " + it);
                    });
        }
    }

    private static ShellRequirement shell(ShellJson json) {
        return new ShellRequirement(
                json.cmd(),
                json.args().map(all -> all.stream().map(PolicyFile::argument).toList()));
    }

    private static ArgPattern argument(Json json) {
        return switch (json) {
            case Json.Str(String word) -> new ArgPattern.Exact(word);
            case Json.Obj object
                    when object.equals(Json.Obj.EMPTY.with("wildcard", new Json.Bool(true))) ->
                    new ArgPattern.Wildcard();
            case Json.Obj object
                    when object.fields().size() == 1 && object.text("prefix").isPresent() ->
                    new ArgPattern.Prefix(object.text("prefix").get());
            case Json.Obj _, Json.Arr _, Json.Num _, Json.Bool _, Json.Null _ ->
                    throw new IllegalArgumentException(
                            "requires.shell.args: a pattern is a string, {\"wildcard\":true} or"
                                    + " {\"prefix\":\"…\"}");
        };
    }

    private static Policy.CommandChoices commands(CommandsJson json) {
        Policy.CommandChoices defaults = Policy.CommandChoices.DEFAULT;
        return new Policy.CommandChoices(
                json.onTimeout().orElse(defaults.onTimeout()),
                json.terminal().orElse(defaults.terminal()),
                json.changes().orElse(defaults.changes()),
                json.onExit().orElse(defaults.onExit()),
                json.host().map(PolicyFile::host),
                defaults.sockets());
    }

    private static GrantedSockets sockets(Content content) {
        return new GrantedSockets(
                content.requires().flatMap(Requires::net).flatMap(Net::sockets).orElse(List.of()));
    }

    private static CommandHost host(HostJson json) {
        return CommandHost.at(json.address(), json.names(), json.identity(), json.knownHosts());
    }

    private static Policy.WatchdogChoice watchdog(Json json) {
        return switch (json) {
            case Json.Str(String word) when word.equals("default") ->
                    new Policy.WatchdogChoice.Default();
            case Json.Str(String word) when word.equals("off") -> new Policy.WatchdogChoice.Off();
            case Json.Obj program -> {
                requireShape(ProgramJson.class, program, "watchdog.");
                yield new Policy.WatchdogChoice.Program(
                        Records.read(ProgramJson.class, program).command());
            }
            case Json.Str _, Json.Arr _, Json.Num _, Json.Bool _, Json.Null _ ->
                    throw new IllegalArgumentException(
                            "watchdog: expected default, off or {\"command\":[\"prog\"]}");
        };
    }

    private record Content(
            Optional<Boolean> headless,
            Optional<Requires> requires,
            Optional<List<RuleJson>> rules,
            Optional<Json> watchdog,
            Optional<Policy.SandboxMode> sandbox,
            Optional<List<String>> env,
            Optional<Boolean> trust,
            Optional<CommandsJson> commands,
            Optional<List<PolicyExample>> examples) {}

    private record Requires(
            Optional<Fs> fs,
            Optional<Net> net,
            Optional<List<ShellJson>> shell,
            Optional<List<String>> capabilities) {}

    private record Fs(Optional<List<String>> read, Optional<List<String>> write) {}

    private record Net(Optional<List<String>> hosts, Optional<List<String>> sockets) {}

    private record ShellJson(String cmd, Optional<List<Json>> args) {}

    private record RuleJson(
            Optional<String> scope,
            String permission,
            String pattern,
            String action,
            Optional<String> mode) {}

    private record CommandsJson(
            Optional<Policy.OnTimeout> onTimeout,
            Optional<Policy.Terminal> terminal,
            Optional<Policy.Changes> changes,
            Optional<Policy.OnExit> onExit,
            Optional<HostJson> host) {}

    private record HostJson(
            String address,
            @Bounds(min = 1) List<String> names,
            Optional<String> identity,
            Optional<String> knownHosts) {}

    private record ProgramJson(@Bounds(min = 1) List<String> command) {}

    /// Writes rules as JSON that [#read] reads.
    public static Json.Obj write(List<Rule> rules) {
        return Json.Obj.EMPTY.with(
                "rules", new Json.Arr(rules.stream().<Json>map(PolicyFile::write).toList()));
    }

    /// Writes a rule as in policies and rule files.
    public static Json.Obj write(Rule rule) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("scope", rule.scope().wire())
                        .with("permission", rule.permission())
                        .with("pattern", rule.pattern())
                        .with("action", rule.action().wire());
        return rule.mode() == Mode.FULL ? json : json.with("mode", rule.mode().wire());
    }

    /// Writes a policy as JSON. The inverse of [#read].
    public static Json.Obj write(Policy policy) {
        Json.Obj json = Json.Obj.EMPTY;
        if (policy.headless().isPresent()) {
            json = json.with("headless", new Json.Bool(policy.headless().get()));
        }
        List<String> sockets = policy.commands().sockets().patterns();
        if (policy.requires().isPresent()) {
            json = json.with("requires", requires(policy.requires().get(), sockets));
        } else if (!sockets.isEmpty()) {
            throw new IllegalArgumentException(
                    "sockets are granted in `requires`, which is absent");
        }
        if (policy.rules().isPresent()) {
            json = json.withAll(write(policy.rules().get()));
        }
        if (policy.trust().isPresent()) {
            json = json.with("trust", new Json.Bool(policy.trust().get()));
        }
        return json.with("watchdog", watchdog(policy.watchdog()))
                .with("sandbox", word(policy.sandbox()))
                .with("env", Json.Arr.ofTexts(policy.env()))
                .with("commands", commands(policy.commands()));
    }

    private static Json.Obj requires(RequirementSet set, List<String> sockets) {
        Json.Obj json = RequirementJson.write(set);
        Json.Obj net =
                json.find("net").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
        return sockets.isEmpty()
                ? json
                : json.with("net", net.with("sockets", Json.Arr.ofTexts(sockets)));
    }

    private static Json watchdog(Policy.WatchdogChoice choice) {
        return switch (choice) {
            case Policy.WatchdogChoice.Default _ -> new Json.Str("default");
            case Policy.WatchdogChoice.Off _ -> new Json.Str("off");
            case Policy.WatchdogChoice.Program(List<String> command) ->
                    Json.Obj.EMPTY.with("command", Json.Arr.ofTexts(command));
        };
    }

    private static Json.Obj commands(Policy.CommandChoices choices) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("on_timeout", word(choices.onTimeout()))
                        .with("terminal", word(choices.terminal()))
                        .with("changes", word(choices.changes()))
                        .with("on_exit", word(choices.onExit()));
        return choices.host().map(it -> json.with("host", host(it))).orElse(json);
    }

    private static Json.Obj host(CommandHost host) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("address", host.address())
                        .with("names", Json.Arr.ofTexts(host.names()));
        Json.Obj known = host.identity().map(it -> json.with("identity", it)).orElse(json);
        return host.knownHosts().map(it -> known.with("known_hosts", it)).orElse(known);
    }

    private static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}
