package dev.deft.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.dialog.ApprovalDialog.Choice;
import dev.deft.app.terminal.dialog.ApprovalDialog.Kind;
import dev.deft.app.terminal.ui.Key;
import dev.deft.run.Approver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalDialogTest {

    private static final String RULE = "allow bash mvn -o -q verify";

    @ParameterizedTest
    @CsvSource({
        "y, ONCE",
        "1, ONCE",
        "s, SESSION",
        "2, SESSION",
        "p, PROJECT",
        "3, PROJECT",
        "n, REJECT",
        "4, REJECT",
        "esc, REJECT",
        "Y, ONCE"
    })
    void answersWithOneKey(String key, Kind kind) {
        List<String> rules =
                kind == Kind.SESSION || kind == Kind.PROJECT ? List.of(RULE) : List.of();
        assertThat(after(key)).contains(new Choice(kind, rules, Optional.empty()));
    }

    @Test
    void answersWithArrowsAndEnter() {
        assertThat(after("down", "enter").map(Choice::kind)).contains(Kind.ONCE);
        assertThat(after("down", "down", "enter").map(Choice::kind)).contains(Kind.SESSION);
        assertThat(after("j", "j", "j", "k", "enter").map(Choice::kind)).contains(Kind.SESSION);
        assertThat(after("up", "up", "enter").map(Choice::kind)).contains(Kind.REJECT);
    }

    @Test
    void takesNoEnterBeforeAnAnswerIsSelected() {
        assertThat(after("enter", "enter", "enter")).isEmpty();
    }

    @Test
    void takesNoKeyFromSomeoneWhoIsStillTyping() {
        var clock = new DrawnDialog.ManualClock();
        var dialog = dialog(DialogExamples.command(), clock);
        assertThat(dialog.press(new Key.Text("y"))).as("not drawn yet").isFalse();
        dialog.draw(80, 24);
        for (char letter : "yes, s1p2y".toCharArray()) {
            assertThat(dialog.press(new Key.Text(String.valueOf(letter)))).isFalse();
            clock.pass(QuietStart.PAUSE.minusMillis(1));
        }
        assertThat(dialog.press(new Key.Press("enter"))).isFalse();
        assertThat(dialog.answer()).isEmpty();

        clock.pass(QuietStart.PAUSE);
        assertThat(dialog.press(new Key.Text("y"))).isTrue();
        assertThat(dialog.answer().map(Choice::kind)).contains(Kind.ONCE);
    }

    @Test
    void takesQuickKeysAfterTheFirstPause() {
        var clock = new DrawnDialog.ManualClock();
        var dialog = dialog(DialogExamples.command(), clock);
        dialog.draw(80, 24);
        clock.pass(Duration.ofSeconds(1));
        dialog.press(new Key.Press("down"));
        dialog.press(new Key.Press("enter"));
        assertThat(dialog.answer().map(Choice::kind)).contains(Kind.ONCE);
    }

    @Test
    void isNotAnsweredByPastedText() {
        var dialog = DialogExamples.approval(DialogExamples.command());
        dialog.draw(80, 24);
        assertThat(dialog.press(new Key.Pasted("y\n"))).isFalse();
        assertThat(dialog.answer()).isEmpty();
    }

    @Test
    void storesTheRuleAsEdited() {
        assertThat(after("p", "n")).as("answered before").isPresent();
        assertThat(after("down", "down", "down", "e", "ctrl-w", "*", "enter"))
                .contains(
                        new Choice(
                                Kind.PROJECT, List.of("allow bash mvn -o -q *"), Optional.empty()));
        assertThat(after("tab", " --offline", "enter"))
                .contains(new Choice(Kind.SESSION, List.of(RULE + " --offline"), Optional.empty()));
    }

    @Test
    void storesNoRuleThatIsWrong() {
        var dialog = DialogExamples.approval(DialogExamples.command());
        DrawnDialog.press(dialog, "e", "ctrl-u", "allow", "enter");
        assertThat(dialog.answer()).isEmpty();
        assertThat(DrawnDialog.text(dialog, 80, 24))
                .contains("a rule is: action permission pattern");

        DrawnDialog.press(dialog, "ctrl-u", "enter");
        assertThat(dialog.answer()).as("no rule").isEmpty();

        DrawnDialog.press(dialog, "esc", "s");
        assertThat(dialog.answer())
                .contains(new Choice(Kind.SESSION, List.of(RULE), Optional.empty()));
    }

    @Test
    void editsSeveralRules() {
        var dialog = DialogExamples.approval(request("allow bash a *", "allow bash b *"));
        DrawnDialog.press(dialog, "e", "c", "down", "ctrl-u", "enter");
        assertThat(dialog.answer())
                .contains(new Choice(Kind.SESSION, List.of("allow bash a *c"), Optional.empty()));
    }

    @Test
    void showsRulesThatHadNoRoomBeforeTheyAreStored() {
        var rules =
                IntStream.range(0, 30).mapToObj(it -> "allow bash x" + it).toArray(String[]::new);
        var dialog = DialogExamples.approval(request(rules));
        DrawnDialog.press(dialog, "s");
        assertThat(dialog.answer()).isEmpty();
        assertThat(DrawnDialog.text(dialog, 80, 24)).contains("Store:", "allow bash x0");
        DrawnDialog.press(dialog, "enter");
        assertThat(dialog.answer().map(Choice::rules)).contains(List.of(rules));
    }

    @Test
    void rejectsWithWhatToDoInstead() {
        assertThat(after("r", "yes, but offline", "enter"))
                .contains(new Choice(Kind.REJECT, List.of(), Optional.of("yes, but offline")));
        assertThat(after("5", "enter"))
                .contains(new Choice(Kind.REJECT, List.of(), Optional.empty()));
        assertThat(after("r", "text", "esc")).isEmpty();
    }

    @Test
    void offersOnlyOnceWithoutRules() {
        var dialog = DialogExamples.approval(request());
        assertThat(DrawnDialog.text(dialog, 80, 24))
                .doesNotContain("session")
                .doesNotContain("edit");
        DrawnDialog.press(dialog, "s", "p", "e", "tab");
        assertThat(dialog.answer()).isEmpty();
        DrawnDialog.press(dialog, "2");
        assertThat(dialog.answer().map(Choice::kind)).contains(Kind.REJECT);
    }

    @Test
    void scrollsToTheLastLineOfALongCall() {
        String command =
                String.join(
                        "\n", IntStream.rangeClosed(1, 200).mapToObj(it -> "echo " + it).toList());
        var dialog =
                DialogExamples.approval(
                        DialogExamples.request(
                                "bash", DialogExamples.fields("command", command), RULE));
        assertThat(DrawnDialog.lines(dialog, 80, 10))
                .contains("   … 199 more lines (pgdn)")
                .noneMatch(it -> it.contains("echo 200"));
        for (int i = 0; i < 200; i++) {
            dialog.press(new Key.Press("pagedown"));
            dialog.draw(80, 10);
        }
        assertThat(DrawnDialog.text(dialog, 80, 10)).contains("No rule covers this call.");
        dialog.press(new Key.Press("ctrl-u"));
        assertThat(DrawnDialog.text(dialog, 80, 10)).contains("echo 200");
        dialog.press(new Key.Press("pageup"));
        assertThat(dialog.answer()).isEmpty();
    }

    private static Approver.Request request(String... rules) {
        return DialogExamples.request("bash", DialogExamples.fields("command", "a && b"), rules);
    }

    private static ApprovalDialog dialog(Approver.Request request, DrawnDialog.ManualClock clock) {
        return new ApprovalDialog(
                request, DrawnDialog.THEME, DrawnDialog.PLAIN_DIFF, DialogExamples::check, clock);
    }

    private static Optional<Choice> after(String... keys) {
        var dialog = DialogExamples.approval(DialogExamples.command());
        DrawnDialog.press(dialog, keys);
        return dialog.answer();
    }
}
