package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.json.Json;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pegasus dialect, result by result, with the error texts of its source.
class PegasusDialectTest {

    @TempDir private Path root;

    private DialectCalls calls;

    @BeforeEach
    void open() throws Exception {
        calls =
                new DialectCalls(root, "pegasus")
                        .with("a.txt", "one\ntwo\none\n")
                        .with("src/B.java", "class B {}\n");
    }

    private String shown(String tool, String arguments) throws Exception {
        return calls.shown(tool, arguments);
    }

    private static final String TIMES = "'startedAt':0,'completedAt':0,'durationMs':0}";

    private static String result(String result) {
        return "{'success':true,'result':" + result + "," + TIMES;
    }

    private static String error(String text) {
        return "{'success':false,'error':'" + text + "'," + TIMES;
    }

    @Test
    void aToolThatIsNotThereIsNotFound() throws Exception {
        assertThat(shown("reed_file", "{}"))
                .startsWith(
                        "{'success':false,'error':'Tool \\'reed_file\\' not found. The nearest are: read_file,");
    }

    @Test
    void wrongArgumentsFailTheValidation() throws Exception {
        assertThat(shown("read_file", "{}"))
                .isEqualTo(
                        error("Parameter validation failed: path is missing; expected a string."));
        assertThat(shown("sleep", "{'duration':-1}"))
                .isEqualTo(
                        error(
                                "Parameter validation failed: duration is -1; expected a number of at least 0."));
    }

    @Test
    void aMissingFileIsNotFoundAndOneOutsideIsDenied() throws Exception {
        assertThat(shown("read_file", "{'path':'none.txt'}"))
                .isEqualTo(error("File not found: There is no file or directory none.txt."));
        assertThat(shown("read_file", "{'path':'/etc/passwd'}"))
                .isEqualTo(
                        error(
                                "Permission denied: /etc/passwd leads outside the workspace. Use a path inside it."));
        assertThat(shown("get_file_info", "{'path':'none.txt'}"))
                .isEqualTo(result("{'exists':false}"));
    }

    @Test
    void theConfigurationSetsTimeoutAndPaths() throws Exception {
        calls.with("config.yml", "tools:\n  timeout: 300\n  allowedPaths:\n    - ./src\n");
        assertThat(shown("sleep", "{'duration':5}"))
                .isEqualTo(error("Tool execution timed out after 300ms"));
        assertThat(shown("read_file", "{'path':'a.txt'}"))
                .isEqualTo(
                        error(
                                "Permission denied: fs.read of a.txt is outside the allowed paths: ./src."));
        assertThat(shown("read_file", "{'path':'src/B.java'}"))
                .isEqualTo(result("{'content':'class B {}\\n','size':11,'totalLines':1}"));
    }

    @Test
    void everyToolHasThirtySeconds() throws Exception {
        String tools = DeftRun.in(root, "", "tools", "--json", "--dialect", "pegasus").out();
        assertThat(tools).contains("read_file");
        Json.Obj table = table();
        for (Json tool : ((Json.Arr) table.find("tools").orElseThrow()).items()) {
            Json.Obj entry = (Json.Obj) tool;
            assertThat(entry.find("limits").flatMap(it -> ((Json.Obj) it).find("timeout_ms")))
                    .as(entry.text("name").orElse(""))
                    .contains(Json.Num.of(30_000));
        }
    }

    private static Json.Obj table() throws Exception {
        try (InputStream in = Dialects.class.getResourceAsStream("pegasus.json")) {
            return JsonText.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void editsAreMatchedAgainstTheOriginalAllOrNone() throws Exception {
        assertThat(
                        shown(
                                "edit_file",
                                "{'path':'a.txt','edits':[{'old_str':'two','new_str':'2'},{'old_str':'none','new_str':''}]}"))
                .startsWith("{'success':false,'error':'Edit 2: The text is not in a.txt");
        assertThat(root.resolve("a.txt")).content().isEqualTo("one\ntwo\none\n");
        assertThat(
                        shown(
                                "edit_file",
                                "{'path':'a.txt','edits':[{'old_str':'one\\ntwo','new_str':'1'},{'old_str':'\\none\\n','new_str':'\\n3\\n'}]}"))
                .isEqualTo(result("{'applied':2}"));
        assertThat(root.resolve("a.txt")).content().isEqualTo("1\n3\n");
    }

    @Test
    void searchesGiveFiftyMatches() throws Exception {
        calls.with("many.txt", "hit\n".repeat(60));
        assertThat(shown("grep_files", "{'pattern':'class'}"))
                .isEqualTo(
                        result("{'matches':[{'file':'src/B.java','line':1,'text':'class B {}'}]}"));
        assertThat(shown("grep_files", "{'pattern':'hit'}").split("'line'", -1)).hasSize(51);
    }

    @Test
    void tasksAreSessions() throws Exception {
        shown("write_file", "{'path':'b.txt','content':'b'}");
        assertThat(shown("task_list", "{}"))
                .matches(
                        "\\{'success':true,'result':\\[\\{'taskId':'rows','description':'write: b.txt','startedAt':'[^']+','updatedAt':'[^']+','messages':1}],'startedAt':0,'completedAt':0,'durationMs':0}");
        assertThat(shown("task_list", "{'date':'1999-12-31'}")).isEqualTo(result("[]"));
        assertThat(shown("task_replay", "{'taskId':'rows'}"))
                .contains("'role':'tool','content':'{\\'path\\':\\'b.txt\\'", "'toolName':'write'");
        assertThat(shown("task_replay", "{'taskId':'none'}"))
                .isEqualTo(error("Resource not found: There is no session none."));
        assertThat(shown("session_archive_read", "{'file':'rows.jsonl'}"))
                .isEqualTo(
                        error(
                                "Session rows is still open, so it is no archive yet. Read it when it has ended."));
    }
}
