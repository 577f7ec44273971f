package dev.deft.guard;

import dev.deft.json.Json;
import dev.deft.tool.Touch;
import java.util.List;

/// Sees every call just before it happens, and may refuse what capabilities cannot express. It
/// cannot permit what they refuse.
@FunctionalInterface
public interface Watchdog {

    /// Lets everything pass.
    Watchdog OFF = _ -> new Opinion(Action.ALLOW, "The watchdog is off.");

    Opinion judge(Sighting sighting) throws InterruptedException;

    /// What the watchdog sees.
    record Sighting(
            String tool, Json.Obj arguments, List<Touch> touches, String agent, String session) {

        public Sighting {
            touches = List.copyOf(touches);
        }
    }

    /// What it says, and why.
    record Opinion(Action action, String reason) {}
}
