package dev.deft.agent.channel;

import dev.deft.agent.key.HmacSha256;
import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.host.WaitableClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Posts messages as JSON, signed if there is a secret: `X-Deft-Signature` is `sha256=` and the
/// HMAC-SHA256 of the timestamp, a dot and the body. A failed attempt is repeated with the same
/// `X-Deft-Delivery`, by which the receiver recognizes it.
///
/// @param name of the channel, for messages
record WebhookChannel(String name, String url, Optional<String> secret, WaitableClock clock)
        implements Channel {

    static final int MAX_ATTEMPTS = 4;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int MAX_ANSWER = 16 * 1024;
    private static final int OK = 200;
    private static final int REDIRECTED = 300;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;

    @Override
    public Sent send(OutgoingMessage message, Network network)
            throws IOException, InterruptedException {
        byte[] body = JsonText.write(message.json()).getBytes(StandardCharsets.UTF_8);
        Duration pause = FIRST_PAUSE;
        for (int attempt = 1; ; attempt++) {
            Attempt result = attempt(message.id(), body, network);
            if (result.delivered()) {
                return Sent.SENT;
            }
            if (attempt == MAX_ATTEMPTS) {
                throw new HostException(
                        ErrorCode.UNAVAILABLE,
                        "The webhook %s did not take the message in %d attempts: %s."
                                .formatted(name, MAX_ATTEMPTS, result.problem()));
            }
            clock.sleep(result.pause().orElse(pause));
            pause = pause.multipliedBy(2);
        }
    }

    /// @param pause how long the receiver asked to wait
    private record Attempt(boolean delivered, String problem, Optional<Duration> pause) {}

    private Attempt attempt(String id, byte[] body, Network network)
            throws IOException, InterruptedException {
        Network.Response response;
        try {
            response =
                    network.send(
                            new Network.Request(
                                    "POST",
                                    HttpUrl.parse(url).uri(),
                                    headers(id, body),
                                    Optional.of(Bytes.wrap(body)),
                                    MAX_ANSWER,
                                    TIMEOUT));
        } catch (HostException e) {
            if (isLasting(e.code())) {
                throw e;
            }
            return new Attempt(false, plain(e), Optional.empty());
        } catch (IOException e) {
            return new Attempt(false, plain(e), Optional.empty());
        }
        int status = response.status();
        if (status >= OK && status < REDIRECTED) {
            return new Attempt(true, "", Optional.empty());
        }
        if (status == TOO_MANY || status == REQUEST_TIMEOUT || status >= SERVER_ERROR) {
            return new Attempt(false, "it answered " + status, pause(response));
        }
        throw new HostException(
                ErrorCode.REFUSED,
                "The webhook %s refused the message with status %d.".formatted(name, status));
    }

    /// Whether another attempt would fail as well.
    private static boolean isLasting(ErrorCode code) {
        return code != ErrorCode.UNAVAILABLE
                && code != ErrorCode.TIMEOUT
                && code != ErrorCode.IO_ERROR
                && code != ErrorCode.NOT_FOUND;
    }

    private static String plain(IOException e) {
        String message = String.valueOf(e.getMessage()).strip();
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    /// Each attempt has its own timestamp, since receivers refuse old ones.
    private Map<String, String> headers(String id, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        String timestamp = Long.toString(clock.instant().getEpochSecond());
        headers.put("Content-Type", "application/json");
        headers.put("X-Deft-Delivery", id);
        headers.put("X-Deft-Timestamp", timestamp);
        secret.ifPresent(it -> headers.put("X-Deft-Signature", signature(it, timestamp, body)));
        return headers;
    }

    private static String signature(String secret, String timestamp, byte[] body) {
        byte[] prefix = (timestamp + ".").getBytes(StandardCharsets.US_ASCII);
        byte[] signed = new byte[prefix.length + body.length];
        System.arraycopy(prefix, 0, signed, 0, prefix.length);
        System.arraycopy(body, 0, signed, prefix.length, body.length);
        return "sha256="
                + HexFormat.of()
                        .formatHex(
                                new HmacSha256(secret.getBytes(StandardCharsets.UTF_8))
                                        .mac(signed));
    }

    private static Optional<Duration> pause(Network.Response response) {
        Optional<String> seconds = response.header("retry-after");
        if (seconds.isEmpty() || !seconds.get().matches("[0-9]{1,4}")) {
            return Optional.empty();
        }
        Duration asked = Duration.ofSeconds(Integer.parseInt(seconds.get()));
        return Optional.of(asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked);
    }
}
