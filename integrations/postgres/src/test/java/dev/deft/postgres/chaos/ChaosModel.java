package dev.deft.postgres.chaos;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.testkit.ScriptedModel;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/// Answers every message by one call, and its result by a text that names the message. It knows
/// nothing but the prompt, so that any server can go on with it.
final class ChaosModel implements Model {

    private static final int LONGEST_MILLIS = 400;

    @Override
    public String name() {
        return "test/chaos";
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener) throws InterruptedException {
        // A model takes its time, in which servers die.
        Thread.sleep(ThreadLocalRandom.current().nextInt(LONGEST_MILLIS));
        String asked = lastUserMessage(prompt.messages());
        if (prompt.messages().getLast() instanceof Message.User) {
            String id = UUID.randomUUID().toString();
            return ScriptedModel.calling(
                    Usage.NONE,
                    ScriptedModel.call("call_" + id, "count", "{\"id\":\"%s\"}".formatted(id)));
        }
        listener.text("answer to " + asked);
        return ScriptedModel.saying("answer to " + asked);
    }

    private static String lastUserMessage(List<Message> messages) {
        for (Message message : messages.reversed()) {
            if (message instanceof Message.User user
                    && !user.parts().isEmpty()
                    && user.parts().getFirst() instanceof Part.Text(String text)) {
                return text;
            }
        }
        return "nothing";
    }

    @Override
    public void close() {}
}
