package dev.deft.mcp.oauth;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What an authorization server handed out.
///
/// @param access the access token
/// @param refresh the refresh token
/// @param granted the scopes of the token
/// @param requested the scopes that were asked for
record TokenSet(
        String access,
        Optional<String> refresh,
        Instant issued,
        Optional<Instant> expires,
        List<String> granted,
        List<String> requested) {

    /// A token is renewed this long before it expires, so that it does not expire on its way.
    static final Duration MARGIN = Duration.ofSeconds(60);

    private static final int SHORTEST_LIFE_SHARE = 10;

    TokenSet {
        granted = List.copyOf(granted);
        requested = List.copyOf(requested);
    }

    /// Whether it is about to expire. A token with a short life gets a shorter margin.
    boolean isStale(Instant now) {
        return expires.isPresent() && !now.isBefore(expires.get().minus(margin(expires.get())));
    }

    private Duration margin(Instant end) {
        Duration share = Duration.between(issued, end).dividedBy(SHORTEST_LIFE_SHARE);
        return share.compareTo(MARGIN) < 0 ? share : MARGIN;
    }

    boolean isExpired(Instant now) {
        return expires.isPresent() && !now.isBefore(expires.get());
    }

    /// Without the tokens.
    @Override
    public String toString() {
        return "token for " + granted + expires.map(it -> " until " + it).orElse("");
    }
}
