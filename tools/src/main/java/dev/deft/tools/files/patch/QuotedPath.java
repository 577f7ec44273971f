package dev.deft.tools.files.patch;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Parses a path as git writes it: quoted and escaped if it contains unusual characters.
final class QuotedPath {

    private QuotedPath() {}

    static String read(String said) throws HostException {
        if (said.length() < 2 || !said.startsWith("\"") || !said.endsWith("\"")) {
            return said;
        }
        var bytes = new ByteArrayOutputStream();
        int at = 1;
        while (at < said.length() - 1) {
            char it = said.charAt(at);
            if (it != '\\') {
                int character = said.codePointAt(at);
                bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
                at += Character.charCount(character);
            } else if (isOctal(said, at + 1)) {
                bytes.write(Integer.parseInt(said, at + 1, at + 4, 8));
                at += 4;
            } else {
                bytes.write(escaped(said, at + 1));
                at += 2;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean isOctal(String said, int at) {
        return at + 3 < said.length()
                && said.substring(at, at + 3).chars().allMatch(it -> it >= '0' && it <= '7');
    }

    private static int escaped(String said, int at) throws HostException {
        return switch (said.charAt(at)) {
            case 'a' -> 7;
            case 'b' -> '\b';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 11;
            case 'f' -> '\f';
            case 'r' -> '\r';
            case '"', '\\' -> said.charAt(at);
            default ->
                    throw new HostException(
                            ErrorCode.INVALID_ARGUMENTS,
                            "The path %s of the patch has an escape that git does not write. Nothing was changed."
                                    .formatted(said));
        };
    }
}
