package dev.deft.app.cli.policy;

import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.OpenSession;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.codec.JsonText;
import dev.deft.engine.Session;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.PolicyExample;
import dev.deft.policy.PolicyFile;
import dev.deft.run.Approver;
import dev.deft.run.Explanation;
import dev.deft.run.Mode;
import dev.deft.run.ToolCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `deft policy test FILE`: checks the decisions of a policy against its examples.
final class PolicyTest {

    private final ParsedArguments arguments;
    private final Console console;

    PolicyTest(ParsedArguments arguments, Console console) {
        this.arguments = arguments;
        this.console = console;
    }

    /// The result of one example.
    private record Outcome(PolicyExample example, String decided, String why) {

        boolean passed() {
            return decided.equals(example.expect());
        }

        String call() {
            return example.tool() + " " + JsonText.write(example.args().orElse(Json.Obj.EMPTY));
        }

        Json json() {
            return Json.Obj.EMPTY
                    .with("tool", example.tool())
                    .with("args", example.args().orElse(Json.Obj.EMPTY))
                    .with("expect", example.expect())
                    .with("decision", decided)
                    .with("passed", new Json.Bool(passed()));
        }
    }

    int run() throws UsageException, IOException {
        String file =
                arguments
                        .word(1)
                        .orElseThrow(() -> new UsageException("which file? deft policy test FILE"));
        arguments.allowWords(2);
        List<PolicyExample> examples = examples(file);
        List<Outcome> outcomes = new ArrayList<>();
        try (OpenSession opened =
                Options.session(
                        arguments.with(Options.POLICY.name(), file),
                        console,
                        _ -> Approver.HEADLESS)) {
            for (PolicyExample example : examples) {
                outcomes.add(outcome(opened.session(), example));
            }
        }
        return report(outcomes);
    }

    private List<PolicyExample> examples(String file) throws UsageException {
        try {
            List<PolicyExample> examples =
                    PolicyFile.examples(JsonText.parseObject(Options.text(file, console)));
            if (examples.isEmpty()) {
                throw new UsageException(
                        "%s has no examples; add \"examples\": [{\"tool\": \"bash\", \"args\": {\"command\": \"ls\"}, \"expect\": \"allow\"}]"
                                .formatted(file));
            }
            return examples;
        } catch (JsonSyntaxException | IllegalArgumentException e) {
            throw new UsageException("%s: %s".formatted(file, e.getMessage()));
        }
    }

    private static Outcome outcome(Session session, PolicyExample example) {
        var call = ToolCall.of("test", example.tool(), example.args().orElse(Json.Obj.EMPTY));
        Explanation decided = Explanation.of(session.explain(call), false);
        if (decided.rejected().isPresent()) {
            return new Outcome(example, "rejected", decided.rejected().get().message());
        }
        String word = decided.mode() == Mode.LOOK ? Mode.LOOK.wire() : decided.decision();
        return new Outcome(example, word, why(decided));
    }

    /// The reason of the gate that decides.
    private static String why(Explanation decided) {
        List<Explanation.GateEntry> said =
                decided.verdicts().stream().map(Explanation.GateEntry::of).toList();
        return said.stream()
                .filter(it -> it.says().equals(decided.decision()))
                .findFirst()
                .or(() -> said.stream().findFirst())
                .map(it -> it.gate() + ": " + it.why())
                .orElse("");
    }

    private int report(List<Outcome> outcomes) {
        long failed = outcomes.stream().filter(it -> !it.passed()).count();
        if (arguments.has("--json")) {
            console.sayIndented(new Json.Arr(outcomes.stream().map(Outcome::json).toList()));
            return failed == 0 ? 0 : 1;
        }
        for (Outcome it : outcomes) {
            if (!it.passed()) {
                console.say(
                        console.red("failed")
                                + "  %s: expected %s, decided %s"
                                        .formatted(it.call(), it.example().expect(), it.decided()));
                console.say("        " + console.dim(it.why()));
            }
        }
        console.say("%d passed, %d failed".formatted(outcomes.size() - failed, failed));
        return failed == 0 ? 0 : 1;
    }
}
