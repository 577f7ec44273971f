package dev.deft.acp;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Questions of the model as a form, one field for each, and what the user filled in.
final class AcpQuestionForm {

    private AcpQuestionForm() {}

    static Json.Obj of(List<Question> questions) {
        Json.Obj properties = Json.Obj.EMPTY;
        for (int i = 0; i < questions.size(); i++) {
            properties = properties.with(field(i), property(questions.get(i)));
        }
        return Json.Obj.EMPTY
                .with("mode", "form")
                .with("message", message(questions))
                .with(
                        "requestedSchema",
                        Json.Obj.EMPTY.with("type", "object").with("properties", properties));
    }

    private static String field(int index) {
        return "answer" + (index + 1);
    }

    private static String message(List<Question> questions) {
        return questions.size() == 1
                ? questions.getFirst().question()
                : "Deft has %d questions.".formatted(questions.size());
    }

    private static Json.Obj property(Question question) {
        Json.Obj property =
                Json.Obj.EMPTY
                        .with("title", question.header().orElse("Answer"))
                        .with("description", question.question());
        if (question.options().isEmpty()) {
            return property.with("type", "string");
        }
        List<Json> choices = question.options().stream().map(AcpQuestionForm::choice).toList();
        return question.multiSelect()
                ? property.with("type", "array")
                        .with("items", Json.Obj.EMPTY.with("anyOf", new Json.Arr(choices)))
                : property.with("type", "string").with("oneOf", new Json.Arr(choices));
    }

    private static Json choice(Question.Choice choice) {
        String title = choice.label() + choice.description().map(it -> ": " + it).orElse("");
        return Json.Obj.EMPTY.with("const", choice.label()).with("title", title);
    }

    /// @throws HostException if the user did not answer
    static List<List<String>> answers(List<Question> questions, Json response)
            throws HostException {
        Json.Obj answer = response instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        if (!answer.text("action").equals(Optional.of("accept"))) {
            throw new HostException(
                    ErrorCode.REFUSED,
                    "The user did not answer. Go on with your best judgement and say what you assumed.");
        }
        Json.Obj content =
                answer.find("content").orElse(Json.Null.VALUE) instanceof Json.Obj filled
                        ? filled
                        : Json.Obj.EMPTY;
        List<List<String>> all = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            all.add(given(questions.get(i), content.find(field(i))));
        }
        return all;
    }

    /// What is not among the options does not count.
    private static List<String> given(Question question, Optional<Json> value) {
        List<Json> values =
                value.orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> several)
                        ? several
                        : value.stream().toList();
        List<String> labels = question.options().stream().map(Question.Choice::label).toList();
        List<String> all = new ArrayList<>();
        for (Json it : values) {
            if (it instanceof Json.Str(String text)
                    && !text.isBlank()
                    && (labels.isEmpty() || labels.contains(text))) {
                all.add(text);
            }
        }
        return question.multiSelect() || all.isEmpty() ? all : all.subList(0, 1);
    }
}
