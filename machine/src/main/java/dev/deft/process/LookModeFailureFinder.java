package dev.deft.process;

import dev.deft.host.Shell.Cause;
import dev.deft.host.Shell.Result;
import dev.deft.run.LookModeFailure;
import dev.deft.sandbox.Tier;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Detects from the output of a command whether it failed because of look mode.
///
/// The kernel reports the same errors to every program: read-only file system, no network, no
/// socket. The output may also be about something else, so this is a heuristic.
final class LookModeFailureFinder {

    private static final int LONGEST = 200;

    private static final String READ_ONLY = "read-only file ?system|\\bEROFS\\b";

    private static final String NETWORK =
            "network is (unreachable|down)|(could not|couldn't|unable to|failed to|cannot) (resolve|connect|reach|look ?up)"
                    + "|(name or service|host) (is )?not known|temporary failure in name resolution|no such host|unknown ?host"
                    + "|no route to host|connection refused|getaddrinfo"
                    + "|\\b(ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|EHOSTUNREACH)\\b";

    private static final String NOT_PERMITTED =
            "operation not permitted|\\bEPERM\\b|no space left on device|\\bENOSPC\\b";

    /// Without mounts, a file that cannot be written gives the same error as one that cannot be
    /// read.
    private static final String DENIED = "permission denied|access denied|\\bEACCES\\b";

    private static final Pattern MENTIONED = pattern(READ_ONLY);
    private static final Pattern FAILED = pattern(READ_ONLY, NETWORK, NOT_PERMITTED);
    private static final Pattern FAILED_WITHOUT_MOUNTS =
            pattern(READ_ONLY, NETWORK, NOT_PERMITTED, DENIED);

    private LookModeFailureFinder() {}

    private static Pattern pattern(String... some) {
        return Pattern.compile(String.join("|", some), Pattern.CASE_INSENSITIVE);
    }

    static Optional<LookModeFailure> in(Result ended) {
        if (ended.cause() != Cause.EXITED) {
            return Optional.empty();
        }
        boolean failed = ended.exitCode() != 0;
        Pattern pattern =
                !failed
                        ? MENTIONED
                        : ended.sandbox().equals(Tier.LANDLOCK.wire())
                                ? FAILED_WITHOUT_MOUNTS
                                : FAILED;
        String output = ended.output().output();
        Matcher matcher = pattern.matcher(output);
        return matcher.find()
                ? Optional.of(new LookModeFailure(line(output, matcher.start()), failed))
                : Optional.empty();
    }

    private static String line(String text, int at) {
        int from = text.lastIndexOf('\n', at) + 1;
        int end = text.indexOf('\n', at);
        return shortened(text.substring(from, end < 0 ? text.length() : end).strip());
    }

    private static String shortened(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
