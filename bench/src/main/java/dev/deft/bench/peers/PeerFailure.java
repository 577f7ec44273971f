package dev.deft.bench.peers;

import java.io.IOException;
import java.io.Serial;

/// An agent did not do its work; the message says what it did instead.
final class PeerFailure extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    PeerFailure(String message) {
        super(message);
    }
}
