package dev.deft.client;

import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about requests.
public final class RequestsData {
    private RequestsData() {}

    /// `AnswerOrder` of the API.
    ///
    /// @param answer `once`, `session`, `project` or `reject`
    /// @param rules The rules to store instead of the suggested ones, with `session` or `project`
    /// @param message What the agent is told, with `reject`
    /// @param answers For each question the answers to it
    /// @param skip Answers no question
    public record AnswerOrder(
            Optional<String> answer,
            Optional<List<String>> rules,
            Optional<String> message,
            Optional<List<List<String>>> answers,
            Optional<Boolean> skip) {

        /// Without what may be left out.
        public AnswerOrder() {
            this(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        /// The same with `answer`.
        public AnswerOrder withAnswer(String value) {
            return new AnswerOrder(Optional.of(value), rules, message, answers, skip);
        }

        /// The same with `rules`.
        public AnswerOrder withRules(List<String> value) {
            return new AnswerOrder(answer, Optional.of(value), message, answers, skip);
        }

        /// The same with `message`.
        public AnswerOrder withMessage(String value) {
            return new AnswerOrder(answer, rules, Optional.of(value), answers, skip);
        }

        /// The same with `answers`.
        public AnswerOrder withAnswers(List<List<String>> value) {
            return new AnswerOrder(answer, rules, message, Optional.of(value), skip);
        }

        /// The same with `skip`.
        public AnswerOrder withSkip(Boolean value) {
            return new AnswerOrder(answer, rules, message, answers, Optional.of(value));
        }
    }

    /// `AnswerView` of the API.
    public record AnswerView(String id, String answeredBy) {}

    /// `ChoiceView` of the API.
    public record ChoiceView(String label, Optional<String> description) {}

    /// `QuestionView` of the API.
    public record QuestionView(
            String question,
            Optional<String> header,
            Optional<List<RequestsData.ChoiceView>> options,
            Optional<Boolean> multiSelect) {}

    /// `RequestView` of the API.
    ///
    /// @param kind `approval` or `question`
    /// @param callId The call that waits
    /// @param from The sub-agent that asks
    /// @param tool The tool of an approval
    /// @param args Its arguments
    /// @param reasons Why it is asked about, one line for each gate
    /// @param rules The rules that the answers `session` and `project` would add
    /// @param preview What the call would do, if there was a dry run
    public record RequestView(
            String id,
            String kind,
            String workspace,
            String session,
            String callId,
            String askedAt,
            Optional<String> from,
            Optional<String> tool,
            Optional<Json.Obj> args,
            Optional<List<String>> reasons,
            Optional<List<String>> rules,
            Optional<String> preview,
            Optional<List<RequestsData.QuestionView>> questions) {}
}
