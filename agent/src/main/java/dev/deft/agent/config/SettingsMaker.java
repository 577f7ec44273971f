package dev.deft.agent.config;

import dev.deft.agent.config.Settings.ToolSettings;
import dev.deft.agent.model.ModelSettings.Auth;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.agent.model.ReasoningSettings.Effort;
import dev.deft.json.Json;
import dev.deft.policy.BudgetLimits;
import dev.deft.policy.ToolLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Converts validated values to typed settings.
final class SettingsMaker {

    private final ConfigValues values;
    private final String dialect;

    SettingsMaker(ConfigValues values, String dialect) {
        this.values = values;
        this.dialect = dialect;
    }

    Settings settings(Settings.Permissions permissions, ToolLimits limits) {
        return new Settings(
                values.text("model"),
                values.texts("fallback").orElse(List.of()),
                values.count("max_tokens"),
                new Settings.Context(
                        values.count("context_tokens"),
                        values.count("context_chars"),
                        values.count("context_turns")),
                values.text("system_prompt"),
                new Settings.Sampling(
                        values.number("temperature"), values.number("top_p"), reasoning()),
                values.count("max_steps").orElseThrow(),
                budget(),
                providers(),
                values.text("ca_file"),
                prices(),
                sizes(),
                values.texts("extra_tools").orElse(List.of()),
                values.texts("instructions").orElseThrow(),
                values.texts("directories").orElse(List.of()),
                permissions,
                limits,
                servers(),
                languageServers(),
                memory(),
                SearchSettings.of(values),
                channels(),
                values.find("reflection").map(it -> it.equals(new Json.Bool(true))),
                agents(),
                dialect.equals(Defaults.PEGASUS) ? Optional.of(tools()) : Optional.empty());
    }

    private BudgetLimits budget() {
        return new BudgetLimits(
                values.number("budget", "usd"),
                values.whole("budget", "tokens"),
                values.whole("budget", "calls"),
                values.whole("budget", "seconds"));
    }

    private Settings.Agents agents() {
        return new Settings.Agents(
                values.text("agent"),
                values.find("title").equals(Optional.of(new Json.Bool(true))),
                values.text("small_model"));
    }

    private ReasoningSettings reasoning() {
        return new ReasoningSettings(
                values.text(ConfigKeys.REASONING, "effort").flatMap(Effort::of),
                values.count(ConfigKeys.REASONING, "budget_tokens"));
    }

    private Settings.Memory memory() {
        return new Settings.Memory(
                values.texts("memory", "globs").orElse(List.of()),
                values.find("memory", "in_prompt").equals(Optional.of(new Json.Bool(true))));
    }

    private Map<String, WireSettings> providers() {
        Map<String, WireSettings> all = new LinkedHashMap<>();
        for (ModelChoice.KnownProvider known : ModelChoice.KNOWN) {
            all.put(known.name(), provider(known));
        }
        return all;
    }

    private WireSettings provider(ModelChoice.KnownProvider known) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String name : List.of(known.like(), known.name())) {
            values.below("providers", name, "headers")
                    .forEach((header, it) -> headers.put(header, ((Json.Str) it).value()));
        }
        return new WireSettings(
                text(known, "base_url").orElseThrow(),
                text(known, "auth").orElseThrow().equals(Defaults.BEARER)
                        ? Auth.BEARER
                        : Auth.API_KEY,
                text(known, "version").orElse(""),
                headers,
                retries(known),
                text(known, "proxy"));
    }

    private Optional<String> text(ModelChoice.KnownProvider known, String key) {
        return values.text("providers", known.name(), key)
                .or(() -> values.text("providers", known.like(), key));
    }

    private int retries(ModelChoice.KnownProvider known) {
        OptionalInt own = values.count("providers", known.name(), "retries");
        return own.orElseGet(
                () -> values.count("providers", known.like(), "retries").orElseThrow());
    }

    private Prices prices() {
        Map<String, Price> own = new LinkedHashMap<>();
        values.below("prices").forEach((model, it) -> own.put(model, Price.of((Json.Obj) it)));
        return new Prices(own);
    }

    private ModelSizes sizes() {
        Map<String, ModelSizes.Size> own = new LinkedHashMap<>();
        values.below("models")
                .forEach((model, it) -> own.put(model, ModelSizes.Size.of((Json.Obj) it)));
        return new ModelSizes(own);
    }

    /// The enabled servers that are not built in; of two with one name the later one counts.
    private List<McpServer> servers() {
        Map<String, ServerEntry> all = new LinkedHashMap<>();
        values.below("mcp")
                .forEach((name, it) -> all.put(name, ServerEntry.of(name, (Json.Obj) it)));
        for (Json listed :
                values.find("tools", "mcpServers")
                        .map(it -> ((Json.Arr) it).items())
                        .orElse(List.of())) {
            Json.Obj server = (Json.Obj) listed;
            String name = server.text("name").orElseThrow();
            all.put(name, ServerEntry.of(name, server));
        }
        return all.values().stream()
                .filter(ServerEntry::enabled)
                .map(ServerEntry::server)
                .filter(it -> !ConfiguredServers.isBuiltIn(it, dialect))
                .toList();
    }

    private Map<String, ChannelSettings> channels() {
        Map<String, ChannelSettings> all = new LinkedHashMap<>();
        values.below("channels").forEach((name, it) -> all.put(name, channel((Json.Obj) it)));
        return all;
    }

    private static ChannelSettings channel(Json.Obj json) {
        Optional<Json> command = json.find("command");
        return command.isPresent()
                ? new ChannelSettings.Program(ConfigValues.texts(command.get()))
                : new ChannelSettings.Webhook(
                        json.text("webhook").orElseThrow(), json.text("secret_env"));
    }

    private List<LanguageServerSettings> languageServers() {
        List<LanguageServerSettings> all = new ArrayList<>();
        values.below("lsp").forEach((name, it) -> all.add(languageServer(name, (Json.Obj) it)));
        return all;
    }

    private static LanguageServerSettings languageServer(String name, Json.Obj json) {
        return new LanguageServerSettings(
                name,
                ConfigValues.texts(json.find("command").orElseThrow()),
                ConfigValues.texts(json.find("extensions").orElseThrow()),
                json.find("env").map(ConfigValues::map).orElse(Map.of()),
                json.find("initialization_options").map(Json.Obj.class::cast));
    }

    private ToolSettings tools() {
        return new ToolSettings(
                values.count("tools", "timeout").orElseThrow(),
                values.count("tools", "maxConcurrent").orElseThrow(),
                values.texts("tools", "allowedPaths"));
    }
}
