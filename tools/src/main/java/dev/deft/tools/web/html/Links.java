package dev.deft.tools.web.html;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Tag;

/// Makes addresses of a page absolute, and leaves out those that run scripts or hold data.
final class Links {

    private static final int LONGEST = 2_000;

    private static final Tag LINK = Tag.valueOf("a");

    private static final Set<String> SCHEMES =
            Set.of("http", "https", "mailto", "ftp", "ftps", "tel", "sftp", "git", "ssh");

    private final String base;

    Links(String base) {
        this.base = base;
    }

    /// The absolute address, in a form that needs no quoting in Markdown; empty if it cannot be
    /// followed.
    Optional<String> absolute(String reference) {
        String given = withoutControls(reference.strip());
        if (given.isEmpty() || given.length() > LONGEST) {
            return Optional.empty();
        }
        String address = hasScheme(given) ? given : resolved(given);
        int colon = address.indexOf(':');
        if (colon < 0
                || !SCHEMES.contains(address.substring(0, colon).toLowerCase(Locale.ROOT))
                || address.length() > LONGEST) {
            return Optional.empty();
        }
        return Optional.of(quoted(address));
    }

    private String resolved(String reference) {
        return new Element(LINK, base).attr("href", reference).absUrl("href");
    }

    private static boolean hasScheme(String reference) {
        int colon = reference.indexOf(':');
        if (colon <= 0) {
            return false;
        }
        for (int i = 0; i < colon; i++) {
            char c = reference.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean further = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
            if (!letter && (i == 0 || !further)) {
                return false;
            }
        }
        return !reference.startsWith("http:") || reference.startsWith("http://");
    }

    /// Browsers ignore control characters in addresses, also in `java\nscript:`.
    private static String withoutControls(String reference) {
        var kept = new StringBuilder(reference.length());
        for (int i = 0; i < reference.length(); i++) {
            char c = reference.charAt(i);
            if (c > 0x1f && c != 0x7f) {
                kept.append(c);
            }
        }
        return kept.toString();
    }

    private static String quoted(String address) {
        var quoted = new StringBuilder(address.length());
        for (int i = 0; i < address.length(); i++) {
            char c = address.charAt(i);
            switch (c) {
                case ' ', '(', ')', '<', '>', '"', '\\', '|', '`' ->
                        quoted.append("%%%02X".formatted((int) c));
                default -> quoted.append(Whitespace.is(c) ? "%20" : c);
            }
        }
        return quoted.toString();
    }
}
