package dev.deft.policy.pattern;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A text with `*` for any characters and `?` for any one. Most have neither and are compared
/// directly: a call may be matched against a thousand rules.
public final class Wildcards {

    private final String text;
    private final boolean literal;
    private @Nullable Pattern pattern;

    public Wildcards(String text) {
        this.text = text;
        this.literal = text.indexOf('*') < 0 && text.indexOf('?') < 0;
    }

    boolean isLiteral() {
        return literal;
    }

    String text() {
        return text;
    }

    /// The text before the first wildcard.
    String literalPrefix() {
        int at = 0;
        while (at < text.length() && text.charAt(at) != '*' && text.charAt(at) != '?') {
            at++;
        }
        return text.substring(0, at);
    }

    public boolean matches(String word) {
        return literal ? text.equals(word) : pattern().matcher(word).matches();
    }

    private Pattern pattern() {
        Pattern compiled = pattern;
        if (compiled == null) {
            compiled =
                    Pattern.compile(
                            Pattern.quote(text).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"),
                            Pattern.DOTALL);
            pattern = compiled;
        }
        return compiled;
    }
}
