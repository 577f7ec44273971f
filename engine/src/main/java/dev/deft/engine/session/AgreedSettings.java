package dev.deft.engine.session;

import dev.deft.agent.config.Trust;
import dev.deft.os.OsHosts;
import dev.deft.run.CallEvent;
import dev.deft.run.CallEvents;
import dev.deft.run.PreparedCall;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Keeps the settings of a trusted workspace trusted when the user agrees to a change that the
/// agent proposes. The user has seen it as a diff; to ask again after a restart would be to ask the
/// same twice. Programs that the settings name are not trusted by that.
///
/// @param root the real path of the workspace
/// @param notices receives what went wrong
public record AgreedSettings(
        Path root, Map<String, String> environment, CallEvents events, Consumer<String> notices) {

    private static final Set<String> SETTINGS = Set.of(".deft/agent.json", ".aegis/agent.json");

    /// Remembers that the user agreed to a call, which has not run yet.
    public void agreed(PreparedCall<?> call) {
        if (!OsHosts.canPreviewChanges(call)) {
            return;
        }
        for (Touch it : call.touches()) {
            if (it.capability() == Capability.FS_WRITE
                    && SETTINGS.contains(it.subject())
                    && isKept(it.subject())) {
                CallEvents.Subscription _ =
                        events.subscribe(event -> ended(event, call.callId(), it.subject()));
            }
        }
    }

    private boolean isKept(String name) {
        try {
            return Trust.isKept(root, name, environment);
        } catch (IOException e) {
            notices.accept("The trust of this workspace cannot be read: " + e.getMessage());
            return false;
        }
    }

    private void ended(CallEvent event, String callId, String name) {
        if (!(event instanceof CallEvent.Completed) || !event.callId().equals(callId)) {
            return;
        }
        try {
            Trust.renew(root, name, environment);
        } catch (IOException e) {
            notices.accept("%s is not trusted as it is now: %s".formatted(name, e.getMessage()));
        }
    }
}
