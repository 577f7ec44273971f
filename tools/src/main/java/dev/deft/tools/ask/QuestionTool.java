package dev.deft.tools.ask;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.Question;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks the user questions and waits for the answers.
public final class QuestionTool implements Tool<QuestionTool.Params> {

    private static final int MOST = 10;

    /// Users may take long to answer.
    private static final Duration TIMEOUT = Duration.ofDays(7);

    public record Params(
            @Doc("The questions to ask") @Bounds(min = 1, max = MOST) List<Asked> questions) {}

    /// One question, as the model writes it.
    public record Asked(
            @Doc("The question, a whole sentence") @Bounds(min = 1, max = 4_000) String question,
            @Doc("A word or two to recognize it by") Optional<String> header,
            @Doc("What to choose from; leave out for a free answer") Optional<List<Option>> options,
            @Doc("Whether several options may be chosen") Optional<Boolean> multiSelect) {}

    /// One option, as the model writes it.
    public record Option(
            @Doc("What is shown and answered") @Bounds(min = 1, max = 400) String label,
            @Doc("What choosing it means") Optional<String> description) {}

    /// One list of answers for each question.
    public record Data(List<List<String>> answers) {

        public Data {
            answers = List.copyOf(answers);
        }
    }

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        ToolSpec<Params> spec =
                ToolSpec.of(
                        "question",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.OTHER,
                        Map.of("most", MOST));
        return spec.within(spec.limits().withTimeout(TIMEOUT));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        List<Question> questions = params.questions().stream().map(QuestionTool::question).toList();
        List<List<String>> answers = host.session().ask(questions);
        if (answers.size() != questions.size()) {
            return failure(
                    ErrorCode.REFUSED,
                    "The questions were not answered. Continue with your best judgment.");
        }
        return ToolResult.output(
                new Data(answers),
                text(questions, answers),
                "Asked %d".formatted(questions.size()));
    }

    private static Question question(Asked asked) {
        List<Question.Choice> choices =
                asked.options().orElse(List.of()).stream()
                        .map(it -> new Question.Choice(it.label(), it.description()))
                        .toList();
        return new Question(
                asked.question(), asked.header(), choices, asked.multiSelect().orElse(false));
    }

    private static String text(List<Question> questions, List<List<String>> answers) {
        var text = new StringBuilder();
        for (int i = 0; i < questions.size(); i++) {
            String answer =
                    answers.get(i).isEmpty() ? "(skipped)" : String.join(", ", answers.get(i));
            text.append("%s\n→ %s\n".formatted(questions.get(i).question(), answer));
        }
        return text.toString().stripTrailing();
    }
}
