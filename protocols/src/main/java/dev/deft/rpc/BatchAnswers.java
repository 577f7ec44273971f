package dev.deft.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Collects the answers to the requests of a batch, and passes them on with the last one.
final class BatchAnswers implements AnswerSink {

    private final List<RpcMessage> answers = new ArrayList<>();
    private final Consumer<List<RpcMessage>> complete;
    private int missing;

    BatchAnswers(int expected, Consumer<List<RpcMessage>> complete) {
        this.missing = expected;
        this.complete = complete;
    }

    @Override
    public void accept(Optional<RpcMessage> answer) {
        List<RpcMessage> all;
        synchronized (this) {
            answer.ifPresent(answers::add);
            missing--;
            if (missing > 0) {
                return;
            }
            all = List.copyOf(answers);
        }
        complete.accept(all);
    }
}
