package dev.deft.server.auth;

import dev.deft.server.access.Principal;
import dev.deft.server.listener.Access;
import dev.deft.server.listener.SignInCookie;
import dev.deft.server.store.TokenStore.StoredToken;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Turns tokens into sign-ins of browsers, and knows who shows either.
///
/// A sign-in is stored like a token, by the hash of its own secret, so it outlasts a restart and is
/// known to every server. Its id begins with that of the token it was made with, and it is valid no
/// longer than this one. It is replaced now and then while it is used; the one before stays valid
/// for the requests under way.
public final class SignIns implements Access {

    /// After so long without a request, somebody must sign in again.
    static final Duration IDLE = Duration.ofHours(12);

    /// After so long, in any case.
    static final Duration LONGEST = Duration.ofDays(7);

    private static final Duration RENEWAL = Duration.ofHours(6);

    /// How many sign-ins there are with one token; the oldest one ends.
    private static final int MOST = 50;

    private final Tokens tokens;
    private final InstantSource clock;

    public SignIns(Tokens tokens, InstantSource clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /// Somebody who signed in.
    ///
    /// @param cookie the value of the header `Set-Cookie`
    record SignedIn(Principal principal, String cookie) {}

    /// Signs somebody in.
    ///
    /// @return empty if the token is not valid
    Optional<SignedIn> signIn(String text) throws IOException {
        Optional<StoredToken> token = tokens.find(text).filter(it -> !Tokens.isSignIn(it));
        if (token.isEmpty() || (token.get().once() && !tokens.remove(token.get().id()))) {
            return Optional.empty();
        }
        tokens.sweep();
        StoredToken with = token.get();
        String parent = with.once() ? "" : with.id();
        Tokens.Issued made = made(parent, with, clock.instant());
        return Optional.of(new SignedIn(principal(made.token()), cookie(made)));
    }

    private Tokens.Issued made(String parent, StoredToken with, Instant began) throws IOException {
        Instant end = earlier(clock.instant().plus(IDLE), began.plus(LONGEST));
        Optional<Instant> ofToken =
                with.once() || parent.isEmpty() ? Optional.empty() : with.expires();
        var grant =
                new Tokens.Grant(
                        with.person(),
                        with.scopes(),
                        with.workspaces(),
                        Optional.of(ofToken.map(it -> earlier(it, end)).orElse(end)));
        makeRoom(parent);
        return tokens.add(parent + Tokens.SIGN_IN + tokens.newId(), grant, began, false);
    }

    /// Who signs in again and again does not fill the store.
    private void makeRoom(String parent) throws IOException {
        List<StoredToken> others =
                tokens.list().stream()
                        .filter(it -> it.id().startsWith(parent + Tokens.SIGN_IN))
                        .toList();
        for (StoredToken it : others.subList(0, Math.max(0, others.size() - MOST + 1))) {
            boolean _ = tokens.remove(it.id());
        }
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private String cookie(Tokens.Issued made) {
        Instant end = made.token().expires().orElseThrow();
        return SignInCookie.set(made.text(), Duration.between(clock.instant(), end));
    }

    @Override
    public Optional<Identity> identify(Credentials credentials) throws IOException {
        return switch (credentials) {
            case Credentials.Bearer(String text) -> {
                Optional<StoredToken> token = tokens.find(text);
                yield token.filter(it -> !it.once() && !Tokens.isSignIn(it))
                        .map(it -> new Identity(principal(it), Optional.empty()));
            }
            case Credentials.Cookie(String text) -> ofCookie(text);
        };
    }

    private Optional<Identity> ofCookie(String text) throws IOException {
        Optional<StoredToken> signIn = tokens.find(text).filter(Tokens::isSignIn);
        if (signIn.isEmpty() || !hasToken(signIn.get())) {
            return Optional.empty();
        }
        return Optional.of(new Identity(principal(signIn.get()), renewed(signIn.get())));
    }

    /// Whether the token it was made with is still there.
    private boolean hasToken(StoredToken signIn) throws IOException {
        String parent = parent(signIn);
        return parent.isEmpty() || tokens.byId(parent).isPresent();
    }

    private static String parent(StoredToken signIn) {
        return signIn.id().substring(0, signIn.id().indexOf(Tokens.SIGN_IN));
    }

    private Optional<String> renewed(StoredToken signIn) throws IOException {
        Instant now = clock.instant();
        Instant end = signIn.expires().orElseThrow();
        Instant next = earlier(now.plus(IDLE), signIn.created().plus(LONGEST));
        if (Duration.between(end, next).compareTo(RENEWAL) < 0) {
            return Optional.empty();
        }
        String parent = parent(signIn);
        StoredToken with = parent.isEmpty() ? signIn : tokens.byId(parent).orElse(signIn);
        return Optional.of(cookie(made(parent, with, signIn.created())));
    }

    /// Ends a sign-in.
    void signOut(String cookie) throws IOException {
        Optional<StoredToken> signIn = tokens.find(cookie).filter(Tokens::isSignIn);
        if (signIn.isPresent()) {
            boolean _ = tokens.remove(signIn.get().id());
        }
    }

    @Override
    public boolean isStillKnown(Principal principal) throws IOException {
        Optional<StoredToken> token = tokens.byId(principal.token());
        return token.isPresent() && (!Tokens.isSignIn(token.get()) || hasToken(token.get()));
    }

    private static Principal principal(StoredToken token) {
        return new Principal(token.person(), token.id(), token.scopes(), token.workspaces());
    }
}
