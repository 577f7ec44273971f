package dev.deft.search.walk;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;

/// The bytes of a [Path].
///
/// The text of a path depends on the locale of the JVM and may have lost bytes; its URI has not.
final class RawNames {

    private RawNames() {}

    static byte[] of(Path path) {
        String uri = path.toUri().getRawPath();
        var bytes = new ByteArrayOutputStream(uri.length());
        for (int i = 0; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c == '%') {
                bytes.write(Integer.parseInt(uri, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        return bytes.toByteArray();
    }

    /// The bytes of the last component alone.
    static byte[] ofName(Path path) {
        String text = String.valueOf(path.getFileName());
        if (text.chars().allMatch(it -> it < 128)) {
            return text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        }
        byte[] all = of(path);
        int end = all[all.length - 1] == '/' ? all.length - 1 : all.length;
        int start = end;
        while (all[start - 1] != '/') {
            start--;
        }
        return java.util.Arrays.copyOfRange(all, start, end);
    }
}
