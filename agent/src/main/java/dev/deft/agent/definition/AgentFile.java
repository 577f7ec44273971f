package dev.deft.agent.definition;

import dev.deft.agent.definition.AgentDefinition.Mode;
import dev.deft.agent.definition.FieldReader.Item;
import dev.deft.codec.FrontMatter;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.BudgetLimits;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.run.NearestNames;
import dev.deft.tool.RequirementSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads one definition: Markdown with front matter. The body is the prompt.
final class AgentFile {

    static final String NAME = "name";
    static final String DESCRIPTION = "description";
    static final String MODE = "mode";
    static final String MODEL = "model";
    static final String TOOLS = "tools";
    static final String RULES = "rules";
    static final String REQUIRES = "requires";
    static final String ROOTS = "roots";
    static final String LIMITS = "limits";
    static final String PROMPT = "prompt";

    private static final List<String> FIELDS =
            List.of(NAME, DESCRIPTION, MODE, MODEL, TOOLS, RULES, REQUIRES, ROOTS, LIMITS);
    private static final List<String> LIMIT_FIELDS =
            List.of("max_steps", "budget_usd", "tokens", "calls", "seconds");
    private static final Pattern VALID_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern VALID_TOOL = Pattern.compile("[A-Za-z0-9_.:-]{1,128}");
    private static final Position FIRST = new Position(1, 1);

    private static final int MOST_STEPS = 10_000;

    private final AgentSource source;
    private final Known known;
    private final AgentMessages messages;

    AgentFile(AgentSource source, Known known, AgentMessages messages) {
        this.source = source;
        this.known = known;
        this.messages = messages;
    }

    /// What definitions may name.
    ///
    /// @param tools ids, for suggestions about misspelled ones
    /// @param claude whether models of Anthropic can be used, which `.claude/agents` names by
    ///   family
    record Known(Set<String> tools, boolean claude) {

        Known {
            tools = Set.copyOf(tools);
        }
    }

    /// The definition; empty if the text has a mistake, which has been told then.
    Optional<AgentDefinition> read(String text) {
        FrontMatter parts;
        try {
            parts = FrontMatter.parse(text);
        } catch (JsonSyntaxException e) {
            messages.problem(source.file(), new Position(e.line(), e.column()), e.problem());
            return Optional.empty();
        }
        var fields = new FieldReader(source.file(), parts.fields(), messages);
        AgentDefinition read =
                switch (source.form()) {
                    case DEFT -> own(fields, parts);
                    case CLAUDE -> claude(fields, parts);
                };
        return fields.failed() ? Optional.empty() : Optional.of(read);
    }

    private AgentDefinition own(FieldReader fields, FrontMatter parts) {
        requireKnown(fields, FIELDS, "");
        return new AgentDefinition(
                name(fields),
                description(fields),
                mode(fields),
                fields.text(MODEL).filter(it -> !it.equals(ClaudeForm.INHERIT)),
                tools(fields),
                rules(fields),
                requires(fields),
                roots(fields),
                limits(fields),
                prompt(parts),
                source.owner() == AgentOrigin.Owner.DEFT,
                true,
                origin(parts));
    }

    private AgentDefinition claude(FieldReader fields, FrontMatter parts) {
        var form = new ClaudeForm(fields, known);
        form.noteOthers();
        return new AgentDefinition(
                name(fields),
                description(fields),
                Mode.ALL,
                form.model(),
                form.tools(),
                form.rules(),
                RequirementSet.NONE,
                List.of("."),
                form.limits(),
                prompt(parts),
                false,
                true,
                origin(parts));
    }

    private static void requireKnown(FieldReader fields, List<String> known, String prefix) {
        fields.all()
                .fields()
                .forEach((name, field) -> {
                    if (!known.contains(name)) {
                        String hint = NearestNames.hint(name, known);
                        fields.wrong(
                                field.position(),
                                "there is no field %s%s"
                                        .formatted(
                                                NearestNames.quoted(prefix + name),
                                                hint.isEmpty()
                                                        ? "; the fields are "
                                                                + String.join(", ", known)
                                                        : hint));
                    }
                });
    }

    private String name(FieldReader fields) {
        Optional<Field> field = fields.find(NAME);
        String name = field.isPresent() ? fields.text(NAME).orElse("") : source.stem();
        Position at = field.map(it -> it.value().position()).orElse(FIRST);
        if (name.isEmpty()) {
            return name;
        }
        if (!VALID_NAME.matcher(name).matches()) {
            fields.wrong(
                    at,
                    "the name %s must have letters, digits, - and _ only, at most 64"
                            .formatted(NearestNames.quoted(name)));
        } else if (name.equals("default")) {
            fields.wrong(at, "default is another name of build; choose a different one");
        }
        return name;
    }

    private static String description(FieldReader fields) {
        if (fields.find(DESCRIPTION).isEmpty()) {
            fields.wrong(FIRST, "description is missing; say in a sentence when to use the agent");
        }
        return fields.text(DESCRIPTION).orElse("");
    }

    private Mode mode(FieldReader fields) {
        Optional<String> word = fields.text(MODE);
        if (word.isEmpty()) {
            return Mode.ALL;
        }
        for (Mode mode : Mode.values()) {
            boolean possible = mode != Mode.INTERNAL || source.owner() == AgentOrigin.Owner.DEFT;
            if (possible && mode.wire().equals(word.get())) {
                return mode;
            }
        }
        fields.wrong(
                fields.find(MODE).orElseThrow().value().position(),
                "mode is primary, subagent or all, not " + NearestNames.quoted(word.get()));
        return Mode.ALL;
    }

    private Optional<Set<String>> tools(FieldReader fields) {
        if (fields.find(TOOLS).isEmpty()) {
            return Optional.empty();
        }
        Set<String> ids = new LinkedHashSet<>();
        for (Item item : fields.listed(TOOLS)) {
            if (VALID_TOOL.matcher(item.text()).matches()) {
                noteUnknown(item, fields, known.tools());
                ids.add(item.text());
            } else {
                fields.wrong(
                        item.at(),
                        NearestNames.quoted(item.text())
                                + " is not the id of a tool; put what it may do under rules");
            }
        }
        return Optional.of(ids);
    }

    /// An unknown tool may come from a plug-in or a server, so only a likely slip is told.
    static void noteUnknown(Item item, FieldReader fields, Set<String> known) {
        String hint = known.contains(item.text()) ? "" : NearestNames.hint(item.text(), known);
        if (!hint.isEmpty()) {
            fields.ignored(
                    item.at(),
                    "no built-in tool is called " + NearestNames.quoted(item.text()) + hint);
        }
    }

    private static List<Rule> rules(FieldReader fields) {
        List<Rule> rules = new ArrayList<>();
        for (Item item : fields.texts(RULES)) {
            try {
                rules.add(Rule.parse(Scope.MANIFEST, item.text()));
            } catch (IllegalArgumentException e) {
                fields.wrong(item.at(), RULES + ": " + e.getMessage());
            }
        }
        return rules;
    }

    private static RequirementSet requires(FieldReader fields) {
        Optional<FieldReader> below = fields.below(REQUIRES);
        if (below.isEmpty()) {
            return RequirementSet.NONE;
        }
        try {
            return PolicyFile.read(Json.Obj.EMPTY.with(REQUIRES, below.get().all().value()))
                    .requires()
                    .orElse(RequirementSet.NONE);
        } catch (IllegalArgumentException e) {
            fields.wrong(below.get().all().position(), String.valueOf(e.getMessage()));
            return RequirementSet.NONE;
        }
    }

    private static List<String> roots(FieldReader fields) {
        List<String> roots = new ArrayList<>();
        for (Item item : fields.texts(ROOTS)) {
            boolean leaves =
                    item.text().startsWith("/")
                            || List.of(item.text().split("/", -1)).contains("..");
            if (leaves) {
                fields.wrong(
                        item.at(),
                        "the root %s is not inside the workspace"
                                .formatted(NearestNames.quoted(item.text())));
            } else {
                roots.add(plain(item.text()));
            }
        }
        return roots.isEmpty() ? List.of(".") : roots;
    }

    private static String plain(String root) {
        String plain = root.replaceFirst("^(\\./)+", "").replaceFirst("/+$", "");
        return plain.isEmpty() ? "." : plain;
    }

    private static AgentLimits limits(FieldReader fields) {
        Optional<FieldReader> below = fields.below(LIMITS);
        if (below.isEmpty()) {
            return AgentLimits.NONE;
        }
        FieldReader it = below.get();
        requireKnown(it, LIMIT_FIELDS, "limits.");
        var limits =
                new AgentLimits(
                        whole(it.count("max_steps", "limits.max_steps", MOST_STEPS)),
                        new BudgetLimits(
                                it.dollars("budget_usd", "limits.budget_usd"),
                                it.count("tokens", "limits.tokens", BudgetLimits.MOST_TOKENS),
                                it.count("calls", "limits.calls", BudgetLimits.MOST_CALLS),
                                it.count("seconds", "limits.seconds", BudgetLimits.MOST_SECONDS)));
        fields.after(it);
        return limits;
    }

    static OptionalInt whole(OptionalLong count) {
        return count.isPresent()
                ? OptionalInt.of(Math.toIntExact(count.getAsLong()))
                : OptionalInt.empty();
    }

    private static Optional<String> prompt(FrontMatter parts) {
        return Optional.of(parts.body().strip()).filter(it -> !it.isEmpty());
    }

    private AgentOrigin origin(FrontMatter parts) {
        Map<String, Integer> lines = new LinkedHashMap<>();
        parts.fields().fields().forEach((name, field) -> lines.put(name, field.position().line()));
        if (!parts.body().isBlank()) {
            lines.put(PROMPT, parts.bodyLine());
        }
        return new AgentOrigin(source.owner(), source.file(), lines);
    }
}
