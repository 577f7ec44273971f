package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is typed, pasted, streamed, printed or asked about: the terminal stays as it was, and
/// where a person decides, nothing is hidden from them.
@Tag("slow")
class HostileTerminalTest {

    /// What is typed as a key that does something: it sends the message, or opens an editor.
    private static final Set<String> KEYS = Set.of("\rowned", "\u0007");

    @TempDir private Path directory;

    private SampleProject project;
    private HeldModel model;
    private TmuxTerminal terminal;
    private TerminalState before;

    @BeforeEach
    void start() throws Exception {
        project = SampleProject.trusted(directory);
        model = new HeldModel();
        terminal = project.start(model).size(120, 60).deft();
        terminal.await("build");
        before = terminal.state().withoutCursor();
    }

    @AfterEach
    void end() throws Exception {
        terminal.close();
        model.close();
    }

    private void isUntouched(String after) throws Exception {
        TerminalState state = terminal.state(it -> it.withoutCursor().withVisibleCursor(), before);
        assertThat(state).as(after).isEqualTo(before);
        assertThat(terminal.ended())
                .as("%s: it ended%n%s", after, String.join("\n", terminal.screen()))
                .isFalse();
        assertThat(PrintedSequences.foreign(terminal.printed())).as(after).isEmpty();
    }

    private static String lines() {
        List<HostileText> all = HostileText.all();
        return all.stream()
                .map(it -> "line %02d %s end".formatted(all.indexOf(it), it.text()))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void isNotMovedByWhatIsTypedOrPasted() throws Exception {
        for (HostileText hostile : HostileText.all()) {
            if (!KEYS.contains(hostile.text())) {
                terminal.type("typed" + hostile.text());
                terminal.press("C-u", "C-u");
            }
            terminal.paste("pasted" + hostile.text() + "end");
            terminal.await("end");
            isUntouched(hostile.name());
            terminal.press("C-u", "C-u");
        }
        terminal.paste(lines());
        terminal.press("Enter");
        HeldAnswer answer = model.next();
        assertThat(answer.request()).contains("line 01");
        answer.say("It was seen.").end();
        terminal.await("It was seen.");
        isUntouched("a message with everything");
    }

    @Test
    void isNotMovedByWhatAModelSaysOrACommandPrints() throws Exception {
        Files.writeString(project.root().resolve("hostile.txt"), lines());
        terminal.type("go").press("Enter");
        HeldAnswer answer = model.next();
        for (HostileText hostile : HostileText.all()) {
            answer.say("- said %s here `code %1$s`\n".formatted(hostile.text()));
            answer.say("- [link %1$s](http://a.example/%1$s)\n".formatted(hostile.text()));
        }
        answer.say("\n```\n" + lines() + "\n```\n\n| " + lines().replace("\n", " | ") + " |\n");
        answer.think(lines());
        answer.say("\n\nnow a command\n")
                .call("bash", "command", "cat hostile.txt; sleep 0.3")
                .end();
        HeldAnswer second = model.next();
        assertThat(terminal.await("line 37")).anyMatch(it -> it.contains("end"));
        isUntouched("streamed and printed");
        second.call("grep", "pattern", lines()).call("x" + lines(), "path", lines()).end();
        model.next().say("It is over.").end();
        terminal.await("It is over.");
        isUntouched("calls with hostile arguments");
        terminal.type("!cat hostile.txt").press("Enter").await("exit 0");
        isUntouched("a command of the user");
        terminal.press("C-o").await("Conversation");
        assertThat(PrintedSequences.foreign(terminal.printed())).isEmpty();
    }

    @Test
    void isNotMovedByFileNames() throws Exception {
        for (HostileText hostile : HostileText.all()) {
            String name = hostile.text().replace("/", "").replace("\u0000", "") + "x.txt";
            if (new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                    .equals(name)) {
                Files.writeString(project.root().resolve(name), "one\n");
            }
        }
        terminal.type("list").press("Enter");
        HeldAnswer answer = model.next();
        answer.call("ls", "path", ".");
        for (HostileText hostile : HostileText.all()) {
            answer.call("read", "path", hostile.text() + "x.txt");
        }
        answer.end();
        model.next().say("Listed.").end();
        terminal.await("Listed.");
        isUntouched("names in calls");
        terminal.type("@x.t");
        terminal.await("x.txt");
        isUntouched("names to complete");
    }

    @Test
    void hidesNothingWhereAPersonDecides() throws Exception {
        terminal.type("write").press("Enter");
        model.next().call("write", "path", "a\u202etxt\u200b.md", "content", lines()).end();
        terminal.await("Allow once");
        terminal.await("a⟨U+202E⟩txt⟨U+200B⟩.md");
        List<String> screen = terminal.await("line 37");
        for (HostileText hostile : HostileText.all()) {
            String line = "line %02d ".formatted(HostileText.all().indexOf(hostile));
            assertThat(screen)
                    .as(hostile.name())
                    .anyMatch(it -> it.contains(line + hostile.named()));
        }
        isUntouched("an approval");
        terminal.answer("n", "Allow once");
        model.next()
                .call("bash", "command", "touch a\u202e\u200b\u009b2Jb > c.txt\n: \u001b[2J")
                .end();
        terminal.await("Allow once");
        terminal.await("a⟨U+202E⟩⟨U+200B⟩⟨U+009B⟩2Jb");
        isUntouched("an approval of a command");
        terminal.answer("n", "Allow once");
        HeldAnswer next = model.next();
        Json.Obj option = HeldModel.args("label", "yes\u202e", "description", lines());
        next.call(
                        "question",
                        Json.Obj.EMPTY.with(
                                "questions",
                                new Json.Arr(
                                        List.of(
                                                HeldModel.args("question", "Sure\u200b?" + lines())
                                                        .with(
                                                                "options",
                                                                new Json.Arr(List.of(option)))))))
                .end();
        terminal.await("Sure⟨U+200B⟩?");
        terminal.await("yes⟨U+202E⟩");
        isUntouched("a question");
    }
}
