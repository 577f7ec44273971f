package dev.deft.app.cli.policy;

import dev.deft.agent.config.UserDirectories;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.OpenSession;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.engine.Engine;
import dev.deft.json.Json;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleLint;
import dev.deft.policy.Scope;
import dev.deft.run.Approver;
import dev.deft.run.Explanation;
import dev.deft.run.ToolCall;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// `deft policy`: the rules stored for this workspace, and their decisions.
public final class PolicyCommand implements Command {

    @Override
    public String name() {
        return "policy";
    }

    @Override
    public String synopsis() {
        return "[list] | add ACTION PERMISSION PATTERN | revoke (NUMBER | ACTION PERMISSION PATTERN) | explain TOOL [JSON] | test FILE";
    }

    @Override
    public List<String> words() {
        return List.of("list", "add", "revoke", "explain", "test");
    }

    @Override
    public String summary() {
        return "List, add, revoke, explain and test permission rules.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(
                Options.JSON, Options.POLICY, Options.DIALECT, Options.SESSION, Options.ADD_DIR);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft policy add allow write 'src/**'",
                "deft policy revoke 1",
                "deft policy explain write '{\"path\":\"src/A.java\",\"content\":\"\"}'");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        String what = arguments.word(0).orElse("list");
        return switch (what) {
            case "list" -> {
                arguments.allowWords(1);
                yield list(arguments, console);
            }
            case "add" -> add(arguments, console);
            case "revoke" -> revoke(arguments, console);
            case "explain" -> explain(arguments, console);
            case "test" -> new PolicyTest(arguments, console).run();
            default ->
                    throw new UsageException(
                            "\"%s\" is not one of list, add, revoke, explain, test"
                                    .formatted(what));
        };
    }

    private static ProjectRules rules(ParsedArguments arguments, Console console)
            throws UsageException {
        return ProjectRules.of(
                UserDirectories.from(console.environment()).data(),
                Options.root(arguments, console));
    }

    private static int list(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        List<Rule> rules = rules(arguments, console).list();
        if (arguments.has("--json")) {
            console.sayIndented(new Json.Arr(rules.stream().<Json>map(PolicyFile::write).toList()));
            return 0;
        }
        if (rules.isEmpty()) {
            console.say(
                    "No rules are stored for this workspace. Add one with: deft policy add allow write 'src/**'");
        }
        try (Engine engine = Options.engine(console)) {
            RuleLint mistakes = Options.mistakes(engine);
            for (int i = 0; i < rules.size(); i++) {
                console.say("%3d  %s".formatted(i + 1, rules.get(i).text()));
                mistakes.of(rules.get(i))
                        .ifPresent(it ->
                                console.say(console.yellow("     never applies: " + it.why())));
            }
        }
        return 0;
    }

    private static int add(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        Rule rule = rule(arguments);
        try (Engine engine = Options.engine(console)) {
            Options.requireSound("not stored", List.of(rule), engine);
            rules(arguments, console).store(rule);
            Options.mistakes(engine)
                    .of(rule)
                    .ifPresent(it -> console.note(it.message() + " It is stored anyway."));
        }
        console.say("Stored for this workspace: " + rule.text());
        return 0;
    }

    private static Rule rule(ParsedArguments arguments) throws UsageException {
        try {
            return Rule.parse(
                    Scope.PROJECT,
                    String.join(" ", arguments.words().subList(1, arguments.words().size())));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static int revoke(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        ProjectRules stored = rules(arguments, console);
        Rule rule =
                arguments.words().size() == 2
                        ? numbered(stored.list(), arguments.words().get(1))
                        : rule(arguments);
        if (!stored.revoke(rule)) {
            throw new UsageException(
                    "there is no rule \"%s\"; deft policy list shows them".formatted(rule.text()));
        }
        console.say("Revoked: " + rule.text());
        return 0;
    }

    private static Rule numbered(List<Rule> rules, String number) throws UsageException {
        try {
            return rules.get(Integer.parseInt(number) - 1);
        } catch (NumberFormatException | IndexOutOfBoundsException _) {
            throw new UsageException(
                    "there is no rule number %s; there are %d".formatted(number, rules.size()));
        }
    }

    private static int explain(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        String tool =
                arguments
                        .word(1)
                        .orElseThrow(() ->
                                new UsageException("name a tool: deft policy explain TOOL [JSON]"));
        Json given =
                arguments.words().size() > 2
                        ? Options.json("the argument", arguments.words().get(2))
                        : Json.Obj.EMPTY;
        arguments.allowWords(3);
        try (OpenSession opened = Options.session(arguments, console, _ -> Approver.HEADLESS)) {
            var call = ToolCall.of("explain", tool, given);
            boolean headless = opened.session().policy().headless().orElse(false);
            Explanation decided = Explanation.of(opened.session().explain(call), headless);
            if (arguments.has("--json")) {
                console.sayIndented(decided.envelope(call));
                return decided.rejected().isPresent() ? 1 : 0;
            }
            if (decided.rejected().isPresent()) {
                console.say(console.red("rejected") + "  " + decided.rejected().get().message());
                return 1;
            }
            decided.verdicts().stream()
                    .map(Explanation.GateEntry::of)
                    .flatMap(it -> lines(it, console))
                    .forEach(console::say);
            console.say(console.bold("→ " + decided.text()));
            return 0;
        }
    }

    /// The verdict of a gate, and below it the decisions about the parts of the call.
    private static Stream<String> lines(Explanation.GateEntry said, Console console) {
        Stream<String> parts =
                said.parts().stream()
                        .flatMap(List::stream)
                        .map(it -> "  %s  %s".formatted(colored(it.says(), console), it.why()));
        String gate =
                "%-10s  %s  %s".formatted(said.gate(), colored(said.says(), console), said.why());
        return Stream.concat(Stream.of(gate), parts);
    }

    private static String colored(String says, Console console) {
        String verdict = "%-5s".formatted(says);
        return switch (says) {
            case "allow" -> console.green(verdict);
            case "ask" -> console.yellow(verdict);
            default -> console.red(verdict);
        };
    }
}
