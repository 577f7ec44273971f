package dev.deft.acp;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/// A model that does what the user's message says, a line for each step: `say TEXT`, `think TEXT`,
/// `call TOOL JSON`, `repeat` for the last result, `wait` until it is cancelled, `refuse`, `cut` or
/// `fail TEXT`. Any other message is repeated.
final class DirectedModel implements Model {

    private static final Usage USAGE = new Usage(1_000, 50, 0, 0);

    private final AtomicLong ids = new AtomicLong();

    @Override
    public String name() {
        return "test/directed";
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        List<Message> messages = prompt.messages();
        int last = messages.size() - 1;
        while (last > 0 && !(messages.get(last) instanceof Message.User)) {
            last--;
        }
        int step =
                (int)
                        messages.subList(last, messages.size()).stream()
                                .filter(Message.Assistant.class::isInstance)
                                .count();
        List<String> lines = text((Message.User) messages.get(last)).strip().lines().toList();
        String line = step < lines.size() ? lines.get(step) : "say Done.";
        return answer(line, messages.getLast(), listener);
    }

    private static String text(Message.User user) {
        var text = new StringBuilder();
        for (Part it : user.parts()) {
            if (it instanceof Part.Text(String piece)) {
                text.append(text.isEmpty() ? "" : "\n").append(piece);
            }
            if (it instanceof Part.Media media) {
                text.append("\nsay I got ").append(media.mimeType());
            }
        }
        return text.toString();
    }

    private Answer answer(String line, Message before, AnswerListener listener)
            throws ModelException, InterruptedException {
        String[] words = line.split(" ", 2);
        String rest = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "say" -> said(rest, Answer.Stop.DONE, listener);
            case "cut" -> said("A long", Answer.Stop.LENGTH, listener);
            case "refuse" -> said("No.", Answer.Stop.REFUSED, listener);
            case "think" -> {
                listener.reasoning(rest);
                yield said("Thought.", Answer.Stop.DONE, listener);
            }
            case "repeat" -> said(results(before), Answer.Stop.DONE, listener);
            case "call" -> calls(rest);
            case "wait" -> {
                listener.text("Waiting.");
                new CountDownLatch(1).await();
                throw new AssertionError();
            }
            case "fail" -> throw new ModelException(ModelException.Kind.DENIED, rest);
            default -> said(line, Answer.Stop.DONE, listener);
        };
    }

    private static String results(Message message) {
        return message instanceof Message.Results(List<Message.CallResult> results)
                ? results.getFirst().text()
                : "nothing";
    }

    private static Answer said(String text, Answer.Stop stop, AnswerListener listener) {
        for (String word : text.split("(?<= )", -1)) {
            listener.text(word);
        }
        return new Answer(
                new Message.Assistant(List.of(new Part.Text(text))), stop, USAGE, "directed");
    }

    /// `TOOL JSON`, and more of them after ` && `.
    private Answer calls(String line) {
        List<Part> calls = new ArrayList<>();
        for (String one : line.split(" && ", -1)) {
            String[] words = one.split(" ", 2);
            calls.add(
                    new Part.Call(
                            "call_" + ids.incrementAndGet(),
                            words[0],
                            words.length > 1 ? words[1] : Json.Obj.EMPTY.toString()));
        }
        return new Answer(new Message.Assistant(calls), Answer.Stop.CALLS, USAGE, "directed");
    }

    @Override
    public void close() {}
}
