package dev.deft.server.listener;

import dev.deft.json.Json;
import dev.deft.server.access.Principal;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import java.net.InetAddress;
import java.util.HexFormat;

/// How often one may send requests, and how often an address may fail to sign in.
final class RateLimits {

    private final TokenBuckets reads;
    private final TokenBuckets acts;
    private final TokenBuckets failures;

    RateLimits(ListenerLimits.Rates rates) {
        this.reads = new TokenBuckets(2 * rates.reads(), rates.reads(), System::nanoTime);
        this.acts = new TokenBuckets(5 * rates.acts(), rates.acts(), System::nanoTime);
        this.failures =
                new TokenBuckets(rates.failures(), rates.failures() / 60.0, System::nanoTime);
    }

    /// Counts a request.
    ///
    /// @throws ProblemException if there were too many
    void count(Principal principal, boolean acts) throws ProblemException {
        long seconds = (acts ? this.acts : reads).take(principal.token());
        if (seconds > 0) {
            throw limited("There are too many requests with this token.", seconds);
        }
    }

    /// Counts a failed sign-in. Those who show something valid are let in however often others at
    /// their address fail.
    ///
    /// @throws ProblemException if there were too many
    void failed(InetAddress address) throws ProblemException {
        long seconds = failures.take(key(address));
        if (seconds > 0) {
            throw tooManyFailures(seconds);
        }
    }

    /// Refuses attempts from an address where too many failed.
    void attempt(InetAddress address) throws ProblemException {
        long seconds = failures.look(key(address));
        if (seconds > 0) {
            throw tooManyFailures(seconds);
        }
    }

    private static ProblemException tooManyFailures(long seconds) {
        return limited("Too many attempts to sign in have failed.", seconds);
    }

    private static ProblemException limited(String what, long seconds) {
        return Problem.of(
                        429, "rate_limited", "%s Try again in %d seconds.".formatted(what, seconds))
                .with("retry_after", Json.Num.of(seconds))
                .exception();
    }

    /// Whoever has one address of version 6 has 2^64 of them.
    private static String key(InetAddress address) {
        byte[] bytes = address.getAddress();
        return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 8));
    }
}
