package dev.deft.guard;

import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.AgentManifest;
import dev.deft.script.ParsedScripts;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.function.Supplier;

/// Sees every call just before it happens, and may refuse what capabilities cannot express. It
/// cannot permit what they refuse.
@FunctionalInterface
public interface Watchdog {

    /// Lets everything pass.
    static Watchdog off() {
        return _ -> new Decision(Action.ALLOW, "The watchdog is off.");
    }

    Decision judge(Observation sighting) throws InterruptedException;

    /// Both: the stricter one wins.
    default Watchdog and(Watchdog other) {
        return sighting -> {
            Decision mine = judge(sighting);
            Decision theirs = other.judge(sighting);
            return theirs.action().compareTo(mine.action()) > 0 ? theirs : mine;
        };
    }

    /// What the watchdog sees.
    ///
    /// @param agent the name of the agent
    /// @param scripts reads the scripts among the touches, each once
    /// @param manifest what the agent is declared to be; made when it is asked for
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

    /// What it says, and why.
    record Decision(Action action, String reason) {}
}
