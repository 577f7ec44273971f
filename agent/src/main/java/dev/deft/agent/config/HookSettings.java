package dev.deft.agent.config;

import dev.deft.agent.config.ConfigFile.Owner;
import dev.deft.agent.trust.GuardedKeys;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A configured hook: a program that is told of an event.
///
/// @param event such as `before_call`
/// @param match the id of a tool, with `*` for any part of it
/// @param required whether a call is denied where the hook fails
/// @param home relative programs are looked up here: the workspace, or the user's directory
/// @param file that has it, for messages
/// @param project whether it belongs to the workspace, and not to the user
public record HookSettings(
        String event,
        String match,
        List<String> command,
        Duration timeout,
        boolean required,
        Path home,
        String file,
        boolean project) {

    /// The time of a hook that sets none.
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    private static final String AGENT = "agent.json";
    private static final String WORKSPACE = ".deft/" + AGENT;

    public HookSettings {
        command = List.copyOf(command);
    }

    /// The hooks of a session.
    ///
    /// @param warnings about hooks that are not used
    public record Found(List<HookSettings> list, List<String> warnings) {

        public Found {
            list = List.copyOf(list);
            warnings = List.copyOf(warnings);
        }
    }

    /// Reads what the user trusts, when it is needed.
    @FunctionalInterface
    public interface TrustReader {

        Trust read() throws IOException;
    }

    /// Reads the user's hooks, then those of a trusted workspace. Looks at nothing else in the
    /// files.
    ///
    /// @param root the real path of the workspace
    /// @throws ConfigException if hooks are described wrongly
    public static Found read(Path root, Path userConfig, TrustReader trust) throws IOException {
        List<HookSettings> hooks = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Path own = userConfig.resolve(AGENT);
        if (Files.exists(own)) {
            Optional<ConfigFile> file =
                    ConfigFile.readIfNames(GuardedKeys.HOOKS, own, own.toString(), Owner.USER);
            if (file.isPresent()) {
                add(file.get(), userConfig, hooks);
            }
        }
        Path theirs = root.resolve(WORKSPACE);
        if (Files.exists(theirs) && theirs.toRealPath().startsWith(root)) {
            Optional<ConfigFile> file =
                    ConfigFile.readIfNames(GuardedKeys.HOOKS, theirs, WORKSPACE, Owner.WORKSPACE);
            if (file.isPresent()) {
                Optional<String> objection = trust.read().objection(WORKSPACE, file.get().bytes());
                if (objection.isEmpty()) {
                    add(file.get(), root, hooks);
                } else if (file.get().content().find(GuardedKeys.HOOKS).isPresent()) {
                    warnings.add(
                            "The hooks of %s are not used: %s."
                                    .formatted(WORKSPACE, objection.get()));
                }
            }
        }
        return new Found(hooks, warnings);
    }

    private static void add(ConfigFile file, Path home, List<HookSettings> hooks)
            throws ConfigException {
        Optional<Field> field = SchemaCheck.check(file, GuardedKeys.HOOKS);
        if (field.isEmpty()) {
            return;
        }
        Json.Obj events = (Json.Obj) field.get().value().value();
        for (Map.Entry<String, Json> event : events.fields().entrySet()) {
            for (Json it : ((Json.Arr) event.getValue()).items()) {
                hooks.add(hook(event.getKey(), (Json.Obj) it, home, file));
            }
        }
    }

    private static HookSettings hook(String event, Json.Obj hook, Path home, ConfigFile file) {
        List<String> command =
                ((Json.Arr) hook.find("command").orElseThrow())
                        .items().stream().map(it -> ((Json.Str) it).value()).toList();
        Duration timeout =
                hook.find("timeout_ms")
                        .flatMap(it -> ((Json.Num) it).asLong())
                        .map(Duration::ofMillis)
                        .orElse(DEFAULT_TIMEOUT);
        return new HookSettings(
                event,
                hook.text("match").orElse("*"),
                command,
                timeout,
                hook.find("required").equals(Optional.of(new Json.Bool(true))),
                home,
                file.name(),
                file.owner() == Owner.WORKSPACE);
    }

    /// Whether it is told of calls of a tool.
    public boolean matches(String tool) {
        if (!match.contains("*")) {
            return match.equals(tool);
        }
        String[] parts = match.split("\\*", -1);
        int at = 0;
        if (!tool.startsWith(parts[0])) {
            return false;
        }
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            int found = last ? tool.length() - parts[i].length() : tool.indexOf(parts[i], at);
            if (found < at || !tool.startsWith(parts[i], found)) {
                return false;
            }
            at = found + parts[i].length();
        }
        return true;
    }

    /// The command for messages.
    public String shown() {
        return String.join(" ", command);
    }
}
