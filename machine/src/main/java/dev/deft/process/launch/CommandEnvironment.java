package dev.deft.process.launch;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.policy.SecretNames;
import dev.deft.sandbox.HostPrograms;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The environment of commands: some variables of this process, those set by the session and the
/// call, and no secrets.
public final class CommandEnvironment {

    private static final List<String> INHERITED =
            List.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ");

    /// Set for every command: no colors, no pagers, no prompts.
    private static final Map<String, String> FIXED =
            Map.of(
                    "LC_ALL", "C.UTF-8",
                    "TERM", "dumb",
                    "PAGER", "cat");

    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// Variables that make a program run code its command line does not name.
    private static final Set<String> HIJACKING =
            Set.of("BASH_ENV", "ENV", "PROMPT_COMMAND", "SHELLOPTS", "BASHOPTS", "PS4");

    private final Map<String, String> base;

    /// @param additional additional names that the policy allows
    public CommandEnvironment(Map<String, String> process, List<String> additional) {
        Map<String, String> variables = new TreeMap<>();
        variables.put("PATH", PATH);
        for (String name : process.keySet()) {
            if (INHERITED.contains(name) || additional.contains(name)) {
                variables.put(name, process.getOrDefault(name, ""));
            }
        }
        variables.entrySet().removeIf(it -> isSecret(it.getKey(), it.getValue()));
        variables.putAll(FIXED);
        variables.putAll(GitSettings.VARIABLES);
        variables.put("PATH", absolute(variables.getOrDefault("PATH", "")));
        this.base = Map.copyOf(variables);
    }

    private static boolean isSecret(String name, String value) {
        return SecretNames.isSecret(name) || SecretNames.looksSecret(value);
    }

    public Map<String, String> base() {
        return base;
    }

    /// The whole environment of one command.
    ///
    /// @throws HostException if the call sets a secret or a variable that changes what runs
    public Map<String, String> with(Map<String, String> session, Map<String, String> call)
            throws HostException {
        if (session.isEmpty() && call.isEmpty()) {
            return base;
        }
        for (Map.Entry<String, String> it : call.entrySet()) {
            check(it.getKey(), it.getValue());
        }
        Map<String, String> all = new TreeMap<>(base);
        session.forEach((name, value) -> {
            if (!isSecret(name, value) && !hijacks(name)) {
                all.put(name, value);
            }
        });
        all.putAll(call);
        all.put("PATH", absolute(all.getOrDefault("PATH", "")));
        return Map.copyOf(all);
    }

    /// Removes relative entries, which would depend on the current directory of the command.
    private static String absolute(String path) {
        String cleaned = HostPrograms.absolute(path);
        return cleaned.isEmpty() ? PATH : cleaned;
    }

    private static void check(String name, String value) throws HostException {
        if (!NAME.matcher(name).matches() || value.indexOf('\0') >= 0) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "Variable names consist of letters, digits and _, and values must not contain NUL.");
        }
        if (isSecret(name, value) || hijacks(name)) {
            throw new HostException(
                    ErrorCode.REFUSED,
                    name
                            + " cannot be set for a command: it looks like a secret or changes what runs.");
        }
    }

    private static boolean hijacks(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return HIJACKING.contains(upper)
                || GitSettings.isReserved(upper)
                || upper.startsWith("LD_")
                || upper.startsWith("BASH_FUNC_");
    }
}
