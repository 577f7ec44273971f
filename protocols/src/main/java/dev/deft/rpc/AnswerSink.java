package dev.deft.rpc;

import java.util.Optional;

/// Takes the answer to a request.
@FunctionalInterface
interface AnswerSink {

    /// Takes the answer, once.
    ///
    /// @param answer empty if the request gets none
    void accept(Optional<RpcMessage> answer);
}
