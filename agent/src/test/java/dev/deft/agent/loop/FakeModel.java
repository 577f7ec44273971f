package dev.deft.agent.loop;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/// A model that gives prepared replies, one for each request, and keeps the prompts.
public final class FakeModel implements Model {

    public static final String NAME = "test/fake";
    public static final Usage USAGE = new Usage(100, 10, 0, 0);

    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

    /// Answers one request.
    public interface Reply {

        Answer answer(Prompt prompt, AnswerListener listener)
                throws ModelException, InterruptedException;
    }

    public FakeModel replies(Reply reply) {
        replies.add(reply);
        return this;
    }

    public FakeModel says(String text) {
        return replies((_, listener) -> {
            listener.text(text);
            return text(text);
        });
    }

    public FakeModel calls(Part.Call... calls) {
        return replies((_, _) -> calling(USAGE, calls));
    }

    public FakeModel fails(ModelException problem) {
        return replies((_, _) -> {
            throw problem;
        });
    }

    public static Part.Call call(String id, String tool, String arguments) {
        return new Part.Call(id, tool, arguments);
    }

    public static Answer text(String text) {
        return answer(Answer.Stop.DONE, USAGE, new Part.Text(text));
    }

    public static Answer calling(Usage usage, Part.Call... calls) {
        return answer(Answer.Stop.CALLS, usage, calls);
    }

    public static Answer answer(Answer.Stop stop, Usage usage, Part... parts) {
        return new Answer(new Message.Assistant(List.of(parts)), stop, usage, NAME);
    }

    public List<Prompt> prompts() {
        return prompts;
    }

    /// The results that the last prompt has, those of all steps.
    List<Message.CallResult> results() {
        return prompts.getLast().messages().stream()
                .filter(Message.Results.class::isInstance)
                .flatMap(it -> ((Message.Results) it).results().stream())
                .toList();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        prompts.add(prompt);
        Reply reply = replies.poll();
        if (reply == null) {
            throw new ModelException(ModelException.Kind.REFUSED, "No reply is left.");
        }
        return reply.answer(prompt, listener);
    }

    @Override
    public void close() {}
}
