package dev.deft.server.listener;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The headers that every response has, unless a route sets its own.
final class SecurityHeaders {

    private static final Map<String, String> ALWAYS =
            Map.of(
                    "X-Content-Type-Options", "nosniff",
                    "X-Frame-Options", "DENY",
                    "Referrer-Policy", "no-referrer",
                    "Cross-Origin-Resource-Policy", "same-origin",
                    "Cross-Origin-Opener-Policy", "same-origin",
                    "Permissions-Policy",
                            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
                    "Content-Security-Policy",
                            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                    "Cache-Control", "no-store");

    private static final String YEAR = "max-age=31536000";

    private SecurityHeaders() {}

    static Map<String, List<String>> with(Map<String, String> own, boolean secure) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        ALWAYS.forEach((name, value) -> all.put(name, List.of(value)));
        if (secure) {
            all.put("Strict-Transport-Security", List.of(YEAR));
        }
        own.forEach((name, value) -> all.put(name, List.of(value(name, value, secure))));
        return all;
    }

    /// A cookie that was given over TLS goes over nothing else.
    private static String value(String name, String value, boolean secure) {
        return secure && name.equals("Set-Cookie") && !value.contains("; Secure")
                ? value + "; Secure"
                : value;
    }
}
