package dev.deft.agent.model.http;

import dev.deft.net.http.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A response, with its body as a stream of chunks.
final class ByteStream implements AutoCloseable {

    private final ResponseHead head;
    private final ModelConnection connection;
    private final ModelHttpClient client;
    private final byte[] chunk;
    private boolean over;

    /// @param client gets the connection back
    ByteStream(ResponseHead head, ModelConnection connection, ModelHttpClient client) {
        this.head = head;
        this.connection = connection;
        this.client = client;
        this.chunk = connection.chunk();
    }

    int status() {
        return head.status();
    }

    ResponseHead head() {
        return head;
    }

    /// The next chunk, valid until the one behind it is read; empty at the end.
    Optional<ByteBuffer> next() throws IOException, InterruptedException {
        if (over) {
            return Optional.empty();
        }
        int got;
        try {
            got = connection.read(chunk);
        } catch (IOException e) {
            close();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw e;
        }
        if (Thread.interrupted()) {
            close();
            throw new InterruptedException();
        }
        if (got < 0) {
            finish();
            return Optional.empty();
        }
        return Optional.of(ByteBuffer.wrap(chunk, 0, got));
    }

    /// The text of the body, truncated to a number of bytes.
    String text(int most) throws IOException, InterruptedException {
        var bytes = new ByteArrayOutputStream();
        for (var piece = next(); piece.isPresent(); piece = next()) {
            int length = Math.min(piece.get().remaining(), most - bytes.size());
            bytes.write(chunk, 0, length);
            if (bytes.size() == most) {
                break;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// The text of the body; empty if it has more bytes than that.
    Optional<String> wholeText(int most) throws IOException, InterruptedException {
        var bytes = new ByteArrayOutputStream();
        for (var piece = next(); piece.isPresent(); piece = next()) {
            int length = piece.get().remaining();
            if (bytes.size() + length > most) {
                return Optional.empty();
            }
            bytes.write(chunk, 0, length);
        }
        return Optional.of(bytes.toString(StandardCharsets.UTF_8));
    }

    /// Gives the connection back for the next request, which reads what is still to come.
    void finish() {
        if (!over) {
            over = true;
            client.rest(connection);
        }
    }

    /// Closes the connection, unless the body was read completely.
    @Override
    public void close() {
        if (!over) {
            over = true;
            client.discard(connection);
        }
    }
}
