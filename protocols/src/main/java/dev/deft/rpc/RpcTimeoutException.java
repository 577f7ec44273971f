package dev.deft.rpc;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;

/// The peer did not answer a request in time. It was told that nobody waits any more.
public final class RpcTimeoutException extends IOException {

    @Serial private static final long serialVersionUID = 1;

    public RpcTimeoutException(String method, Duration timeout) {
        super("There was no answer to %s within %s.".formatted(method, seconds(timeout)));
    }

    private static String seconds(Duration timeout) {
        return timeout.toSeconds() > 0 ? timeout.toSeconds() + " s" : timeout.toMillis() + " ms";
    }
}
