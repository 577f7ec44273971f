package dev.deft.server.live;

import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.Approver;
import dev.deft.server.store.SessionRef;
import dev.deft.tool.Doc;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An approval or a question that waits for somebody.
public record RequestView(
        String id,
        @Doc("`approval` or `question`") String kind,
        String workspace,
        String session,
        @Doc("The call that waits") String callId,
        String askedAt,
        @Doc("The sub-agent that asks") Optional<String> from,
        @Doc("The tool of an approval") Optional<String> tool,
        @Doc("Its arguments") Optional<Json.Obj> args,
        @Doc("Why it is asked about, one line for each gate") Optional<List<String>> reasons,
        @Doc("The rules that the answers `session` and `project` would add")
                Optional<List<String>> rules,
        @Doc("What the call would do, if there was a dry run") Optional<String> preview,
        Optional<List<QuestionView>> questions) {

    /// A question.
    public record QuestionView(
            String question,
            Optional<String> header,
            Optional<List<ChoiceView>> options,
            Optional<Boolean> multiSelect) {

        static QuestionView of(Question it) {
            return new QuestionView(
                    it.question(),
                    it.header(),
                    it.options().isEmpty()
                            ? Optional.empty()
                            : Optional.of(it.options().stream().map(ChoiceView::of).toList()),
                    it.multiSelect() ? Optional.of(true) : Optional.empty());
        }
    }

    /// An option of a question.
    public record ChoiceView(String label, Optional<String> description) {

        static ChoiceView of(Question.Choice it) {
            return new ChoiceView(it.label(), it.description());
        }
    }

    static RequestView approval(
            String id, SessionRef session, Instant at, Approver.Request request) {
        Approver.Request shown = request.masked(SecretMask.KEYS_ONLY);
        return new RequestView(
                id,
                "approval",
                session.workspace(),
                session.session(),
                shown.callId(),
                at.toString(),
                shown.from(),
                Optional.of(shown.tool()),
                Optional.of(shown.arguments()),
                Optional.of(shown.reasons()),
                Optional.of(shown.rules()),
                shown.preview(),
                Optional.empty());
    }

    static RequestView questions(
            String id, SessionRef session, Instant at, String callId, List<Question> questions) {
        return new RequestView(
                id,
                "question",
                session.workspace(),
                session.session(),
                callId,
                at.toString(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(questions.stream().map(QuestionView::of).toList()));
    }
}
