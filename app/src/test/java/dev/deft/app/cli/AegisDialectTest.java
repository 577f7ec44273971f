package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The aegis dialect, result by result.
class AegisDialectTest {

    @TempDir private Path root;

    private DialectCalls calls;

    @BeforeEach
    void open() throws Exception {
        calls =
                new DialectCalls(root, "aegis")
                        .with("a.txt", "one\ntwo\none\n")
                        .with("src/B.java", "class B {}\n");
    }

    private String shown(String tool, String arguments) throws Exception {
        return calls.shown(tool, arguments);
    }

    @Test
    void readsLinesFromOneToTheLastInclusive() throws Exception {
        calls.with("empty.txt", "");
        assertThat(shown("read_file", "{'path':'a.txt'}"))
                .isEqualTo(
                        "{'path':'a.txt','total_lines':3,'content':'one\\ntwo\\none\\n','truncated':false}");
        assertThat(shown("read_file", "{'path':'a.txt','start_line':2,'end_line':99}"))
                .isEqualTo(
                        "{'path':'a.txt','total_lines':3,'content':'     2\\ttwo\\n     3\\tone','truncated':false}");
        assertThat(shown("read_file", "{'path':'empty.txt'}"))
                .isEqualTo("{'path':'empty.txt','total_lines':0,'content':'','truncated':false}");
    }

    @Test
    void cutsAFileAfterFiftyKilobytesAndSaysSo() throws Exception {
        calls.with("long.txt", "x".repeat(99).concat("\n").repeat(600));
        String whole = shown("read_file", "{'path':'long.txt'}");
        assertThat(whole).contains("'total_lines':600").endsWith("'truncated':true}");
        assertThat(whole.replaceAll("[^x]", "")).hasSizeBetween(49 * 1024, 50 * 1024);
    }

    @Test
    void aPathBelowWorkspaceMeansTheRoot() throws Exception {
        assertThat(shown("write_file", "{'path':'/workspace/x/y.txt','content':'é'}"))
                .isEqualTo("{'ok':true,'path':'x/y.txt','bytes_written':2}");
        assertThat(root.resolve("x/y.txt")).content().isEqualTo("é");
        assertThat(shown("list_files", "{'path':'/workspace/x'}"))
                .isEqualTo(
                        "{'path':'x','count':1,'entries':[{'name':'y.txt','type':'file','size':2}]}");
        assertThat(shown("list_files", "{'path':'/workspace'}"))
                .contains(
                        "{'name':'src','type':'dir','size':0},{'name':'x','type':'dir','size':0}]");
        assertThat(
                        shown(
                                "edit_file",
                                "{'path':'/workspace/a.txt','old_text':'two','new_text':'2'}"))
                .startsWith("{'ok':true,'path':'a.txt','lines_changed':[2],'diff':");
        assertThat(shown("glob", "{'pattern':'*.java','path':'/workspace/'}"))
                .isEqualTo("{'pattern':'*.java','count':1,'files':['src/B.java']}");
        assertThat(shown("grep", "{'pattern':'class','path':'/workspace/src'}"))
                .isEqualTo(
                        "{'pattern':'class','count':1,'matches':[{'file':'src/B.java','line':1,'text':'class B {}'}],'truncated':false}");
    }

    @Test
    void noPathBelowWorkspaceLeadsOut() throws Exception {
        assertThat(shown("read_file", "{'path':'/workspace/../etc/passwd'}"))
                .isEqualTo(
                        "{'error':'../etc/passwd leads outside the workspace. Use a path inside it.'}");
        assertThat(shown("read_file", "{'path':'/workspace-other/a.txt'}")).contains("'error'");
    }

    @Test
    void anEditThatIsNotUniqueListsEveryLineAndOccurrencePicksOne() throws Exception {
        assertThat(shown("edit_file", "{'path':'a.txt','old_text':'one','new_text':'1'}"))
                .isEqualTo(
                        "{'error':'The text occurs 2 times in a.txt; nothing was changed. Add lines around it until it is unique, or pick one with occurrence, counted from 1, or with start_line and end_line. It begins on these lines:\\n     1|one\\n     3|one'}");
        assertThat(
                        shown(
                                "edit_file",
                                "{'path':'a.txt','old_text':'one','new_text':'1','occurrence':2}"))
                .contains("'lines_changed':[3]");
        assertThat(
                        shown(
                                "edit_file",
                                "{'path':'a.txt','new_text':'x','start_line':1,'end_line':2}"))
                .contains("'ok':true");
        assertThat(root.resolve("a.txt")).content().isEqualTo("x\n1\n");
    }

    @Test
    void aPatternThatIsNoRegularExpressionIsSearchedLiterally() throws Exception {
        calls.with("f.txt", "call(x\n");
        assertThat(shown("grep", "{'pattern':'call(x'}"))
                .isEqualTo(
                        "{'pattern':'call(x','count':1,'matches':[{'file':'f.txt','line':1,'text':'call(x'}],'truncated':false}");
    }

    @Test
    void showsFiftyMatchesAndTwoHundredFiles() throws Exception {
        for (int i = 0; i < 210; i++) {
            calls.with("many/f%03d.txt".formatted(i), "hit\n");
        }
        Json.Obj grep = calls.call("grep", "{'pattern':'hit'}");
        assertThat(((Json.Arr) grep.find("matches").orElseThrow()).items()).hasSize(50);
        assertThat(grep.find("count")).contains(Json.Num.of(210));
        assertThat(grep.find("truncated")).contains(new Json.Bool(true));
        Json.Obj glob = calls.call("glob", "{'pattern':'**/f*.txt'}");
        assertThat(((Json.Arr) glob.find("files").orElseThrow()).items()).hasSize(200);
        assertThat(glob.find("count")).contains(Json.Num.of(210));
    }

    /// Colors are removed from the text, so they take nothing of its ten kilobytes.
    @Test
    void showsTenKilobytesOfAnOutput() throws Exception {
        calls.with(
                "red.sh",
                "for i in $(seq 1 4000); do printf '\\033[31mred %d\\033[0m\\n' $i; done\n");
        Json.Obj shown = calls.call("bash", "{'command':'bash red.sh'}");
        assertThat(shown.find("truncated")).contains(new Json.Bool(true));
        assertThat(shown.text("output").orElseThrow()).hasSizeBetween(10_230, 10_240);
    }

    @Test
    void aCommandHasItsExitCodeAndNoOtherParameter() throws Exception {
        assertThat(shown("bash", "{'command':'echo hi; exit 3'}"))
                .isEqualTo("{'exit_code':3,'output':'hi\\n','truncated':false}");
        assertThat(shown("bash", "{'command':'true','timeout':5}"))
                .isEqualTo(
                        "{'error':'Bad arguments for bash: timeout is not known here; expected command.'}");
    }
}
