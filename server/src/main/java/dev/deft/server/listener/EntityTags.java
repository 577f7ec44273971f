package dev.deft.server.listener;

import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Entity tags: what a client has already is not sent again, and what it has not seen is not
/// changed.
final class EntityTags {

    private static final int BYTES = 15;

    private EntityTags() {}

    /// The tag of a response: of its own, or of its bytes if it is JSON.
    static Optional<String> of(ApiResponse response) {
        String own = response.headers().get("ETag");
        if (own != null) {
            return Optional.of(own);
        }
        boolean json =
                response.headers().getOrDefault("Content-Type", "").startsWith("application/json");
        if (response.status() != 200
                || !json
                || !(response.body() instanceof ApiResponse.Body.Bytes bytes)) {
            return Optional.empty();
        }
        byte[] hash = Sha256.of(bytes.bytes());
        byte[] part = Arrays.copyOf(hash, BYTES);
        return Optional.of(
                '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(part) + '"');
    }

    /// The response to a read, or that the client has it already.
    static ApiResponse read(ApiResponse response, List<String> ifNoneMatch) {
        Optional<String> tag = of(response);
        if (tag.isEmpty()) {
            return response;
        }
        String cached = response.headers().getOrDefault("Cache-Control", "private, no-cache");
        ApiResponse whole = names(ifNoneMatch, tag.get(), true) ? ApiResponse.empty(304) : response;
        return whole.with("ETag", tag.get()).with("Cache-Control", cached);
    }

    /// Refuses a change of something that is not as the client saw it.
    ///
    /// @param now what a read gives now
    static void check(ApiResponse now, List<String> ifMatch) throws ProblemException {
        Optional<String> tag = of(now);
        if (now.status() != 200 || (tag.isPresent() && !names(ifMatch, tag.get(), false))) {
            throw Problem.of(
                            412,
                            "precondition_failed",
                            "It has changed since it was read; read it again.")
                    .exception();
        }
    }

    private static boolean names(List<String> header, String tag, boolean weak) {
        for (String list : header) {
            for (String it : list.split(",", -1)) {
                String one = it.strip();
                if (one.equals("*") || one.equals(tag) || (weak && one.equals("W/" + tag))) {
                    return true;
                }
            }
        }
        return false;
    }
}
