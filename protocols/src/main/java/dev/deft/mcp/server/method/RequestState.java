package dev.deft.mcp.server.method;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The texts by which clients come back to a suspended request: signed, for one request, one round
/// and some minutes.
final class RequestState {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec key;
    private final InstantSource clock;

    RequestState(InstantSource clock) {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, ALGORITHM);
        this.clock = clock;
    }

    /// What a text stands for.
    ///
    /// @param request which of the suspended ones
    /// @param round how often the client was asked
    record Place(String request, int round) {}

    String write(Place place, String digest, Instant until) {
        String content =
                "%s.%d.%d.%s"
                        .formatted(place.request(), place.round(), until.getEpochSecond(), digest);
        return content + "." + signature(content);
    }

    /// {@return empty if the text was changed, is too old, or belongs to another request}
    Optional<Place> read(String text, String digest) {
        int dot = text.lastIndexOf('.');
        if (dot < 0 || !isSigned(text.substring(0, dot), text.substring(dot + 1))) {
            return Optional.empty();
        }
        String[] parts = text.substring(0, dot).split("\\.", -1);
        boolean late = clock.instant().getEpochSecond() > Long.parseLong(parts[2]);
        return late || !parts[3].equals(digest)
                ? Optional.empty()
                : Optional.of(new Place(parts[0], Integer.parseInt(parts[1])));
    }

    private boolean isSigned(String content, String signature) {
        return MessageDigest.isEqual(
                signature(content).getBytes(StandardCharsets.UTF_8),
                signature.getBytes(StandardCharsets.UTF_8));
    }

    private String signature(String content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    /// What must be the same when the client sends a request again.
    static String digest(String method, Json.Obj params) {
        Json.Obj same = params.without("_meta").without("inputResponses").without("requestState");
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(
                                    (method + " " + JsonText.write(sorted(same)))
                                            .getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Json sorted(Json value) {
        return switch (value) {
            case Json.Obj(Map<String, Json> fields) -> {
                Map<String, Json> ordered = new TreeMap<>();
                fields.forEach((name, it) -> ordered.put(name, sorted(it)));
                yield new Json.Obj(ordered);
            }
            case Json.Arr array ->
                    new Json.Arr(array.items().stream().map(RequestState::sorted).toList());
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
        };
    }
}
