package dev.deft.server.listener;

import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiResponse;
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
        Optional<Access.Identity> identity = identified(shown.get());
        if (identity.isEmpty()) {
            rates.failed(client);
            throw Problem.unauthenticated(
                            "The token or the sign-in is not valid, or not any more; get a new one.")
                    .exception();
        }
        return identity.get();
    }

    private Optional<Access.Identity> identified(Credentials shown) throws IOException {
        try {
            return access.identify(shown);
        } catch (IOException e) {
            throw Problem.unavailable("Tokens cannot be looked up now: " + e.getMessage())
                    .exception();
        }
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
                .map(SignInCookie::find)
                .flatMap(Optional::stream)
                .findFirst()
                .map(Credentials.Cookie::new);
    }

    /// Who has a cookie, for the audit log.
    Optional<Principal> holder(IncomingHead head) throws IOException {
        Optional<Credentials> shown = credentials(head);
        return shown.isEmpty()
                ? Optional.empty()
                : access.identify(shown.get()).map(Access.Identity::principal);
    }

    /// Who gets a cookie by a response, for the audit log.
    Optional<Principal> comer(ApiResponse response) throws IOException {
        Optional<String> cookie =
                SignInCookie.find(response.headers().getOrDefault("Set-Cookie", ""));
        return cookie.isEmpty()
                ? Optional.empty()
                : access.identify(new Credentials.Cookie(cookie.get()))
                        .map(Access.Identity::principal);
    }
}
