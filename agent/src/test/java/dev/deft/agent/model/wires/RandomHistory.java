package dev.deft.agent.model.wires;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;

/// A conversation that grows as conversations do, and changes in every way that a session can
/// change it between two requests.
final class RandomHistory {

    private final Random random;
    private final String model;
    private List<Message> messages = new ArrayList<>();
    private List<Json.Obj> tools = List.of();
    private List<String> system = List.of("You are Deft.", " ");
    private int calls;

    RandomHistory(long seed, String model) {
        this.random = new Random(seed);
        this.model = model;
    }

    /// The next request.
    Prompt next() {
        if (messages.isEmpty()) {
            messages.add(user());
        }
        for (int i = random.nextInt(4); i >= 0; i--) {
            step();
        }
        switch (random.nextInt(14)) {
            case 0 -> compact();
            case 1 -> clearOutputs();
            case 2 -> rewind();
            case 3 -> reload();
            case 4 -> tools = tools();
            case 5 -> system = random.nextInt(3) == 0 ? List.of() : List.of("Be " + text(9));
            case 6 -> shortenLast();
            default -> {}
        }
        return new Prompt(system, messages, tools, 1_000 + random.nextInt(20_000), sampling());
    }

    private Prompt.Sampling sampling() {
        return switch (random.nextInt(6)) {
            case 0 -> new Prompt.Sampling(OptionalDouble.of(0.5), OptionalDouble.of(0.25));
            case 1 ->
                    new Prompt.Sampling(
                            OptionalDouble.of(0.5),
                            OptionalDouble.empty(),
                            new ReasoningSettings(
                                    Optional.of(ReasoningSettings.Effort.HIGH),
                                    OptionalInt.empty()));
            default -> Prompt.Sampling.UNSET;
        };
    }

    private void step() {
        if (random.nextInt(5) == 0) {
            messages.add(user());
            return;
        }
        List<Part> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            parts.add(answerPart());
        }
        List<Message.CallResult> results = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String id = (random.nextBoolean() ? "call." : "call_") + calls++;
            parts.add(new Part.Call(id, tool(), arguments()));
            results.add(result(id));
        }
        messages.add(new Message.Assistant(parts));
        if (!results.isEmpty()) {
            messages.add(new Message.Results(results));
        }
    }

    private Part answerPart() {
        return switch (random.nextInt(6)) {
            case 0 -> new Part.Reasoning(text(99), Json.Obj.EMPTY.with("signature", text(9)));
            case 1 ->
                    new Part.Reasoning(
                            text(99),
                            Json.Obj.EMPTY
                                    .with("model", random.nextInt(3) == 0 ? "other" : model)
                                    .with("reasoning_content", new Json.Bool(true))
                                    .with("item", Json.Obj.EMPTY.with("type", "reasoning")));
            case 2 -> picture();
            case 3 -> new Part.Text(" ");
            default -> new Part.Text(text(2_000));
        };
    }

    private Message.User user() {
        List<Part> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            parts.add(random.nextInt(4) == 0 ? picture() : new Part.Text(text(3_000)));
        }
        return new Message.User(parts);
    }

    private Message.CallResult result(String id) {
        return new Message.CallResult(
                id,
                text(random.nextInt(8) == 0 ? 40_000 : 4_000),
                random.nextInt(5) == 0 ? List.of(picture()) : List.of(),
                random.nextInt(4) == 0);
    }

    private Part.Media picture() {
        String type =
                switch (random.nextInt(4)) {
                    case 0 -> "application/pdf";
                    case 1 -> "audio/wav";
                    default -> "image/png";
                };
        return new Part.Media(type, Bytes.of(text(500)));
    }

    private String tool() {
        return switch (random.nextInt(4)) {
            case 0 -> "mcp:files:read";
            case 1 -> "mcp.files.read";
            default -> "read";
        };
    }

    private String arguments() {
        return switch (random.nextInt(4)) {
            case 0 -> "{\"path\":";
            case 1 -> "";
            default -> "{\"path\": \"a\",\"n\":1.50}";
        };
    }

    private String text(int most) {
        var text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(random.nextInt(9) == 0 ? "ü\n\"€".charAt(random.nextInt(4)) : 'x');
        }
        return text.toString();
    }

    /// A summary stands for the first part.
    private void compact() {
        int cut = random.nextInt(messages.size());
        List<Message> rest = new ArrayList<>(List.of(Message.User.of("[Summary " + text(99))));
        rest.addAll(messages.subList(cut, messages.size()));
        messages = rest;
    }

    /// Some results lose their text.
    private void clearOutputs() {
        for (int i = 0; i < messages.size() / 2; i++) {
            if (messages.get(i) instanceof Message.Results(List<Message.CallResult> results)
                    && random.nextBoolean()) {
                messages.set(i, new Message.Results(results.stream().map(this::cleared).toList()));
            }
        }
    }

    private Message.CallResult cleared(Message.CallResult it) {
        return new Message.CallResult(it.callId(), "[cleared]", List.of(), it.failed());
    }

    private void shortenLast() {
        if (messages.getLast() instanceof Message.Results(List<Message.CallResult> results)) {
            messages.set(
                    messages.size() - 1,
                    new Message.Results(results.stream().map(this::cleared).toList()));
        }
    }

    private void rewind() {
        messages = new ArrayList<>(messages.subList(0, 1 + random.nextInt(messages.size())));
    }

    /// The same conversation in other objects, as after a fork.
    private void reload() {
        messages.replaceAll(it ->
                switch (it) {
                    case Message.User(List<Part> parts) -> new Message.User(parts);
                    case Message.Assistant(List<Part> parts) -> new Message.Assistant(parts);
                    case Message.Results(List<Message.CallResult> results) ->
                            new Message.Results(results);
                });
    }

    private List<Json.Obj> tools() {
        List<Json.Obj> all = new ArrayList<>();
        for (String name : List.of("read", "mcp:files:read", "mcp.files.read", "mcp_files_read")) {
            if (random.nextBoolean()) {
                all.add(
                        Json.Obj.EMPTY
                                .with("name", name)
                                .with("description", text(99))
                                .with("parameters", Json.Obj.EMPTY));
            }
        }
        return all;
    }
}
