package dev.deft.app.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.app.terminal.LiveLine;
import dev.deft.app.terminal.Screen;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class TerminalApproverTest {

    private static final String CLEARS_THE_SCREEN = "\u001b[2J\u001b[1;1H";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private TerminalApprover typing(BufferedReader keyboard) {
        var printed = new PrintStream(err, true, StandardCharsets.UTF_8);
        var console =
                new Console(
                        InputStream.nullInputStream(),
                        printed,
                        printed,
                        Screen.NONE,
                        Screen.MOVING,
                        Path.of("."),
                        Map.of());
        return new TerminalApprover(console, new LiveLine(printed, Screen.NONE), keyboard);
    }

    private TerminalApprover typing(String lines) {
        return typing(new BufferedReader(new StringReader(lines)));
    }

    private static Approver.Request request(String text) {
        return new Approver.Request(
                "c1",
                "bash" + text,
                Json.Obj.EMPTY.with("command", "ls" + text),
                List.of("No rule allows it." + text),
                List.of("allow bash ls" + text),
                Optional.of("+ a line" + text));
    }

    private static Question question(boolean several, String... labels) {
        return new Question(
                "Which port?" + CLEARS_THE_SCREEN,
                Optional.empty(),
                List.of(labels).stream()
                        .map(it ->
                                new Question.Choice(
                                        it, Optional.of("described" + CLEARS_THE_SCREEN)))
                        .toList(),
                several);
    }

    private String shown() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void isShownNothingThatMovesTheCursor() throws Exception {
        typing("r\n").approve(request(CLEARS_THE_SCREEN));
        typing("\n").answer("c1", List.of(question(false, "80")));
        assertThat(shown()).contains("No rule allows it.", "+ a line", "Which port?", "described");
        assertThat(shown()).doesNotContain("\u001b");
    }

    @Test
    void mayAnswerInCapitalsAndIsAskedAgainWhereItIsNotClear() throws Exception {
        assertThat(typing("O\n").approve(request(""))).isEqualTo(Approval.ONCE);
        assertThat(typing("\nwhat?\nSession\n").approve(request(""))).isEqualTo(Approval.SESSION);
        assertThat(typing("no\n").approve(request(""))).isEqualTo(Approval.REJECT);
    }

    @Test
    void saysNoByGoingAway() throws Exception {
        assertThat(typing("").approve(request(""))).isEqualTo(Approval.REJECT);
    }

    @Test
    void choosesByNumberOrSaysSomethingElse() throws Exception {
        assertThat(typing("2\n").answer("c1", List.of(question(false, "80", "443"))))
                .containsExactly(List.of("443"));
        assertThat(typing("1, 2\n").answer("c1", List.of(question(true, "80", "443"))))
                .containsExactly(List.of("80", "443"));
        assertThat(typing("8080\n").answer("c1", List.of(question(false, "80", "443"))))
                .as("no number of an option")
                .containsExactly(List.of("8080"));
        assertThat(typing("99999999999\n").answer("c1", List.of(question(true))))
                .as("a question without options")
                .containsExactly(List.of("99999999999"));
        assertThat(typing("\n").answer("c1", List.of(question(false, "80"))))
                .containsExactly(List.of());
    }

    @Test
    void isNoLongerWaitedForAfterAnInterrupt() throws Exception {
        var typed = new Semaphore(0);
        var keyboard =
                new InputStream() {
                    @Override
                    public int read() {
                        // As a terminal: nothing but a key ends it.
                        typed.acquireUninterruptibly();
                        return 's';
                    }

                    @Override
                    public int read(byte[] bytes, int from, int length) {
                        read();
                        bytes[from] = 's';
                        bytes[from + 1] = '\n';
                        return 2;
                    }
                };
        TerminalApprover person =
                typing(new BufferedReader(new InputStreamReader(keyboard, StandardCharsets.UTF_8)));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> person.approve(request("")))
                .isInstanceOf(InterruptedException.class);
        typed.release();
        assertThat(person.approve(request(""))).as("the next one").isEqualTo(Approval.SESSION);
    }
}
