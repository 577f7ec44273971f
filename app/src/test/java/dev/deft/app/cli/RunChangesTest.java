package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which files a run says it changed.
class RunChangesTest {

    @TempDir Path root;

    private List<String> changed(String changes) throws Exception {
        Path policy =
                Files.writeString(
                        root.resolve("policy.json"),
                        """
                        {"rules": [{"permission": "*", "pattern": "*", "action": "allow"}],
                         "commands": {"changes": "%s"}}
                        """
                                .formatted(changes));
        Files.writeString(root.resolve("old.txt"), "old\n");
        try (var model =
                BothWires.following(
                        calls("bash", args("command", "echo x > made.txt; rm old.txt"))
                                .and("write", args("path", "written.txt", "content", "w")),
                        says("Done."))) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment("anthropic"),
                            "",
                            "run",
                            "go",
                            "--output",
                            "json",
                            "--policy",
                            policy.toString());
            assertThat(root.resolve("made.txt")).as(ran.out() + ran.err()).exists();
            Json files = JsonText.parseObject(ran.out()).find("files_changed").orElseThrow();
            return ((Json.Arr) files).items().stream().map(it -> ((Json.Str) it).value()).toList();
        }
    }

    @Test
    void areThoseOfCommandsTooWhereTheirChangesAreKept() throws Exception {
        assertThat(changed("undoable")).containsExactly("made.txt", "old.txt", "written.txt");
    }

    @Test
    void areThoseOfCommandsTooWhereTheirChangesAreReviewed() throws Exception {
        assertThat(changed("review")).containsExactly("made.txt", "old.txt", "written.txt");
    }

    @Test
    void areThoseOfToolsWhereCommandsChangeFilesDirectly() throws Exception {
        assertThat(changed("direct")).containsExactly("written.txt");
    }
}
