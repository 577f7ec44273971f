package dev.deft.server.console;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// A model that does what the user's message says, a line for each step: `say TEXT`, `think TEXT`,
/// `call TOOL JSON` (more of them after ` && `), `long COUNT` for an answer of so many characters,
/// `until NAME TEXT` to speak only when a file of this name is in the directory of the gates. `\n`
/// in a text is a line end. A message that begins with none of these is repeated, unless it is the
/// first line of a file `*.script` in that directory: then the other lines are what it does.
public final class ObedientModel implements Model {

    private static final Usage USAGE = new Usage(12_400, 380, 9_000, 600);

    /// How often a closed gate is looked at.
    private static final int LOOK_MILLIS = 20;

    private final Path gates;
    private final String name;

    /// @param name as which it is billed
    public ObedientModel(Path gates, String name) {
        this.gates = gates;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        List<Message> messages = prompt.messages();
        int last = messages.size() - 1;
        while (last > 0 && !(messages.get(last) instanceof Message.User)) {
            last--;
        }
        long step =
                messages.subList(last, messages.size()).stream()
                        .filter(Message.Assistant.class::isInstance)
                        .count();
        List<String> lines = lines(text((Message.User) messages.get(last)).strip());
        return answer(step < lines.size() ? lines.get((int) step) : "say Done.", listener);
    }

    /// The lines of a message, or of the script whose first line it is.
    private List<String> lines(String message) {
        try (DirectoryStream<Path> scripts = Files.newDirectoryStream(gates, "*.script")) {
            for (Path it : scripts) {
                List<String> lines = Files.readAllLines(it);
                if (lines.getFirst().equals(message)) {
                    return lines.subList(1, lines.size());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return message.lines().toList();
    }

    private static String text(Message.User user) {
        var text = new StringBuilder();
        for (Part it : user.parts()) {
            if (it instanceof Part.Text(String piece)) {
                text.append(text.isEmpty() ? "" : "\n").append(piece);
            }
        }
        return text.toString();
    }

    private Answer answer(String line, AnswerListener listener) throws InterruptedException {
        String[] words = line.split(" ", 2);
        String rest = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "say" -> said(rest, listener);
            case "think" -> {
                listener.reasoning(rest);
                yield said("I have thought about it.", listener);
            }
            case "call" -> calls(rest);
            case "long" -> said("x".repeat(Integer.parseInt(rest)), listener);
            case "until" -> {
                String[] gate = rest.split(" ", 2);
                listener.text("Working on it. ");
                while (!Files.exists(gates.resolve(gate[0]))) {
                    Thread.sleep(LOOK_MILLIS);
                }
                yield said(gate[1], listener);
            }
            default -> said(line, listener);
        };
    }

    private Answer said(String line, AnswerListener listener) {
        String text = line.replace("\\n", "\n");
        for (String word : text.split("(?<= )", -1)) {
            listener.text(word);
        }
        return new Answer(
                new Message.Assistant(List.of(new Part.Text(text))), Answer.Stop.DONE, USAGE, name);
    }

    private Answer calls(String line) {
        List<Part> calls = new ArrayList<>();
        for (String one : line.split(" && ", -1)) {
            String[] words = one.split(" ", 2);
            calls.add(
                    new Part.Call(
                            "call_" + UUID.randomUUID(),
                            words[0],
                            words.length > 1 ? words[1] : Json.Obj.EMPTY.toString()));
        }
        return new Answer(new Message.Assistant(calls), Answer.Stop.CALLS, USAGE, name);
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
