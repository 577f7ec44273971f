package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ApprovalBehindAPageTest {

    @TempDir private Path directory;

    @Test
    void isToldInThePageAndTakesNoKeyThatWasTypedForThePage() throws Exception {
        SampleProject project = SampleProject.trusted(directory);
        try (var model = new HeldModel();
                TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            HeldAnswer answer = model.next();
            answer.say("One moment.\n\n");
            terminal.await("One moment.");
            terminal.press("C-o");
            terminal.await("q close");
            answer.call("bash", "command", "touch made").end();
            terminal.await("Deft needs your answer: press q");
            terminal.type("qy");
            terminal.await("Allow once");
            terminal.answer("n", "Allow once");
            assertThat(project.root().resolve("made")).doesNotExist();
        }
    }
}
