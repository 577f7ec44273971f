package dev.deft.server.http;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// The answer to a request.
///
/// @param headers besides those that every response has
public record ApiResponse(int status, Map<String, String> headers, Body body) {

    private static final String CONTENT_TYPE = "Content-Type";

    public ApiResponse {
        headers = Map.copyOf(headers);
    }

    /// What a response carries.
    public sealed interface Body {

        /// Bytes that are known before they are sent.
        final class Bytes implements Body {

            private final byte[] bytes;

            /// @param bytes not changed any more
            public Bytes(byte[] bytes) {
                this.bytes = bytes;
            }

            public byte[] bytes() {
                return bytes;
            }
        }

        /// Server-sent events, until the source ends or the client is gone.
        record Events(EventSource source) implements Body {}

        /// Bytes that are written as they come, such as a long export.
        record Streamed(Writer writer) implements Body {}
    }

    /// Writes a body.
    @FunctionalInterface
    public interface Writer {

        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }

    /// Sends events to one client, on the thread of its request.
    @FunctionalInterface
    public interface EventSource {

        /// Returns when there will be no more events.
        ///
        /// @throws IOException if the client is gone
        void writeTo(EventWriter out) throws IOException, InterruptedException;
    }

    /// Where a source writes its events. The server sends signs of life meanwhile and gives up on
    /// clients that do not read.
    public interface EventWriter {

        /// Sends one event.
        ///
        /// @param id what the client sends as `Last-Event-ID` when it comes back; empty for none
        /// @param event the type
        /// @param data on one line
        void event(String id, String event, String data) throws IOException;
    }

    public static ApiResponse json(int status, Json body) {
        return text(status, "application/json", JsonText.write(body));
    }

    public static ApiResponse record(int status, Record body) {
        return json(status, Records.write(body));
    }

    public static ApiResponse text(int status, String type, String text) {
        return bytes(
                status,
                type.startsWith("text/") ? type + "; charset=utf-8" : type,
                text.getBytes(StandardCharsets.UTF_8));
    }

    public static ApiResponse bytes(int status, String type, byte[] bytes) {
        return new ApiResponse(status, Map.of(CONTENT_TYPE, type), new Body.Bytes(bytes));
    }

    /// Without a body.
    public static ApiResponse empty(int status) {
        return new ApiResponse(status, Map.of(), new Body.Bytes(new byte[0]));
    }

    public static ApiResponse events(EventSource source) {
        return new ApiResponse(
                200,
                Map.of(CONTENT_TYPE, "text/event-stream", "X-Accel-Buffering", "no"),
                new Body.Events(source));
    }

    public static ApiResponse of(Problem problem) {
        return text(problem.status(), Problem.MEDIA_TYPE, JsonText.write(problem.json()));
    }

    public ApiResponse with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new ApiResponse(status, more, body);
    }
}
