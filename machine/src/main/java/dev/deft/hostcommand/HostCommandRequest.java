package dev.deft.hostcommand;

import dev.deft.kernel.Descriptors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses the request of a host command: the name, the number of arguments, and the arguments, each
/// field ended by a NUL.
///
/// Any process in the sandbox may write anything here, so the input is untrusted.
final class HostCommandRequest {

    private static final int MOST_BYTES = 1024 * 1024;
    private static final int CHUNK = 4096;

    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    /// Reads what is available.
    ///
    /// @throws IOException if the request is invalid
    void read(int descriptor) throws IOException {
        byte[] buffer = new byte[CHUNK];
        int got = Descriptors.read(descriptor, buffer, 0, CHUNK);
        while (got > 0) {
            received.write(buffer, 0, got);
            if (received.size() > MOST_BYTES) {
                throw new IOException("the request for a host command is too long");
            }
            got = Descriptors.read(descriptor, buffer, 0, CHUNK);
        }
    }

    /// The name and the arguments, once they are complete.
    ///
    /// @throws IOException if the request is invalid
    Optional<List<String>> words() throws IOException {
        byte[] bytes = received.toByteArray();
        var fields = new ArrayList<String>();
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                fields.add(text(bytes, from, i));
                from = i + 1;
            }
        }
        if (fields.size() < 2 || fields.size() - 2 < count(fields.get(1))) {
            return Optional.empty();
        }
        fields.remove(1);
        return Optional.of(fields);
    }

    private static String text(byte[] bytes, int from, int to) throws IOException {
        try {
            var part = ByteBuffer.wrap(bytes, from, to - from);
            return StandardCharsets.UTF_8.newDecoder().decode(part).toString();
        } catch (CharacterCodingException _) {
            throw new IOException("an argument is not valid UTF-8");
        }
    }

    private static int count(String digits) throws IOException {
        try {
            return Integer.parseUnsignedInt(digits);
        } catch (NumberFormatException _) {
            throw new IOException("the request for a host command is invalid");
        }
    }
}
