package dev.deft.server.listener;

import dev.deft.host.HostException;
import dev.deft.output.ErrorLog;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import java.io.IOException;

/// What clients are told of failures that no route expected.
final class Failures {

    private Failures() {}

    static Problem problem(IOException e) {
        if (e instanceof ProblemException told) {
            return told.problem();
        }
        if (e instanceof HostException told) {
            return Problem.of(told.code(), String.valueOf(told.getMessage()));
        }
        return Problem.of(500, "internal", "It could not be done: " + e.getMessage());
    }

    /// A mistake in the program: clients learn nothing of it, the log everything.
    static Problem problem(RuntimeException e, String operation) {
        ErrorLog.log(System.Logger.Level.ERROR, () -> operation + " failed", e);
        return Problem.of(500, "internal", "There was an error in the server; its log says more.");
    }
}
