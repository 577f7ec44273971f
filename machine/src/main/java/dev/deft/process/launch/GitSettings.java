package dev.deft.process.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Git settings for every command, so that reading a repository runs nothing the repository
/// configures.
///
/// Settings in the environment override those of any file. Hooks, filters and merge drivers stay
/// with the repository: they decide what a commit contains, and whoever grants `git commit` grants
/// them. Commands in look mode run without hooks too.
public final class GitSettings {

    /// The order matters: an empty credential helper clears the list of those before.
    private static final List<Map.Entry<String, String>> SETTINGS =
            List.of(
                    Map.entry("core.fsmonitor", "false"),
                    Map.entry("core.pager", "cat"),
                    Map.entry("safe.bareRepository", "explicit"),
                    Map.entry("credential.helper", ""),
                    Map.entry("protocol.ext.allow", "never"),
                    Map.entry("log.showSignature", "false"));

    private static final Map.Entry<String, String> NO_HOOKS =
            Map.entry("core.hooksPath", "/dev/null");

    /// These override the configuration of a repository and disable prompts.
    private static final Map<String, String> PROGRAMS =
            Map.of(
                    "GIT_PAGER", "cat",
                    "GIT_EDITOR", "true",
                    "GIT_SEQUENCE_EDITOR", "true",
                    "GIT_SSH_COMMAND", "ssh",
                    "GIT_ASKPASS", "",
                    "GIT_TERMINAL_PROMPT", "0");

    /// These name programs that git runs, or files that name such programs.
    private static final Set<String> REFUSED =
            Set.of(
                    "GIT_PAGER",
                    "GIT_SSH",
                    "GIT_SSH_COMMAND",
                    "GIT_ASKPASS",
                    "SSH_ASKPASS",
                    "GIT_TERMINAL_PROMPT",
                    "GIT_EXTERNAL_DIFF",
                    "GIT_PROXY_COMMAND",
                    "GIT_EXEC_PATH",
                    "GIT_TEMPLATE_DIR");

    /// For every command.
    static final Map<String, String> VARIABLES = variables(SETTINGS);

    private GitSettings() {}

    /// For commands in look mode, which also run no hooks and take no locks.
    public static Map<String, String> forLookMode() {
        List<Map.Entry<String, String>> all = new ArrayList<>(SETTINGS);
        all.add(NO_HOOKS);
        Map<String, String> variables = new TreeMap<>(variables(all));
        variables.put("GIT_OPTIONAL_LOCKS", "0");
        return variables;
    }

    private static Map<String, String> variables(List<Map.Entry<String, String>> settings) {
        Map<String, String> variables = new TreeMap<>(PROGRAMS);
        variables.put("GIT_CONFIG_COUNT", String.valueOf(settings.size()));
        for (int i = 0; i < settings.size(); i++) {
            variables.put("GIT_CONFIG_KEY_" + i, settings.get(i).getKey());
            variables.put("GIT_CONFIG_VALUE_" + i, settings.get(i).getValue());
        }
        return Map.copyOf(variables);
    }

    /// Whether setting this variable could override the settings above; sessions and calls cannot
    /// set it.
    static boolean isReserved(String name) {
        return name.startsWith("GIT_CONFIG") || REFUSED.contains(name);
    }
}
