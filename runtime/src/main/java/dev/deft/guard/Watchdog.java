package dev.deft.guard;

import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.AgentManifest;
import dev.deft.script.ParsedScripts;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.function.Supplier;

/// Decides about every call that the other gates do not deny, by criteria that rules cannot
/// express. It cannot allow what they deny.
@FunctionalInterface
public interface Watchdog {

    /// Allows everything.
    static Watchdog off() {
        return _ -> new Decision(Action.ALLOW, "The watchdog is off.");
    }

    Decision judge(Observation observation) throws InterruptedException;

    /// Asks both watchdogs; the stricter decision wins.
    default Watchdog and(Watchdog other) {
        return observation -> {
            Decision mine = judge(observation);
            Decision theirs = other.judge(observation);
            return theirs.action().compareTo(mine.action()) > 0 ? theirs : mine;
        };
    }

    /// A call as the watchdog sees it.
    ///
    /// @param agent the name of the agent
    /// @param scripts parses the scripts among the touches, each once
    /// @param manifest the declaration of the agent, made on the first call
    record Observation(
            String tool,
            Json.Obj arguments,
            List<Touch> touches,
            String agent,
            String session,
            ParsedScripts scripts,
            Supplier<AgentManifest> manifest) {

        public Observation {
            touches = List.copyOf(touches);
        }

        public Observation(
                String tool,
                Json.Obj arguments,
                List<Touch> touches,
                String agent,
                String session) {
            this(
                    tool,
                    arguments,
                    touches,
                    agent,
                    session,
                    new ParsedScripts(),
                    () -> AgentManifest.named(agent));
        }
    }

    /// The decision of a watchdog, with its reason.
    record Decision(Action action, String reason) {}
}
