package dev.deft.engine.subagent;

import dev.deft.host.Question;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Asks the approver of the parent, in the name of a sub-agent.
///
/// @param name such as `explore 1f3a9c`
public record NamedApprover(Approver approver, String name) implements Approver {

    @Override
    public boolean present() {
        return approver.present();
    }

    @Override
    public void missed(Request request) {
        approver.missed(request.from(name));
    }

    @Override
    public Approval approve(Request request) throws IOException, InterruptedException {
        return approver.approve(request.from(name));
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        return approver.answer(callId, questions.stream().map(this::named).toList());
    }

    private Question named(Question question) {
        String header = question.header().map(it -> name + ": " + it).orElse(name);
        return new Question(
                question.question(),
                Optional.of(header),
                question.options(),
                question.multiSelect());
    }
}
