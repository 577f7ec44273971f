package dev.deft.process;

import dev.deft.host.Shell.Ended;
import dev.deft.sandbox.Tier;
import java.util.Optional;
import java.util.regex.Pattern;

/// Says why a command failed that wanted a Unix socket, as far as what it printed tells.
final class SocketFailureFinder {

    private static final Pattern REFUSED =
            Pattern.compile(
                    "operation not permitted|\\bEPERM\\b|PermissionError",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern SOCKET =
            Pattern.compile("sock|unix|AF_UNIX|multiprocessing", Pattern.CASE_INSENSITIVE);

    private static final String HINT =
            "Unix sockets are closed to commands; requires.net.sockets of a policy opens single ones, and with \"/tmp/**\" those of the commands themselves";

    private SocketFailureFinder() {}

    /// The same end, with a hint where one helps.
    static Ended told(Ended ended) {
        String output = ended.printed().output();
        boolean helps =
                ended.exitCode() != 0
                        && !ended.sandbox().equals(Tier.NONE.wire())
                        && REFUSED.matcher(output).find()
                        && SOCKET.matcher(output).find();
        if (!helps) {
            return ended;
        }
        return new Ended(
                ended.cause(),
                ended.exitCode(),
                ended.signal(),
                ended.printed(),
                ended.wall(),
                ended.cpu(),
                ended.sandbox(),
                Optional.of(ended.remark().map(it -> it + "; " + HINT).orElse(HINT)),
                ended.processId());
    }
}
