package dev.deft.server.http;

import java.io.IOException;

/// Ends a request with a problem.
public final class ProblemException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
