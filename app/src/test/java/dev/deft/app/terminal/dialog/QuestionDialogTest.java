package dev.deft.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.app.terminal.dialog.QuestionDialog.Answers;
import dev.deft.app.terminal.ui.Key;
import dev.deft.host.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuestionDialogTest {

    @Test
    void answersOneQuestionWithOneKey() {
        assertThat(single(false, "2")).contains(answers(List.of("B")));
        assertThat(single(false, "down", "enter")).contains(answers(List.of("B")));
        assertThat(single(false, "j", "j", "k", "enter")).contains(answers(List.of("B")));
        assertThat(single(false, " ", "enter")).contains(answers(List.of("A")));
    }

    @Test
    void choosesSeveralOptions() {
        assertThat(single(true, " ", "down", " ", "enter")).contains(answers(List.of("A", "B")));
        assertThat(single(true, "1", "2", "1", "enter")).contains(answers(List.of("B")));
        assertThat(single(true, "down", "enter"))
                .as("nothing toggled")
                .contains(answers(List.of("B")));
    }

    @Test
    void takesAnotherAnswer() {
        assertThat(single(false, "3", "js, sk", "enter")).contains(answers(List.of("js, sk")));
        assertThat(single(true, "1", "3", "C", "enter", "enter"))
                .contains(answers(List.of("A", "C")));
        assertThat(single(false, "3", "C", "esc", "up", "enter"))
                .as("a radio button has one answer")
                .contains(answers(List.of("B")));
        assertThat(single(false, "3", "enter")).as("nothing typed").isEmpty();
    }

    @Test
    void takesFreeText() {
        assertThat(free("s", "kip", "enter")).contains(answers(List.of("skip")));
        assertThat(free("enter")).contains(answers(List.of()));
        assertThat(free("text", "esc")).contains(answers(List.of()));
    }

    @Test
    void skips() {
        assertThat(single(false, "s")).contains(answers(List.of()));
        assertThat(single(true, "1", "esc")).contains(answers(List.of()));
    }

    @Test
    void skipsAllOnASecondEscape() {
        assertThat(several("1", "esc", "esc")).contains(answers(List.of(), List.of(), List.of()));
        assertThat(several("1", "esc", "eu", "enter", "enter"))
                .contains(answers(List.of("PostgreSQL"), List.of(), List.of("eu")));
    }

    @Test
    void goesBackAndShowsAllAnswersBeforeTheyAreSent() {
        assertThat(several("1", "1", "enter", "eu", "enter")).as("the summary").isEmpty();
        assertThat(several("1", "left", "2", "1", "enter", "eu", "enter", "enter"))
                .contains(answers(List.of("SQLite"), List.of("Unit"), List.of("eu")));
        assertThat(several("1", "1", "enter", "eu", "enter", "tab", "-1", "enter", "enter"))
                .contains(answers(List.of("PostgreSQL"), List.of("Unit"), List.of("eu-1")));
    }

    @Test
    void takesNoKeyFromSomeoneWhoIsStillTyping() {
        var clock = new DrawnDialog.ManualClock();
        var dialog = new QuestionDialog(List.of(question(false)), DrawnDialog.THEME, clock);
        dialog.draw(80, 24);
        assertThat(dialog.press(new Key.Press("enter"))).isFalse();
        assertThat(dialog.press(new Key.Text("2"))).isFalse();
        assertThat(dialog.answer()).isEmpty();
        clock.pass(QuietStart.PAUSE);
        dialog.press(new Key.Text("2"));
        assertThat(dialog.answer()).contains(answers(List.of("B")));
    }

    @Test
    void keepsTheSelectedOneOfManyOptionsOnTheScreen() {
        var options =
                IntStream.range(0, 10_000)
                        .mapToObj(it ->
                                new Question.Choice("option " + it, Optional.of("text " + it)))
                        .toList();
        var dialog =
                DialogExamples.question(
                        List.of(new Question("Which?", Optional.empty(), options, true)));
        dialog.draw(40, 12);
        dialog.press(new Key.Press("end"));
        dialog.press(new Key.Press("up"));
        assertThat(DrawnDialog.lines(dialog, 40, 12))
                .anyMatch(it -> it.startsWith(" ❯") && it.contains("option 9999"));
        dialog.press(new Key.Press("home"));
        assertThat(DrawnDialog.text(dialog, 40, 12)).contains("❯ 1 [ ] option 0");
        dialog.press(new Key.Press("pagedown"));
        assertThat(DrawnDialog.lines(dialog, 40, 12)).anyMatch(it -> it.startsWith(" ❯"));
    }

    @Test
    void needsAQuestion() {
        assertThatThrownBy(() -> DialogExamples.question(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @SafeVarargs
    private static Answers answers(List<String>... answers) {
        List<List<String>> all = new ArrayList<>();
        for (List<String> it : answers) {
            all.add(it);
        }
        return new Answers(all);
    }

    private static Question question(boolean multiSelect) {
        return new Question(
                "Which?",
                Optional.of("Choice"),
                List.of(
                        new Question.Choice("A", Optional.empty()),
                        new Question.Choice("B", Optional.of("the second"))),
                multiSelect);
    }

    private static Optional<Answers> single(boolean multiSelect, String... keys) {
        return pressed(List.of(question(multiSelect)), keys);
    }

    private static Optional<Answers> free(String... keys) {
        return pressed(List.of(new Question("What?", Optional.empty(), List.of(), false)), keys);
    }

    private static Optional<Answers> several(String... keys) {
        return pressed(DialogExamples.several(), keys);
    }

    private static Optional<Answers> pressed(List<Question> questions, String... keys) {
        var dialog = DialogExamples.question(questions);
        DrawnDialog.press(dialog, keys);
        return dialog.answer();
    }
}
