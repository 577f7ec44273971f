package dev.deft.process;

import dev.deft.host.Shell.Result;
import dev.deft.sandbox.Tier;
import java.util.Optional;
import java.util.regex.Pattern;

/// Detects from the output of a command whether it failed because Unix sockets are blocked.
final class SocketFailureFinder {

    private static final Pattern REFUSED =
            Pattern.compile(
                    "operation not permitted|\\bEPERM\\b|PermissionError",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern SOCKET =
            Pattern.compile("sock|unix|AF_UNIX|multiprocessing", Pattern.CASE_INSENSITIVE);

    private static final String HINT =
            "commands cannot use Unix sockets; requires.net.sockets of a policy grants single ones, and \"/tmp/**\" those that commands create";

    private SocketFailureFinder() {}

    /// Adds a hint to the remark if it helps.
    static Result withHint(Result ended) {
        String output = ended.output().output();
        boolean helps =
                ended.exitCode() != 0
                        && !ended.sandbox().equals(Tier.NONE.wire())
                        && REFUSED.matcher(output).find()
                        && SOCKET.matcher(output).find();
        if (!helps) {
            return ended;
        }
        return new Result(
                ended.cause(),
                ended.exitCode(),
                ended.signal(),
                ended.output(),
                ended.wall(),
                ended.cpu(),
                ended.sandbox(),
                Optional.of(ended.note().map(it -> it + "; " + HINT).orElse(HINT)),
                ended.processId());
    }
}
