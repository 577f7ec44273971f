package dev.deft.mcp.oauth;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a server says with `WWW-Authenticate` about the token it wants.
///
/// @param parameters of the scheme Bearer, by name in lower case
record AuthChallenge(Map<String, String> parameters) {

    /// A server that says nothing.
    static final AuthChallenge NONE = new AuthChallenge(Map.of());

    private static final int MAX_LENGTH = 8_192;

    AuthChallenge {
        parameters = Map.copyOf(parameters);
    }

    /// Reads the values of the header; each may hold several challenges.
    static AuthChallenge parse(List<String> values) {
        Map<String, String> found = new HashMap<>();
        for (String value : values) {
            if (value.length() <= MAX_LENGTH) {
                new Reader(value).read(found);
            }
        }
        return new AuthChallenge(found);
    }

    /// Where the metadata of the server is.
    Optional<String> resourceMetadata() {
        return text("resource_metadata");
    }

    Optional<String> error() {
        return text("error");
    }

    /// The scopes that the request needs; empty if the server does not say.
    Optional<List<String>> scopes() {
        return text("scope").map(Scopes::parse).filter(it -> !it.isEmpty());
    }

    private Optional<String> text(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /// Reads one value: words that are schemes, and names with a value.
    private static final class Reader {

        private static final String BEARER = "bearer";

        private final String text;
        private int at;
        private boolean bearer;

        Reader(String text) {
            this.text = text;
        }

        void read(Map<String, String> found) {
            while (at < text.length()) {
                String word = word();
                if (word.isEmpty()) {
                    at++;
                    continue;
                }
                skipBlanks();
                if (at < text.length() && text.charAt(at) == '=') {
                    at++;
                    skipBlanks();
                    String value = value();
                    if (bearer) {
                        found.putIfAbsent(word.toLowerCase(Locale.ROOT), value);
                    }
                } else {
                    bearer = word.equalsIgnoreCase(BEARER);
                }
            }
        }

        private String word() {
            int start = at;
            while (at < text.length() && isWord(text.charAt(at))) {
                at++;
            }
            return text.substring(start, at);
        }

        private static boolean isWord(char c) {
            return c > ' ' && c < 0x7f && c != ',' && c != '=' && c != '"' && c != ';';
        }

        private void skipBlanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }

        private String value() {
            if (at >= text.length() || text.charAt(at) != '"') {
                return word();
            }
            var value = new StringBuilder();
            at++;
            while (at < text.length() && text.charAt(at) != '"') {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                value.append(text.charAt(at++));
            }
            at++;
            return value.toString();
        }
    }
}
