package dev.deft.server.listener;

import dev.deft.server.access.Principal;
import dev.deft.server.store.AuditLog;
import java.io.IOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Optional;

/// Notes every request that acts, with what became of it. Without the query and the body, which may
/// have contents and secrets.
final class AuditTrail {

    private static final int LONGEST = 300;

    private final AuditLog log;
    private final InstantSource clock;

    AuditTrail(AuditLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    void note(
            Optional<Principal> principal,
            String act,
            RequestPath path,
            int status,
            InetAddress client)
            throws IOException {
        log.add(
                new AuditLog.Act(
                        0,
                        clock.instant(),
                        principal.map(Principal::name).orElse(""),
                        principal.map(Principal::token).orElse(""),
                        act,
                        target(path),
                        status,
                        "from " + client.getHostAddress()));
    }

    private static String target(RequestPath path) {
        String text = String.join("/", path.segments());
        String shown = text.startsWith("v1/") ? text.substring(3) : text;
        return shown.length() > LONGEST ? shown.substring(0, LONGEST) : shown;
    }
}
