package dev.deft.server.listener;

import java.time.Duration;
import java.util.Optional;

/// The cookie of browsers that signed in.
public final class SignInCookie {

    private static final String NAME = "deft_session";

    private SignInCookie() {}

    /// Its value in a header `Cookie`.
    public static Optional<String> find(String header) {
        for (String it : header.split(";", -1)) {
            int equals = it.indexOf('=');
            if (equals > 0 && it.substring(0, equals).strip().equals(NAME)) {
                return Optional.of(it.substring(equals + 1).strip())
                        .filter(value -> !value.isEmpty());
            }
        }
        return Optional.empty();
    }

    /// The header `Set-Cookie`. Over TLS, the listener adds `Secure`.
    ///
    /// @param age zero to remove it
    public static String set(String value, Duration age) {
        return "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict"
                .formatted(NAME, value, age.toSeconds());
    }
}
