package dev.deft.mcp.client;

import dev.deft.host.HostSession;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks the user what a server wants to know, field by field, or to open an address.
final class Elicitation {

    private static final int MOST_FIELDS = 20;
    private static final int LONGEST_MESSAGE = 1_000;
    private static final int MOST_ATTEMPTS = 3;
    private static final String YES = "Yes";
    private static final String OPENED = "I opened it";
    private static final String NO = "No";

    private final String server;
    private final HostSession session;

    Elicitation(String server, HostSession session) {
        this.server = server;
        this.session = session;
    }

    Json answer(Json.Obj params) throws RpcException, IOException, InterruptedException {
        String message =
                "The MCP server %s asks: %s"
                        .formatted(
                                server,
                                TerminalText.cut(
                                        TerminalText.read(params.text("message").orElse("")),
                                        LONGEST_MESSAGE));
        return params.text("mode").orElse("form").equals("url")
                ? open(message, params.text("url").orElse(""))
                : form(message, params);
    }

    private Json open(String message, String url)
            throws RpcException, IOException, InterruptedException {
        if (!url.startsWith("https://") && !url.startsWith("http://")) {
            throw RpcException.invalidParams("Only an address of the web can be opened.");
        }
        boolean opened =
                choice(
                                "%s\nOpen this address: %s"
                                        .formatted(message, TerminalText.decide(url)),
                                OPENED)
                        .equals(OPENED);
        return action(opened ? "accept" : "decline");
    }

    private String choice(String question, String yes) throws IOException, InterruptedException {
        List<List<String>> answers =
                session.ask(
                        List.of(
                                new Question(
                                        question,
                                        Optional.of(server),
                                        List.of(choice(yes), choice(NO)),
                                        false)));
        return answers.isEmpty() || answers.getFirst().isEmpty()
                ? NO
                : answers.getFirst().getFirst();
    }

    private static Question.Choice choice(String label) {
        return new Question.Choice(label, Optional.empty());
    }

    private static Json.Obj action(String action) {
        return Json.Obj.EMPTY.with("action", action);
    }

    private Json form(String message, Json.Obj params)
            throws RpcException, IOException, InterruptedException {
        List<FormField> fields = FormField.all(params);
        if (fields.size() > MOST_FIELDS) {
            throw RpcException.invalidParams("At most %d fields.".formatted(MOST_FIELDS));
        }
        if (fields.isEmpty()) {
            return choice(message, YES).equals(YES)
                    ? action("accept").with("content", Json.Obj.EMPTY)
                    : action("decline");
        }
        return filled(message, fields);
    }

    /// Asks again for fields whose answer does not fit.
    private Json filled(String message, List<FormField> fields)
            throws IOException, InterruptedException {
        Map<String, Json> content = new LinkedHashMap<>();
        List<FormField> open = fields;
        String said = message;
        for (int attempt = 0; attempt < MOST_ATTEMPTS && !open.isEmpty(); attempt++) {
            List<Question> questions = new ArrayList<>();
            for (FormField it : open) {
                questions.add(it.question(questions.isEmpty() ? said + "\n" : "", server));
            }
            List<List<String>> answers = session.ask(questions);
            List<FormField> wrong = new ArrayList<>();
            for (int i = 0; i < open.size(); i++) {
                FormField field = open.get(i);
                List<String> given = i < answers.size() ? answers.get(i) : List.of();
                FormField.Value value = field.value(given);
                switch (value) {
                    case FormField.Value.Given(Json json) -> content.put(field.name(), json);
                    case FormField.Value.Skipped _ -> {
                        if (field.required()) {
                            return action("cancel");
                        }
                    }
                    case FormField.Value.Wrong _ -> wrong.add(field);
                }
            }
            open = wrong;
            said = message + "\nThat answer does not fit.";
        }
        return open.isEmpty()
                ? action("accept").with("content", new Json.Obj(content))
                : action("cancel");
    }
}
