package dev.deft.mcp.server.method;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The form by which the user of a client answers questions of the model.
final class QuestionElicitation {

    private QuestionElicitation() {}

    static InputRequest of(List<Question> questions) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = 0; i < questions.size(); i++) {
            fields.put(name(i), field(questions.get(i)));
        }
        String message =
                questions.size() == 1
                        ? questions.getFirst().question()
                        : "The model has %d questions.".formatted(questions.size());
        return InputRequest.form(
                TerminalText.read(message),
                Json.Obj.EMPTY.with("type", "object").with("properties", new Json.Obj(fields)));
    }

    private static String name(int index) {
        return "answer_" + (index + 1);
    }

    private static Json.Obj field(Question question) {
        Json.Obj choice = Json.Obj.EMPTY.with("type", "string");
        if (!question.options().isEmpty()) {
            choice =
                    choice.with(
                            "enum",
                            Json.Arr.ofTexts(
                                    question.options().stream()
                                            .map(Question.Choice::label)
                                            .toList()));
        }
        Json.Obj field =
                question.multiSelect()
                        ? Json.Obj.EMPTY.with("type", "array").with("items", choice)
                        : choice;
        return field.with("title", TerminalText.read(question.header().orElse("Answer")))
                .with("description", TerminalText.read(question.question()));
    }

    static List<List<String>> read(List<Question> questions, Json.Obj result) throws HostException {
        if (!result.text("action").orElse("").equals("accept")) {
            throw new HostException(ErrorCode.REFUSED, "The user did not answer.");
        }
        Json.Obj content =
                result.find("content").orElse(Json.Null.VALUE) instanceof Json.Obj object
                        ? object
                        : Json.Obj.EMPTY;
        List<List<String>> answers = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            answers.add(texts(content.find(name(i)).orElse(Json.Null.VALUE)));
        }
        return answers;
    }

    private static List<String> texts(Json answer) {
        return switch (answer) {
            case Json.Str(String text) -> text.isBlank() ? List.of() : List.of(text);
            case Json.Arr array ->
                    array.items().stream().flatMap(it -> texts(it).stream()).toList();
            case Json.Obj _, Json.Null _ -> List.of();
            case Json.Num _, Json.Bool _ -> List.of(answer.toString());
        };
    }
}
