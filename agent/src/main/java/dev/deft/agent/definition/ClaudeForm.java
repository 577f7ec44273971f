package dev.deft.agent.definition;

import dev.deft.agent.definition.FieldReader.Item;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.policy.Action;
import dev.deft.policy.BudgetLimits;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.run.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the fields of a definition as `.claude/agents` has them.
///
/// What would narrow an agent is taken over where Deft has the same; what would widen it is ignored
/// unless it is a tool or a permission for one.
final class ClaudeForm {

    /// The model of the session.
    static final String INHERIT = "inherit";

    private static final String DENIED = "disallowedTools";
    private static final String PERMISSIONS = "permissionMode";
    private static final String TURNS = "maxTurns";
    private static final int MOST_STEPS = 10_000;

    private static final Set<String> READ =
            Set.of(
                    AgentFile.NAME,
                    AgentFile.DESCRIPTION,
                    AgentFile.TOOLS,
                    AgentFile.MODEL,
                    DENIED,
                    TURNS);

    private static final Pattern TOOL = Pattern.compile("(?s)([A-Za-z0-9_-]+)(?:\\((.*)\\))?");
    private static final Pattern SERVER_TOOL = Pattern.compile("mcp__([A-Za-z0-9-]+?)__(.+)");

    private static final Map<String, String> IDS =
            Map.ofEntries(
                    Map.entry("Read", "read"),
                    Map.entry("Write", "write"),
                    Map.entry("Edit", "edit"),
                    Map.entry("MultiEdit", "edit"),
                    Map.entry("Glob", "glob"),
                    Map.entry("Grep", "grep"),
                    Map.entry("LS", "ls"),
                    Map.entry("Bash", "bash"),
                    Map.entry("BashOutput", "process"),
                    Map.entry("KillShell", "process"),
                    Map.entry("KillBash", "process"),
                    Map.entry("WebFetch", "web_fetch"),
                    Map.entry("WebSearch", "web_search"),
                    Map.entry("TodoWrite", "todo"),
                    Map.entry("TodoRead", "todo"),
                    Map.entry("Task", "task"),
                    Map.entry("Agent", "task"),
                    Map.entry("Skill", "skill"),
                    Map.entry("LSP", "lsp"),
                    Map.entry("AskUserQuestion", "question"),
                    Map.entry("EnterPlanMode", "plan"),
                    Map.entry("ExitPlanMode", "plan_exit"),
                    Map.entry("ToolSearch", "tool_search"));

    private static final Map<String, String> FAMILIES =
            Map.of(
                    "sonnet", "anthropic/claude-sonnet-4-6",
                    "opus", "anthropic/claude-opus-4-6",
                    "haiku", "anthropic/claude-haiku-4-5");

    private final FieldReader fields;
    private final AgentFile.Known known;

    ClaudeForm(FieldReader fields, AgentFile.Known known) {
        this.fields = fields;
        this.known = known;
    }

    /// Notes the fields that mean nothing here.
    void noteOthers() {
        fields.all()
                .fields()
                .forEach((name, field) -> {
                    boolean plan = name.equals(PERMISSIONS) && isPlan();
                    if (!READ.contains(name) && !plan) {
                        fields.ignored(
                                field.position(),
                                NearestNames.quoted(name) + " means nothing to Deft");
                    }
                });
    }

    private boolean isPlan() {
        return fields.text(PERMISSIONS).equals(Optional.of("plan"));
    }

    /// The name of a model; a family such as `sonnet` stands for its current one.
    Optional<String> model() {
        Optional<String> name = fields.text(AgentFile.MODEL).filter(it -> !it.equals(INHERIT));
        if (name.isEmpty() || !FAMILIES.containsKey(name.get())) {
            return name;
        }
        if (known.claude()) {
            return name.map(FAMILIES::get);
        }
        fields.ignored(
                fields.find(AgentFile.MODEL).orElseThrow().value().position(),
                "the model %s is ignored, since ANTHROPIC_API_KEY is not set"
                        .formatted(name.get()));
        return Optional.empty();
    }

    Optional<Set<String>> tools() {
        Optional<Field> field = fields.find(AgentFile.TOOLS);
        List<Item> items = fields.listed(AgentFile.TOOLS);
        if (field.isEmpty() || items.stream().anyMatch(it -> it.text().equals("*"))) {
            return Optional.empty();
        }
        Set<String> ids = new LinkedHashSet<>();
        for (Item item : items) {
            id(item).ifPresent(ids::add);
        }
        fields.listed(DENIED).stream()
                .filter(it -> it.text().indexOf('(') < 0)
                .flatMap(it -> id(it).stream())
                .forEach(ids::remove);
        return Optional.of(ids);
    }

    private Optional<String> id(Item item) {
        Matcher tool = TOOL.matcher(item.text());
        if (!tool.matches()) {
            fields.wrong(
                    item.at(), NearestNames.quoted(item.text()) + " is not the name of a tool");
            return Optional.empty();
        }
        String name = tool.group(1);
        Matcher server = SERVER_TOOL.matcher(name);
        if (server.matches()) {
            return Optional.of(server.group(1) + "_" + server.group(2));
        }
        if (IDS.containsKey(name)) {
            return Optional.ofNullable(IDS.get(name));
        }
        if (known.tools().contains(name)) {
            return Optional.of(name);
        }
        fields.ignored(
                item.at(),
                "Deft has no tool %s, so the agent goes without it%s"
                        .formatted(
                                NearestNames.quoted(name), NearestNames.hint(name, IDS.keySet())));
        return Optional.empty();
    }

    /// Permissions for tools, such as `Bash(git log *)`, and what is forbidden.
    List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        for (Item item : fields.listed(AgentFile.TOOLS)) {
            if (item.text().indexOf('(') >= 0) {
                rule("allow", item).ifPresent(rules::add);
            }
        }
        for (Item item : fields.listed(DENIED)) {
            if (item.text().indexOf('(') >= 0) {
                rule("deny", item).ifPresent(rules::add);
            } else if (fields.find(AgentFile.TOOLS).isEmpty()) {
                id(item).map(it -> new Rule(Scope.MANIFEST, Action.DENY, it, "**"))
                        .ifPresent(rules::add);
            }
        }
        if (isPlan()) {
            rules.add(new Rule(Scope.MANIFEST, Action.DENY, "fs.write", "**"));
        }
        return rules;
    }

    private Optional<Rule> rule(String action, Item item) {
        try {
            return Optional.of(Rule.parse(Scope.MANIFEST, action + " " + item.text()));
        } catch (IllegalArgumentException e) {
            fields.wrong(item.at(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    AgentLimits limits() {
        return new AgentLimits(
                AgentFile.whole(fields.count(TURNS, TURNS, MOST_STEPS)), BudgetLimits.NONE);
    }
}
