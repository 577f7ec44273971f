package dev.deft.os;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Variables;
import dev.deft.json.Json;
import dev.deft.policy.SecretNames;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The environment of a session: the variables of the process, overridden by those the session set.
public final class SessionVariables implements Variables {

    private static final String KEPT_AS = OsSession.RESERVED + "env";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Map<String, String> process;
    private final SessionMemory memory;

    public SessionVariables(Map<String, String> process, SessionMemory memory) {
        this.process = Map.copyOf(process);
        this.memory = memory;
    }

    @Override
    public Optional<String> find(String name) throws HostException {
        refuseSecret(name);
        Optional<String> value = own().text(name).or(() -> Optional.ofNullable(process.get(name)));
        if (value.isPresent() && SecretNames.looksSecret(value.get())) {
            throw refused("The value of " + name + " looks like a secret, so it is not shown.");
        }
        return value;
    }

    @Override
    public synchronized Optional<String> set(String name, String value) throws IOException {
        refuseSecret(name);
        if (!NAME.matcher(name).matches() || value.indexOf('\0') >= 0) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "A variable has a name of letters, digits and _, and a value without NUL characters.");
        }
        if (SecretNames.looksSecret(value)) {
            throw refused("This value looks like a secret, and secrets are not kept in a session.");
        }
        Optional<String> previous = find(name);
        memory.save(KEPT_AS, own().with(name, value));
        return previous;
    }

    /// The variables the session has set.
    public Map<String, String> set() {
        Map<String, String> set = new LinkedHashMap<>();
        own().fields().keySet().forEach(it -> own().text(it).ifPresent(v -> set.put(it, v)));
        return set;
    }

    private Json.Obj own() {
        return memory.load(KEPT_AS).orElse(Json.Obj.EMPTY);
    }

    private static void refuseSecret(String name) throws HostException {
        if (SecretNames.isSecret(name)) {
            throw refused(
                    name
                            + " looks like a secret; such variables can be neither read nor set here.");
        }
    }

    private static HostException refused(String why) {
        return new HostException(ErrorCode.REFUSED, why);
    }
}
