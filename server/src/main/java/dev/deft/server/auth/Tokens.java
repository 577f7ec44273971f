package dev.deft.server.auth;

import dev.deft.server.access.AccessScope;
import dev.deft.server.listener.Sha256;
import dev.deft.server.store.TokenStore;
import dev.deft.server.store.TokenStore.StoredToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Issues tokens, `deft_ID_SECRET`, and knows them again. Of a secret, only a hash is stored; it
/// has 256 random bits, so nobody finds it by trying.
public final class Tokens {

    /// How long the token that a server prints when it starts can be used.
    public static final Duration ONE_TIME = Duration.ofMinutes(15);

    /// Between the token somebody signed in with and the sign-in. Not in ids of tokens.
    static final char SIGN_IN = '~';

    private static final Pattern TEXT =
            Pattern.compile("deft_([a-z0-9~]{1,40})_([A-Za-z0-9_-]{20,100})");
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final int ID_LENGTH = 10;
    private static final int SECRET_BYTES = 32;

    /// Compared with what is shown for an id that does not exist, so that this takes as long.
    private static final String NOTHING = Sha256.hex("");

    private final TokenStore store;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    public Tokens(TokenStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /// Whom a token is for.
    ///
    /// @param workspaces the ids of those it may see; empty for all
    /// @param expires after which time it is not valid any more; empty for never
    public record Grant(
            String person,
            Set<AccessScope> scopes,
            Optional<Set<String>> workspaces,
            Optional<Instant> expires) {

        public Grant {
            if (person.isBlank() || person.length() > 200) {
                throw new IllegalArgumentException("a token is for somebody with a name");
            }
            scopes = Set.copyOf(scopes);
            workspaces = workspaces.map(Set::copyOf);
        }
    }

    /// A new token. Its text is shown once and never again.
    public record Issued(StoredToken token, String text) {

        /// Never shows the secret.
        @Override
        public String toString() {
            return "Issued[" + token.id() + "]";
        }
    }

    public Issued issue(Grant grant) throws IOException {
        return add(newId(), grant, clock.instant(), false);
    }

    /// The token that lets the owner of the machine sign in, once.
    public Issued issueOnce(String owner) throws IOException {
        var all =
                new Grant(
                        owner,
                        EnumSet.allOf(AccessScope.class),
                        Optional.empty(),
                        Optional.of(clock.instant().plus(ONE_TIME)));
        return add(newId(), all, clock.instant(), true);
    }

    /// Like [#issue], with an id of a certain form.
    Issued add(String id, Grant grant, Instant created, boolean once) throws IOException {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var token =
                new StoredToken(
                        id,
                        Sha256.hex(secret),
                        grant.person(),
                        grant.scopes(),
                        grant.workspaces(),
                        created,
                        grant.expires(),
                        once);
        store.add(token);
        return new Issued(token, "deft_%s_%s".formatted(id, secret));
    }

    String newId() {
        var id = new StringBuilder(ID_LENGTH);
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return id.toString();
    }

    /// The token that a text stands for, if it is valid now.
    Optional<StoredToken> find(String text) throws IOException {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Optional<StoredToken> token = store.find(parts.group(1));
        boolean same =
                MessageDigest.isEqual(
                        ascii(Sha256.hex(parts.group(2))),
                        ascii(token.map(StoredToken::hash).orElse(NOTHING)));
        return same ? token.filter(this::isCurrent) : Optional.empty();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Whether it has not expired.
    boolean isCurrent(StoredToken token) {
        return token.expires().isEmpty() || token.expires().get().isAfter(clock.instant());
    }

    Optional<StoredToken> byId(String id) throws IOException {
        return store.find(id).filter(this::isCurrent);
    }

    /// All that can still be used, the oldest first.
    public List<StoredToken> list() throws IOException {
        return store.list().stream().filter(this::isCurrent).toList();
    }

    /// Takes a token back, at once, with all sign-ins that were made with it.
    ///
    /// @return whether it was there
    public boolean revoke(String id) throws IOException {
        for (StoredToken it : store.list()) {
            if (it.id().startsWith(id + SIGN_IN)) {
                boolean _ = store.remove(it.id());
            }
        }
        return store.remove(id);
    }

    boolean remove(String id) throws IOException {
        return store.remove(id);
    }

    /// Removes what has expired.
    public void sweep() throws IOException {
        for (StoredToken it : store.list()) {
            if (!isCurrent(it)) {
                boolean _ = store.remove(it.id());
            }
        }
    }

    /// Whether somebody has a token that lasts, so that the server may listen for other machines.
    public boolean hasLasting() throws IOException {
        return list().stream().anyMatch(it -> !it.once() && !isSignIn(it));
    }

    /// Whether it was made by a sign-in, not issued to somebody.
    public static boolean isSignIn(StoredToken token) {
        return token.id().indexOf(SIGN_IN) >= 0;
    }
}
