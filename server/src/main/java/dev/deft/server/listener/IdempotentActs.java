package dev.deft.server.listener;

import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.store.StoredReplies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Carries out a request with an `Idempotency-Key` once, however often it is sent.
final class IdempotentActs {

    private static final Pattern KEY = Pattern.compile("[!-~]{1,128}");

    private static final String INTERRUPTED =
            "The server ended while it carried this request out; look whether it was done.";

    /// A stream, or one with a secret.
    private static final String NOT_KEPT =
            "This request was carried out; its answer is of the kind that is not kept.";

    private final StoredReplies replies;

    IdempotentActs(StoredReplies replies) {
        this.replies = replies;
    }

    /// What carries a request out.
    interface Act {

        ApiResponse run() throws IOException, InterruptedException;
    }

    ApiResponse once(ApiRequest request, Act act) throws IOException, InterruptedException {
        String given = request.header("idempotency-key").orElse("");
        if (request.header("idempotency-key").isEmpty()) {
            return act.run();
        }
        if (!KEY.matcher(given).matches()) {
            throw Problem.badRequest(
                            "An Idempotency-Key has 1 to 128 printable ASCII characters without spaces.")
                    .exception();
        }
        String key = request.principal().token() + ":" + given;
        return switch (replies.claim(key, fingerprint(request))) {
            case StoredReplies.Claim.Won() -> carriedOut(key, act);
            case StoredReplies.Claim.Busy() ->
                    throw Problem.conflict("The same request is being carried out; wait for it.")
                            .exception();
            case StoredReplies.Claim.Mismatch() ->
                    throw Problem.of(
                                    422,
                                    "idempotency_mismatch",
                                    "This Idempotency-Key was used for another request; use a new one.")
                            .exception();
            case StoredReplies.Claim.Done(StoredReplies.Reply reply) -> replayed(reply);
        };
    }

    private ApiResponse carriedOut(String key, Act act) throws IOException, InterruptedException {
        try {
            ApiResponse response = act.run();
            keep(key, response);
            return response;
        } catch (IOException e) {
            keep(key, ApiResponse.of(Failures.problem(e)));
            throw e;
        } catch (InterruptedException e) {
            keep(key, ApiResponse.of(Problem.of(500, "internal", INTERRUPTED)));
            throw e;
        }
    }

    /// What may have acted is not carried out again: who sends it again gets the same answer.
    private void keep(String key, ApiResponse response) throws IOException {
        if (hadNoEffect(response.status())) {
            replies.release(key);
        } else {
            replies.settle(key, reply(response));
        }
    }

    private static boolean hadNoEffect(int status) {
        return (status >= 400 && status < 500) || status == 503;
    }

    private static StoredReplies.Reply reply(ApiResponse response) {
        if (!(response.body() instanceof ApiResponse.Body.Bytes bytes)
                || response.headers().getOrDefault("Cache-Control", "").equals("no-store")) {
            return reply(ApiResponse.of(Problem.conflict(NOT_KEPT)));
        }
        return new StoredReplies.Reply(
                response.status(),
                response.headers().getOrDefault("Content-Type", ""),
                response.headers().getOrDefault("Location", ""),
                new String(bytes.bytes(), StandardCharsets.UTF_8));
    }

    private static ApiResponse replayed(StoredReplies.Reply reply) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("Idempotency-Replayed", "true");
        if (!reply.mediaType().isEmpty()) {
            headers.put("Content-Type", reply.mediaType());
        }
        if (!reply.location().isEmpty()) {
            headers.put("Location", reply.location());
        }
        return new ApiResponse(
                reply.status(),
                headers,
                new ApiResponse.Body.Bytes(reply.body().getBytes(StandardCharsets.UTF_8)));
    }

    private static String fingerprint(ApiRequest request) {
        return Sha256.hex(
                String.join(
                        "\n",
                        request.method(),
                        request.path(),
                        new TreeMap<>(request.query()).toString(),
                        request.body()));
    }
}
