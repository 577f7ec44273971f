package dev.deft.server.chat;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import java.util.List;
import java.util.Optional;

/// The answers of one request, in the shapes of OpenAI.
///
/// @param id of the completion
/// @param created in seconds since 1970
/// @param model as the client named it
/// @param deft what the server adds: the session and the workspace
record ChatWire(String id, long created, String model, Json.Obj deft) {

    /// The last event of a stream.
    static final String END = "[DONE]";

    /// An answer that is complete.
    Json.Obj completion(String text, RunOutcome outcome) {
        Json.Obj message =
                Json.Obj.EMPTY
                        .with("role", "assistant")
                        .with("content", text)
                        .with("refusal", Json.Null.VALUE);
        return envelope("chat.completion")
                .with(
                        "choices",
                        new Json.Arr(
                                List.of(
                                        Json.Obj.EMPTY
                                                .with("index", Json.Num.of(0))
                                                .with("message", message)
                                                .with("logprobs", Json.Null.VALUE)
                                                .with("finish_reason", finish(outcome)))))
                .with("usage", usage(outcome.usage()))
                .with("x_deft", deft.with("status", outcome.status().wire()));
    }

    /// The first piece of a stream.
    Json.Obj begin() {
        return chunk(Json.Obj.EMPTY.with("role", "assistant").with("content", ""), Json.Null.VALUE)
                .with("x_deft", deft);
    }

    /// A piece of text.
    Json.Obj piece(String text) {
        return chunk(Json.Obj.EMPTY.with("content", text), Json.Null.VALUE);
    }

    /// The last piece, without text.
    Json.Obj finished(RunOutcome outcome) {
        return chunk(Json.Obj.EMPTY, new Json.Str(finish(outcome)))
                .with("x_deft", deft.with("status", outcome.status().wire()));
    }

    /// The tokens, for clients that want them.
    Json.Obj counted(RunOutcome outcome) {
        return envelope("chat.completion.chunk")
                .with("choices", new Json.Arr(List.of()))
                .with("usage", usage(outcome.usage()));
    }

    private Json.Obj chunk(Json.Obj delta, Json finish) {
        return envelope("chat.completion.chunk")
                .with(
                        "choices",
                        new Json.Arr(
                                List.of(
                                        Json.Obj.EMPTY
                                                .with("index", Json.Num.of(0))
                                                .with("delta", delta)
                                                .with("logprobs", Json.Null.VALUE)
                                                .with("finish_reason", finish))));
    }

    private Json.Obj envelope(String object) {
        return Json.Obj.EMPTY
                .with("id", id)
                .with("object", object)
                .with("created", Json.Num.of(created))
                .with("model", model);
    }

    private static String finish(RunOutcome outcome) {
        return outcome.status() == RunOutcome.Status.LIMIT ? "length" : "stop";
    }

    /// The prompt is all that was read, however it was paid for.
    private static Json.Obj usage(Usage usage) {
        long prompt = usage.input() + usage.cacheRead() + usage.cacheWrite();
        return Json.Obj.EMPTY
                .with("prompt_tokens", Json.Num.of(prompt))
                .with("completion_tokens", Json.Num.of(usage.output()))
                .with("total_tokens", Json.Num.of(prompt + usage.output()))
                .with(
                        "prompt_tokens_details",
                        Json.Obj.EMPTY.with("cached_tokens", Json.Num.of(usage.cacheRead())));
    }

    /// A problem as clients of OpenAI read it.
    static ApiResponse error(Problem problem) {
        return ApiResponse.json(problem.status(), errorBody(problem));
    }

    static Json.Obj errorBody(Problem problem) {
        return Json.Obj.EMPTY.with(
                "error",
                Json.Obj.EMPTY
                        .with("message", problem.detail())
                        .with("type", type(problem.status()))
                        .with("param", problem.extra().find("param").orElse(Json.Null.VALUE))
                        .with("code", problem.code()));
    }

    private static String type(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 429 -> "rate_limit_error";
            default -> status < 500 ? "invalid_request_error" : "server_error";
        };
    }

    /// Why a run gave no answer.
    static Optional<Problem> failure(RunOutcome outcome) {
        return outcome.status() == RunOutcome.Status.FAILED
                ? Optional.of(
                        Problem.of(
                                502,
                                "model_failed",
                                outcome.error().orElse("The model gave no answer.")))
                : Optional.empty();
    }
}
