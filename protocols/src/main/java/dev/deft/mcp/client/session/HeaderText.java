package dev.deft.mcp.client.session;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Values as text of HTTP headers: as they are where that is safe, otherwise in Base64.
final class HeaderText {

    private static final String PREFIX = "=?base64?";
    private static final String SUFFIX = "?=";

    private HeaderText() {}

    static String of(String value) {
        return isSafe(value)
                ? value
                : PREFIX
                        + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
                        + SUFFIX;
    }

    private static boolean isSafe(String value) {
        return value.chars().allMatch(it -> it >= 0x20 && it <= 0x7e)
                && value.equals(value.strip())
                && !(value.startsWith(PREFIX) && value.endsWith(SUFFIX));
    }
}
