package dev.deft.mcp.oauth;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.regex.Pattern;

/// Lists of scopes, and which to ask for.
final class Scopes {

    /// The scope that asks for a refresh token.
    static final String OFFLINE = "offline_access";

    private static final int MOST = 200;

    /// The characters that a scope may have.
    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,256}");

    private Scopes() {}

    /// Reads words with blanks between them; leaves out what is no scope.
    static List<String> parse(String text) {
        return valid(List.of(text.split(" ", -1)));
    }

    private static List<String> valid(List<String> scopes) {
        return scopes.stream()
                .filter(it -> SCOPE.matcher(it).matches())
                .distinct()
                .limit(MOST)
                .toList();
    }

    /// All scopes of both lists.
    static List<String> union(List<String> one, List<String> other) {
        SequencedSet<String> all = new LinkedHashSet<>(one);
        all.addAll(other);
        return List.copyOf(all);
    }

    /// What to ask for at first: what the settings say, or the challenge, or else everything that
    /// the server has. Nothing means the default of the authorization server.
    ///
    /// A refresh token is asked for where the authorization server knows how.
    static List<String> initial(
            Optional<String> configured,
            AuthChallenge challenge,
            ProtectedResource resource,
            AuthorizationServer server) {
        List<String> wanted =
                configured
                        .map(Scopes::parse)
                        .or(challenge::scopes)
                        .orElseGet(() -> valid(resource.scopes()));
        return withOffline(wanted, server);
    }

    /// Only beside another scope: alone, it would replace the default of the authorization server.
    static List<String> withOffline(List<String> wanted, AuthorizationServer server) {
        if (wanted.isEmpty() || !server.scopes().contains(OFFLINE)) {
            return wanted;
        }
        List<String> all = new ArrayList<>(wanted);
        if (!all.contains(OFFLINE)) {
            all.add(OFFLINE);
        }
        return List.copyOf(all);
    }
}
