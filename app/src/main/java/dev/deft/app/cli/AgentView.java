package dev.deft.app.cli;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Setting;
import dev.deft.agent.config.Settings;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.definition.AgentOrigin;
import dev.deft.app.cli.command.Console;
import dev.deft.app.terminal.TextTable;
import dev.deft.codec.JsonText;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.json.Json;
import dev.deft.policy.BudgetLimits;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.registry.RequirementJson;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.RequirementSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// An agent as `deft agents show` prints it: each part with the place that sets it.
final class AgentView {

    private static final int LEAST_VALUE = 24;
    private static final String DEFAULT = "default";

    private final AgentDefinition definition;
    private final Configuration configuration;
    private final AgentSpec agent;
    private final RequirementSet capabilities;

    AgentView(
            AgentDefinition definition,
            AgentCatalog agents,
            Configuration configuration,
            ToolRegistry tools) {
        this.definition = definition;
        this.configuration = configuration;
        this.agent = agents.spec(definition.name(), base(configuration.settings()));
        this.capabilities = AgentCatalog.capabilities(agent, tools);
    }

    private static AgentSpec base(Settings settings) {
        AgentSpec standard = AgentSpec.standard();
        return standard.policy(settings.permissions().policy().orElseGet(Policy::unspecified))
                .rules(settings.permissions().denied())
                .loop(standard.loop().within(settings.maxSteps(), settings.budget()));
    }

    /// One part.
    ///
    /// @param from the place that sets it
    private record Part(String name, String value, String from) {}

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part("name", definition.name(), own("name").orElse(definition.source())));
        parts.add(part("description", definition.description()));
        parts.add(part("mode", definition.mode().wire()));
        parts.add(model());
        parts.add(
                part(
                        "tools",
                        definition
                                .tools()
                                .map(it ->
                                        it.isEmpty()
                                                ? "none"
                                                : String.join(", ", it.stream().sorted().toList()))
                                .orElse("all")));
        parts.add(
                new Part(
                        "max_steps",
                        Integer.toString(agent.loop().maxSteps()),
                        definition.maxSteps().isPresent()
                                ? part("limits", "").from()
                                : from("max_steps")));
        if (!agent.loop().budget().isNone()) {
            parts.add(
                    new Part(
                            "budget",
                            budget(agent.loop().budget()),
                            own("limits").orElseGet(() -> from("budget"))));
        }
        parts.add(part("roots", String.join(", ", agent.grants().roots())));
        parts.add(part("requires", written(agent.grants().requires())));
        return parts;
    }

    private Part model() {
        if (definition.model().isPresent()) {
            return part("model", definition.model().get());
        }
        Optional<String> usual = configuration.settings().model();
        return new Part(
                "model", usual.orElse("none is set"), usual.isPresent() ? from("model") : DEFAULT);
    }

    private Part part(String field, String value) {
        return new Part(field, value, own(field).orElse(DEFAULT));
    }

    private Optional<String> own(String field) {
        return definition.origin().of(field);
    }

    /// The origin of a setting.
    private String from(String key) {
        return configuration.values().all().entrySet().stream()
                .filter(it -> it.getKey().getFirst().equals(key))
                .map(it -> it.getValue())
                .map(Setting::from)
                .findFirst()
                .orElse(DEFAULT);
    }

    private static String budget(BudgetLimits it) {
        return Stream.of(
                        it.usd().isPresent() ? "$" + it.usd().getAsDouble() : "",
                        it.tokens().isPresent() ? it.tokens().getAsLong() + " tokens" : "",
                        it.calls().isPresent() ? it.calls().getAsLong() + " calls" : "",
                        it.seconds().isPresent() ? it.seconds().getAsLong() + " seconds" : "")
                .filter(text -> !text.isEmpty())
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    private static String written(RequirementSet set) {
        return set.isEmpty() ? "nothing" : JsonText.write(RequirementJson.write(set));
    }

    /// The rules in force and where they come from: those of the definition, and those it is put
    /// over.
    private List<Part> rules() {
        List<Part> parts = new ArrayList<>();
        List<Rule> own = definition.rules();
        Optional<List<Rule>> policy = agent.grants().policy().rules();
        List<Rule> usual = policy.orElseGet(DefaultAgent::rules);
        String base = policy.isPresent() ? from("policy") : AgentOrigin.BUILT_IN;
        for (Rule rule : usual) {
            parts.add(new Part("rule", rule.text(), base));
        }
        for (Rule rule : agent.grants().further()) {
            parts.add(
                    new Part(
                            "rule",
                            rule.text(),
                            own.contains(rule)
                                    ? own("rules").orElse(definition.source())
                                    : from("policy")));
        }
        return parts;
    }

    void print(Console console) {
        var table = table(console);
        parts().forEach(it -> table.add(it.name(), it.value(), it.from()));
        console.say(table);
        console.say("");
        console.say(console.bold("Rules") + ", beside those that you approve");
        var rules = table(console);
        rules().forEach(it -> rules.add("", it.value(), it.from()));
        console.say(rules);
        console.say("");
        console.say(
                console.bold("At most")
                        + ", with all its tools and within the ceiling of your policy");
        console.say(console.shown(written(capabilities)));
        agent.instructions()
                .prompt()
                .or(definition::prompt)
                .ifPresent(it -> {
                    console.say("");
                    console.say(
                            console.bold("Prompt")
                                    + ", from "
                                    + own("prompt").orElse(definition.source()));
                    it.lines().map(console::shown).forEach(console::say);
                });
    }

    private static TextTable table(Console console) {
        return new TextTable(
                TextTable.Column.fixed(console::bold),
                TextTable.Column.flexible(console::shown, LEAST_VALUE),
                TextTable.Column.optional(console::dim));
    }

    Json.Obj json() {
        Json.Obj all = Json.Obj.EMPTY;
        for (Part it : parts()) {
            all = all.with(it.name(), entry(it));
        }
        return all.with(
                        "rules",
                        new Json.Arr(rules().stream().<Json>map(AgentView::entry).toList()))
                .with("capabilities", RequirementJson.write(capabilities))
                .with("prompt", definition.prompt().orElse(""));
    }

    private static Json.Obj entry(Part it) {
        return Json.Obj.EMPTY.with("value", it.value()).with("from", it.from());
    }
}
