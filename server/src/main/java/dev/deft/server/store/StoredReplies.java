package dev.deft.server.store;

import java.io.IOException;
import java.util.Optional;

/// Responses by idempotency key, so that a request that is sent twice acts once.
public interface StoredReplies {

    /// A response that was given.
    ///
    /// @param location the header of this name; empty if it had none
    record Reply(int status, String mediaType, String location, String body) {}

    /// What is known about a key.
    sealed interface Claim {

        /// Nobody used it: the caller carries the request out, then calls [#settle] or [#release].
        record Won() implements Claim {}

        /// The same request is being carried out.
        record Busy() implements Claim {}

        /// Another request was sent with it.
        record Mismatch() implements Claim {}

        /// It was answered.
        record Done(Reply reply) implements Claim {}
    }

    /// Claims a key; of several callers at once, on all servers, one wins.
    ///
    /// @param key with who sent it
    /// @param fingerprint of the request
    Claim claim(String key, String fingerprint) throws IOException;

    void settle(String key, Reply reply) throws IOException;

    /// Gives a key back whose request had no effect.
    void release(String key) throws IOException;

    /// Removes what is older than a day. Called now and then.
    void sweep() throws IOException;

    /// The response of a key, if there is one.
    Optional<Reply> find(String key) throws IOException;
}
