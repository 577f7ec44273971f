package dev.deft.net;

import java.util.Optional;

/// The HTTP proxy of the user's network. Its text form never shows the credentials.
///
/// @param credentials a name, a colon and a password
public record ProxyServer(String host, int port, Optional<String> credentials) {

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
