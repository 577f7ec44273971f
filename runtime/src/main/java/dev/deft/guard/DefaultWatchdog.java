package dev.deft.guard;

import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.SecretNames;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Map;

/// The policy when nobody sets another: nothing that looks like a secret leaves the machine, nobody
/// writes into Deft's own records, and no command harms the machine itself; see [CommandPolicy].
public final class DefaultWatchdog implements Watchdog {

    private final Map<String, String> environment;

    /// Makes one that knows the secrets of an environment.
    public DefaultWatchdog(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Decision judge(Observation sighting) {
        if (sighting.touches().stream().anyMatch(DefaultWatchdog::tampers)) {
            return new Decision(
                    Action.DENY, "Deft's own records are not changed by tools. Leave .deft alone.");
        }
        if (sighting.touches().stream().anyMatch(DefaultWatchdog::leaves)
                && carriesSecret(sighting.arguments(), SecretNames.values(environment))) {
            return new Decision(
                    Action.DENY,
                    "The arguments hold a secret that would leave this machine. Send it no secrets.");
        }
        return scripts(sighting);
    }

    private static Decision scripts(Observation sighting) {
        var strictest = new Decision(Action.ALLOW, "Nothing suspicious.");
        for (Touch touch : sighting.touches()) {
            if (touch.capability() == Capability.SHELL_RUN) {
                for (Decision opinion :
                        CommandPolicy.judge(sighting.scripts().of(touch.subject())).stream()
                                .toList()) {
                    strictest =
                            opinion.action().compareTo(strictest.action()) > 0
                                    ? opinion
                                    : strictest;
                }
            }
        }
        return strictest;
    }

    private static boolean tampers(Touch touch) {
        return touch.capability() == Capability.FS_WRITE
                && PathPattern.of("**/.deft/{sessions,locks,journal}/**").matches(touch.subject());
    }

    private static boolean leaves(Touch touch) {
        return touch.capability() == Capability.NET_FETCH
                || touch.capability() == Capability.SHELL_RUN;
    }

    private static boolean carriesSecret(Json value, List<String> secrets) {
        return switch (value) {
            case Json.Str(String text) ->
                    SecretNames.looksSecret(text) || secrets.stream().anyMatch(text::contains);
            case Json.Arr(List<Json> items) ->
                    items.stream().anyMatch(it -> carriesSecret(it, secrets));
            case Json.Obj(Map<String, Json> fields) ->
                    fields.values().stream().anyMatch(it -> carriesSecret(it, secrets));
            case Json.Num _, Json.Bool _, Json.Null _ -> false;
        };
    }
}
