package dev.deft.client;

import dev.deft.json.Json;
import java.io.IOException;

/// The server did not carry out a request, and says why.
public final class DeftProblemException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient Json.Obj problem;

    /// A problem as the server described it.
    ///
    /// @param status of the response
    /// @param problem the body, by RFC 9457
    DeftProblemException(int status, Json.Obj problem) {
        super(
                problem.text("detail")
                        .orElse("The server answered with the status %d.".formatted(status)));
        this.status = status;
        this.code = problem.text("code").orElse("");
        this.problem = problem;
    }

    /// The status of the response, such as 404.
    public int status() {
        return status;
    }

    /// A word for programs, such as `not_found`; empty if it did not come from Deft.
    public String code() {
        return code;
    }

    /// All that the server said, such as `answered_by` of an approval that came too late.
    public Json.Obj problem() {
        return problem;
    }
}
