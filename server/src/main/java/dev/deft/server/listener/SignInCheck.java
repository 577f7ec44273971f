package dev.deft.server.listener;

import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.listener.Access.Credentials;
import dev.deft.server.wire.IncomingHead;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/// Who sends a request, by its token or its cookie.
final class SignInCheck {

    /// The cookie of browsers that signed in.
    static final String COOKIE = "deft_session";

    private static final String BEARER = "bearer ";

    private final Access access;
    private final OriginCheck origins;
    private final RateLimits rates;

    SignInCheck(Access access, OriginCheck origins, RateLimits rates) {
        this.access = access;
        this.origins = origins;
        this.rates = rates;
    }

    /// @throws ProblemException if it is nobody we know
    Access.Identity identity(IncomingHead head, InetAddress client) throws IOException {
        Optional<Credentials> shown = credentials(head);
        if (shown.isEmpty()) {
            throw Problem.unauthenticated(
                            "This needs a token: Authorization: Bearer TOKEN, or a sign-in at /login.")
                    .exception();
        }
        if (shown.get() instanceof Credentials.Cookie) {
            origins.checkCookie(head);
        }
        Optional<Access.Identity> identity = access.identify(shown.get());
        if (identity.isEmpty()) {
            rates.failed(client);
            throw Problem.unauthenticated(
                            "The token or the sign-in is not valid, or not any more; get a new one.")
                    .exception();
        }
        return identity.get();
    }

    private static Optional<Credentials> credentials(IncomingHead head) {
        Optional<String> authorization = head.first("authorization");
        if (authorization.isPresent()) {
            String it = authorization.get();
            return it.toLowerCase(Locale.ROOT).startsWith(BEARER)
                    ? Optional.of(new Credentials.Bearer(it.substring(BEARER.length()).strip()))
                    : Optional.empty();
        }
        return head.all("cookie").stream()
                .map(SignInCheck::cookie)
                .flatMap(Optional::stream)
                .findFirst()
                .map(Credentials.Cookie::new);
    }

    private static Optional<String> cookie(String header) {
        for (String it : header.split(";", -1)) {
            int equals = it.indexOf('=');
            if (equals > 0 && it.substring(0, equals).strip().equals(COOKIE)) {
                return Optional.of(it.substring(equals + 1).strip());
            }
        }
        return Optional.empty();
    }
}
