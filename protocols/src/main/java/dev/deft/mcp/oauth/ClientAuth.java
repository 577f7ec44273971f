package dev.deft.mcp.oauth;

import java.util.Arrays;
import java.util.Optional;

/// How a client proves at the token endpoint who it is.
enum ClientAuth {
    NONE("none"),
    SECRET_BASIC("client_secret_basic"),
    SECRET_POST("client_secret_post"),
    PRIVATE_KEY("private_key_jwt");

    private final String wire;

    ClientAuth(String wire) {
        this.wire = wire;
    }

    String wire() {
        return wire;
    }

    static Optional<ClientAuth> find(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire.equals(wire)).findFirst();
    }
}
