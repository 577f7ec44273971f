package dev.deft.guard;

import static dev.deft.guard.GuardedCall.read;
import static dev.deft.guard.GuardedCall.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.Verdict;
import dev.deft.tool.Touch;
import java.util.List;
import org.junit.jupiter.api.Test;

class MaskedTextTest {

    private static final String MASKED = "key = " + SecretMask.MASK;

    private static final Verdict ALLOWED = new Verdict.Allow("The call writes no masked text.");

    private static final Verdict OVERWRITES =
            new Verdict.Deny(
                    ErrorCode.REFUSED,
                    "The text contains …[masked], which hides a secret; writing it to a file would destroy the real value. Leave that part as it is and change only the text around it.");

    private static final Verdict NOT_FOUND =
            new Verdict.Deny(
                    ErrorCode.CONFLICT,
                    "The text to find contains …[masked], which hides a secret, so the file does not contain it like that. Choose text before or after it.");

    private final MaskedText gate = new MaskedText();

    private static GuardedCall call() {
        return GuardedCall.of("fixture");
    }

    @Test
    void deniesWritingAMask() {
        assertThat(gate.judge(call().with("content", MASKED).touching(read("a"), write("a"))))
                .isEqualTo(OVERWRITES);
        assertThat(gate.judge(call().with("new_text", MASKED).touching(write("a"))))
                .isEqualTo(OVERWRITES);
    }

    @Test
    void deniesRunningACommandWithAMask() {
        assertThat(gate.judge(call().with("command", MASKED).touching(Touch.running("ls"))))
                .isEqualTo(OVERWRITES);
    }

    @Test
    void deniesSearchingForAMask() {
        assertThat(
                        gate.judge(
                                call().with("new_text", "a")
                                        .with("old_text", MASKED)
                                        .touching(write("a"))))
                .isEqualTo(NOT_FOUND);
    }

    @Test
    void findsMasksInListsAndObjects() {
        Json plain = new Json.Str("plain");
        Json masked = new Json.Str(MASKED);
        Json list = new Json.Arr(List.of(plain, new Json.Arr(List.of(plain, masked))));

        assertThat(gate.judge(call().with("lines", list).touching(write("a"))))
                .isEqualTo(OVERWRITES);
        assertThat(
                        gate.judge(
                                call().with(
                                                "edit",
                                                Json.Obj.EMPTY
                                                        .with("a", plain)
                                                        .with(
                                                                "b",
                                                                Json.Obj.EMPTY.with("c", masked)))
                                        .touching(write("a"))))
                .isEqualTo(OVERWRITES);
    }

    @Test
    void allowsTextWithoutAMask() {
        Json list =
                new Json.Arr(List.of(new Json.Str("plain"), new Json.Bool(true), Json.Obj.EMPTY));

        assertThat(
                        gate.judge(
                                call().with("old_text", "masked")
                                        .with("lines", list)
                                        .touching(write("a"))))
                .isEqualTo(ALLOWED);
    }

    @Test
    void allowsMasksInCallsThatWriteNothing() {
        assertThat(
                        gate.judge(
                                call().with("pattern", MASKED)
                                        .touching(read("a"), Touch.fetching("example.org"))))
                .isEqualTo(ALLOWED);
    }

    @Test
    void isCalledMasked() {
        assertThat(gate.name()).isEqualTo("masked");
    }
}
