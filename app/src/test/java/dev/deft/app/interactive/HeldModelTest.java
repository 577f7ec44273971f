package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The model of the terminal tests: it says what a test says, when the test says it.
class HeldModelTest {

    @TempDir private Path root;

    @Test
    void answersPieceByPiece() throws Exception {
        try (var model = new HeldModel();
                var terminal =
                        TmuxTerminal.Start.in(root)
                                .with(model.environment())
                                .deft("run", "say hello")) {
            HeldAnswer answer = model.next();
            assertThat(answer.request()).contains("say hello");
            answer.think("Hm.").say("Hello, ");
            assertThat(terminal.await("Hello,")).noneMatch(it -> it.contains("world"));
            answer.say("world.").call("ls", "path", ".").end();
            HeldAnswer second = model.next(it -> it.contains("tool_result"));
            assertThat(terminal.screen()).anyMatch(it -> it.contains("Hello, world."));
            second.say("Bye.").end();
            terminal.await("Bye.");
            assertThat(terminal.end()).isZero();
            assertThat(model.requests()).hasSize(2);
        }
    }
}
