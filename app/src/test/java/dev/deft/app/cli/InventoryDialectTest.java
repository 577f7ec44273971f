package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The inventory dialect, result by result.
class InventoryDialectTest {

    @TempDir private Path root;

    private DialectCalls calls;

    @BeforeEach
    void open() throws Exception {
        calls =
                new DialectCalls(root, "inventory")
                        .with("a.txt", "one\ntwo\none\n")
                        .with("src/B.java", "class B {}\n");
    }

    private String shown(String tool, String arguments) throws Exception {
        return calls.shown(tool, arguments);
    }

    private static String content(String text) {
        return "{'content':'" + text + "','is_error':false}";
    }

    private static String error(String text) {
        return "{'content':'" + text + "','is_error':true}";
    }

    @Test
    void readsFromLineZeroAndSaysWhereToGoOn() throws Exception {
        assertThat(shown("read", "{'path':'a.txt','offset':1}"))
                .isEqualTo(content("     2\\ttwo\\n     3\\tone"));
        assertThat(shown("read", "{'path':'a.txt','offset':0,'limit':1}"))
                .isEqualTo(content("     1\\tone\\n[lines up to 1 of 3; continue with offset=1]"));
    }

    @Test
    void aPageHasFiftyKilobytesAndAtMostFiveHundredAndTwelve() throws Exception {
        calls.with("long.txt", "x".repeat(99).concat("\n").repeat(12_000));
        String page = calls.call("read", "{'path':'long.txt'}").text("content").orElseThrow();
        assertThat(page).hasSizeBetween(49 * 1024, 50 * 1024 + 100);
        assertThat(page)
                .containsPattern("\\[lines up to \\d+ of 12000; continue with offset=\\d+]$");
        String asked =
                calls.call("read", "{'path':'long.txt','limit':11000}")
                        .text("content")
                        .orElseThrow();
        assertThat(asked).hasSizeBetween(511 * 1024, 512 * 1024);
        assertThat(asked).containsPattern("continue with offset=\\d+]$");
    }

    @Test
    void listsTheTypeAndTheSizeOfEachEntry() throws Exception {
        calls.with("src/deep/c d.txt", "xy");
        assertThat(shown("ls", "{'path':'src'}"))
                .isEqualTo(content("B.java  file  11\\ndeep  dir  0"));
        assertThat(shown("ls", "{'path':'src/deep'}")).isEqualTo(content("c d.txt  file  2"));
        Files.createDirectory(root.resolve("none"));
        assertThat(shown("ls", "{'path':'none'}")).isEqualTo(content("none is empty."));
        assertThat(shown("ls", "{'path':'nowhere'}")).contains("'is_error':true");
        assertThat(shown("ls", "{}"))
                .isEqualTo(error("Bad arguments for ls: path is missing; expected a string."));
    }

    @Test
    void aListThatIsCutSaysSo() throws Exception {
        for (int i = 0; i < 1_005; i++) {
            calls.with("many/f%04d.txt".formatted(i), "");
        }
        assertThat(shown("ls", "{'path':'many'}"))
                .endsWith(
                        "f0999.txt  file  0\\n[the first 1000 of 1005 entries]','is_error':false}");
    }

    @Test
    void writesAndEditsWhatIsUnique() throws Exception {
        assertThat(shown("write", "{'path':'n/m.txt','content':'abc'}"))
                .isEqualTo(content("Created n/m.txt, 3 bytes."));
        assertThat(shown("edit", "{'path':'a.txt','old_text':'one','new_text':'1'}"))
                .isEqualTo(
                        error(
                                "The text occurs 2 times in a.txt; nothing was changed. Add lines"
                                        + " around it until it is unique. It begins on these lines:\\n"
                                        + "     1|one\\n"
                                        + "     3|one"));
        assertThat(shown("edit", "{'path':'a.txt','old_text':'two','new_text':'2'}"))
                .startsWith("{'content':'Edited a.txt: 1 replacement.");
    }

    @Test
    void findsByPathAndByContent() throws Exception {
        assertThat(shown("glob", "{'pattern':'**/*.java'}")).isEqualTo(content("src/B.java"));
        assertThat(shown("grep", "{'pattern':'class'}"))
                .isEqualTo(content("src/B.java:1:class B {}"));
    }

    /// A timeout under ten seconds is raised to ten, so the command may take its second.
    @Test
    void runsACommandWithItsEnvironmentAtLeastTenSeconds() throws Exception {
        assertThat(
                        shown(
                                "exec",
                                "{'command':'sleep 1.2; echo $X; pwd | sed"
                                        + " s,.*/,,','env':{'X':'1'},'workdir':'src','timeout':1}"))
                .isEqualTo(content("1\\nsrc\\n"));
        assertThat(shown("exec", "{'command':'exit 3'}")).isEqualTo(content("[exit code 3]"));
    }

    @Test
    void sessionsAreLinesOfKeysAndValues() throws Exception {
        assertThat(shown("sessions_status", "{}"))
                .isEqualTo(
                        content(
                                "session_id: rows\\nmessage_count: 0\\nprompt_tokens:"
                                        + " 0\\ncompletion_tokens: 0\\ncost: 0"));
        assertThat(shown("sessions_send", "{'session_id':'other','content':'hi'}"))
                .isEqualTo(error("There is no session other."));
        new DialectCalls(root, "locked").call("write", "{'path':'b.txt','content':'b'}");
        assertThat(shown("sessions_send", "{'session_id':'rows','content':'hi\\nrole: assistant'}"))
                .isEqualTo(content("session_id: rows\\nstatus: stored"));
        assertThat(shown("sessions_history", "{'session_id':'rows','limit':1}"))
                .matches(
                        "\\{'content':'total: 2\\\\n\\\\nrole: user\\\\nts: [^\\\\]+\\\\nsource:"
                                + " session:rows\\\\ncontent: hi\\\\n"
                                + "  role: assistant','is_error':false}");
        assertThat(shown("sessions_list", "{'limit':1}"))
                .startsWith("{'content':'session_id: rows\\ntitle: hi role: assistant\\nmodified: ")
                .endsWith("\\nturns: 1\\ncurrent: true','is_error':false}");
        assertThat(shown("agents_list", "{}"))
                .startsWith(
                        "{'content':'name: build\\nmodel: none\\nmax_steps: 50\\ntools: read,"
                                + " write,");
    }
}
