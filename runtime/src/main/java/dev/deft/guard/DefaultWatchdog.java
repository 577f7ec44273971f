package dev.deft.guard;

import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.SecretNames;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The watchdog unless another is configured: no secret is sent off the machine, no tool writes to
/// Deft's own records, and no command damages the machine; see [CommandPolicy].
public final class DefaultWatchdog implements Watchdog {

    private static final Decision NO_OBJECTION = new Decision(Action.ALLOW, "Nothing suspicious.");

    private static final PathPattern RECORDS =
            PathPattern.of("**/.deft/{sessions,locks,journal}/**");

    private final Map<String, String> environment;
    private volatile Optional<List<String>> secrets = Optional.empty();

    /// @param environment its secret variables must not be sent anywhere
    public DefaultWatchdog(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Decision judge(Observation observation) {
        boolean sends = false;
        for (Touch touch : observation.touches()) {
            if (changesRecords(touch)) {
                return new Decision(
                        Action.DENY,
                        "Tools must not change Deft's own records. Leave .deft alone.");
            }
            sends |= maySend(touch);
        }
        if (sends && containsSecret(observation.arguments(), secrets())) {
            return new Decision(
                    Action.DENY,
                    "The arguments contain a secret that would be sent off this machine. Remove it.");
        }
        return scripts(observation);
    }

    /// Found with the first call that may send something.
    private List<String> secrets() {
        List<String> found = secrets.orElseGet(() -> SecretNames.values(environment));
        secrets = Optional.of(found);
        return found;
    }

    private static Decision scripts(Observation observation) {
        Decision strictest = NO_OBJECTION;
        for (Touch touch : observation.touches()) {
            if (touch.capability() == Capability.SHELL_RUN) {
                Decision decision =
                        CommandPolicy.judge(observation.scripts().of(touch.subject()))
                                .orElse(NO_OBJECTION);
                strictest =
                        decision.action().compareTo(strictest.action()) > 0 ? decision : strictest;
            }
        }
        return strictest;
    }

    private static boolean changesRecords(Touch touch) {
        return touch.capability() == Capability.FS_WRITE && RECORDS.matches(touch.subject());
    }

    private static boolean maySend(Touch touch) {
        return touch.capability() == Capability.NET_FETCH
                || touch.capability() == Capability.SHELL_RUN;
    }

    private static boolean containsSecret(Json value, List<String> secrets) {
        if (value instanceof Json.Str(String text)) {
            return SecretNames.looksSecret(text) || secrets.stream().anyMatch(text::contains);
        }
        if (value instanceof Json.Arr(List<Json> items)) {
            return items.stream().anyMatch(it -> containsSecret(it, secrets));
        }
        return value instanceof Json.Obj(Map<String, Json> fields)
                && fields.values().stream().anyMatch(it -> containsSecret(it, secrets));
    }
}
