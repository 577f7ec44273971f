package dev.deft.agent.config;

import dev.deft.agent.trust.GuardedKeys;
import dev.deft.codec.LocatedJson;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.Policy;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Merges files and variables; later sources override earlier ones. An untrusted workspace cannot
/// set where keys are sent, what is started, or what is allowed.
final class Layers {

    /// Where messages go is up to the user, in every workspace.
    private static final String CHANNELS = "channels";

    private static final List<String> SERVERS = List.of("tools", "mcpServers");
    private static final List<String> SEARCH_PROVIDER = List.of("tools", "webSearch", "provider");
    private static final List<String> SEARCH_KEY = List.of("tools", "webSearch", "apiKey");

    /// The only variable that an untrusted workspace may send to a search provider.
    private static final Json ALLOWED_SEARCH_KEY = new Json.Str("${WEB_SEARCH_API_KEY}");

    private final Trust trust;
    private final Map<List<String>, Setting> values = new LinkedHashMap<>();
    private final List<String> agentWarnings = new ArrayList<>();
    private final List<String> callWarnings = new ArrayList<>();
    private final List<Rule> denied = new ArrayList<>();
    private final LimitLayers limits = new LimitLayers(values, callWarnings);
    private Optional<Policy> policy = Optional.empty();

    Layers(Trust trust) {
        this.trust = trust;
    }

    void defaults(String dialect) {
        Defaults.of(dialect).forEach((key, it) -> values.put(key, new Setting(it, "default")));
    }

    void file(ConfigFile file) throws ConfigException {
        refuseBing(file);
        LocatedJson content = SchemaCheck.check(file, warnings(file)::add);
        for (Map.Entry<String, Field> entry : content.fields().entrySet()) {
            String name = entry.getKey();
            Field field = entry.getValue();
            if (name.equals("policy")) {
                policy(file, field);
            } else if (name.equals(LimitLayers.KEY)) {
                limits.merge(file, field);
            } else if (name.equals(CHANNELS) && file.owner() == ConfigFile.Owner.WORKSPACE) {
                warn(
                        file,
                        field,
                        "channels are ignored here, in a trusted workspace too; bind them in your"
                                + " own agent.json");
            } else if (isUntrusted(file) && GuardedKeys.contains(name)) {
                ignored(file, field, name);
            } else if (isShadowed(name, content)) {
                warn(
                        file,
                        field,
                        "%s is ignored: it is a synonym of %s, which is set as well"
                                .formatted(
                                        name,
                                        SchemaCheck.dotted(
                                                ConfigKeys.SYNONYMS.getOrDefault(
                                                        name, List.of(name)))));
            } else if (!name.equals("$schema")) {
                merge(file, ConfigKeys.SYNONYMS.getOrDefault(name, List.of(name)), field);
            }
        }
    }

    /// The seed of the dialect names a service that no longer exists.
    static void refuseBing(ConfigFile file) throws ConfigException {
        LocatedJson at = file.content();
        for (String name : SEARCH_PROVIDER) {
            Field field = at.fields().get(name);
            if (field == null) {
                return;
            }
            at = field.value();
        }
        if (at.value().equals(new Json.Str("bing"))) {
            throw new ConfigException(
                    file.name(),
                    at.position(),
                    "tools.webSearch.provider is bing, but the search service of Bing ended in"
                            + " August 2025; use tavily, google, brave, searxng or duckduckgo");
        }
    }

    /// Merges only the settings of web search of a file.
    void search(ConfigFile file) throws ConfigException {
        Optional<Field> field = SchemaCheck.check(file, SearchSettings.KEY);
        if (field.isEmpty()) {
            return;
        }
        if (isUntrusted(file)) {
            ignored(file, field.get(), SearchSettings.KEY);
        } else {
            merge(file, List.of(SearchSettings.KEY), field.get());
        }
    }

    void searchVariables(Map<String, String> environment) throws ConfigException {
        for (Variable variable : Variable.ofSearch()) {
            variable(variable, environment);
        }
    }

    /// Whether the file has a key under its usual name as well.
    private static boolean isShadowed(String name, LocatedJson content) {
        List<String> usual = ConfigKeys.SYNONYMS.getOrDefault(name, List.of());
        LocatedJson at = content;
        for (String key : usual) {
            Field field = at.fields().get(key);
            if (field == null) {
                return false;
            }
            at = field.value();
        }
        return !usual.isEmpty();
    }

    /// Merges only the tool limits of a file.
    void limits(ConfigFile file) throws ConfigException {
        Optional<Field> field = SchemaCheck.check(file, LimitLayers.KEY);
        if (field.isPresent()) {
            limits.merge(file, field.get());
        }
    }

    private void merge(ConfigFile file, List<String> key, Field field) {
        if (ConfigKeys.isMerged(key)) {
            for (Map.Entry<String, Field> inner : field.value().fields().entrySet()) {
                var longer = new ArrayList<>(key);
                longer.add(inner.getKey());
                merge(file, List.copyOf(longer), inner.getValue());
            }
            return;
        }
        Json value = field.value().value();
        if (isUntrusted(file) && !isAllowed(key, value)) {
            ignored(file, field, SchemaCheck.dotted(key));
            return;
        }
        values.put(key, new Setting(value, file.at(field)));
    }

    private boolean isUntrusted(ConfigFile file) {
        return objection(file).isPresent();
    }

    private Optional<String> objection(ConfigFile file) {
        return file.owner() == ConfigFile.Owner.WORKSPACE
                ? trust.objection(file.name(), file.bytes())
                : Optional.empty();
    }

    private boolean isAllowed(List<String> key, Json value) {
        if (key.getFirst().equals(ConfigKeys.BUDGET)) {
            Setting before = values.get(key);
            return before == null
                    || ((Json.Num) value).asDouble() <= ((Json.Num) before.value()).asDouble();
        }
        return !key.equals(SERVERS)
                && (!key.equals(SEARCH_KEY) || value.equals(ALLOWED_SEARCH_KEY));
    }

    private void ignored(ConfigFile file, Field field, String key) {
        boolean higher = key.startsWith(ConfigKeys.BUDGET + ".");
        warn(
                file,
                field,
                higher
                        ? key + " is above the user's; an untrusted workspace can only lower it"
                        : "%s is ignored, since %s".formatted(key, objection(file).orElse("")));
    }

    private void warn(ConfigFile file, Field field, String problem) {
        warnings(file).add(file.warning(field, problem));
    }

    private List<String> warnings(ConfigFile file) {
        return file.form() == ConfigFile.Form.CONFIG_YML ? callWarnings : agentWarnings;
    }

    /// Never takes trust from a configuration file: the user's file would trust every workspace.
    private void policy(ConfigFile file, Field field) throws ConfigException {
        Json.Obj given = (Json.Obj) field.value().value();
        Policy read = policy(file, field.value(), given.without("trust"));
        if (given.find("trust").isPresent()) {
            warn(file, field, "policy.trust is ignored here; set it in the file of --policy");
        }
        if (file.owner() == ConfigFile.Owner.USER) {
            policy = Optional.of(read);
            values.put(List.of("policy"), new Setting(given.without("trust"), file.at(field)));
            return;
        }
        List<Rule> rules = read.rules().orElse(List.of());
        List<Rule> denying =
                rules.stream()
                        .filter(it -> it.action() == Action.DENY)
                        .map(it ->
                                new Rule(
                                        Scope.MANIFEST, Action.DENY, it.permission(), it.pattern()))
                        .toList();
        if (denying.size() < rules.size() || given.fields().size() > 1) {
            warn(
                    file,
                    field,
                    "policy: a workspace can only deny; everything but its deny rules is ignored");
        }
        if (!denying.isEmpty()) {
            denied.addAll(denying);
            show(denying, file.at(field));
        }
    }

    private static Policy policy(ConfigFile file, LocatedJson value, Json.Obj json)
            throws ConfigException {
        try {
            return PolicyFile.read(json);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(file.name(), value.position(), "policy: " + e.getMessage());
        }
    }

    /// Adds the deny rules of the workspace to the policy that is shown.
    private void show(List<Rule> rules, String from) {
        List<String> key = List.of("policy");
        Optional<Setting> before = Optional.ofNullable(values.get(key));
        Json.Obj object = before.map(it -> (Json.Obj) it.value()).orElse(Json.Obj.EMPTY);
        List<Json> all = new ArrayList<>();
        if (object.find("rules").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> there)) {
            all.addAll(there);
        }
        rules.forEach(it -> all.add(PolicyFile.write(it)));
        values.put(
                key,
                new Setting(
                        object.with("rules", new Json.Arr(all)),
                        before.map(it -> it.from() + " and ").orElse("") + from));
    }

    private void variable(Variable variable, Map<String, String> environment)
            throws ConfigException {
        String text = environment.getOrDefault(variable.name(), "");
        if (!text.isBlank()) {
            values.put(variable.key(), new Setting(variable.read(text), variable.name()));
        }
    }

    void variables(String dialect, Map<String, String> environment) throws ConfigException {
        for (Variable variable : Variable.of(dialect)) {
            variable(variable, environment);
        }
        if (!values.containsKey(List.of("model"))) {
            ModelChoice.byKey(environment)
                    .ifPresent(it ->
                            values.put(
                                    List.of("model"),
                                    new Setting(
                                            new Json.Str(it.defaultModel()),
                                            it.key() + " is set")));
        }
    }

    Configuration done(String dialect) {
        var all = new ConfigValues(values);
        var permissions = new Settings.Permissions(policy, denied);
        return new Configuration(
                new SettingsMaker(all, dialect).settings(permissions, limits.limits()),
                all,
                agentWarnings,
                callWarnings);
    }
}
