package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The opencode dialect, result by result.
class OpencodeDialectTest {

    @TempDir private Path root;

    private DialectCalls calls;

    @BeforeEach
    void open() throws Exception {
        calls =
                new DialectCalls(root, "opencode")
                        .with("a.txt", "one\ntwo\none\n")
                        .with("src/B.java", "class B {}\n");
    }

    private String shown(String tool, String arguments) throws Exception {
        return calls.shown(tool, arguments);
    }

    @Test
    void readsTwoThousandLinesFromZero() throws Exception {
        calls.with("long.txt", "x\n".repeat(2_500));
        Json.Obj read = calls.call("read", "{'filePath':'long.txt'}");
        assertThat(read.text("output").orElseThrow())
                .endsWith("  2000\tx\n[lines up to 2000 of 2500; continue with offset=2000]");
        assertThat(read.text("output").orElseThrow().lines()).hasSize(2_001);
        assertThat(shown("read", "{'filePath':'a.txt','offset':1,'limit':1}"))
                .contains("'output':'     2\\ttwo\\n[lines up to 2 of 3; continue with offset=2]'");
    }

    @Test
    void anEntryOfTheTodoListHasFourFields() throws Exception {
        assertThat(shown("todowrite", "{'todos':[{'content':'x','status':'pending'}]}"))
                .contains(
                        "todos[0].id is missing; expected a string; todos[0].priority is missing; expected one of high, medium, low.",
                        "'code':'invalid_arguments'");
        String todos =
                "{'title':'1 of 1 open','metadata':{'todos':[{'id':'1','content':'x','status':'pending','priority':'low'}],'truncated':false},'output':'[ {\\n  \\'id\\' : \\'1\\',\\n  \\'content\\' : \\'x\\',\\n  \\'status\\' : \\'pending\\',\\n  \\'priority\\' : \\'low\\'\\n} ]'}";
        assertThat(
                        shown(
                                "todowrite",
                                "{'todos':[{'id':'1','content':'x','status':'pending','priority':'low'}]}"))
                .isEqualTo(todos);
        assertThat(shown("todoread", "{}")).isEqualTo(todos);
    }

    @Test
    void listsATreeWithoutWhatIsIgnored() throws Exception {
        calls.with(".gitignore", "target/\n").with("target/x", "").with("src/deep/c.txt", "");
        Json.Obj list = calls.call("list", "{'ignore':['*.txt','.deft','.home']}");
        assertThat(list.text("output")).contains("./\n  .gitignore\n  src/\n    B.java\n    deep/");
    }

    @Test
    void findsTheNewestHundredFirst() throws Exception {
        for (int i = 0; i < 110; i++) {
            calls.with("many/f%03d.txt".formatted(i), "");
            Files.setLastModifiedTime(
                    root.resolve("many/f%03d.txt".formatted(i)),
                    FileTime.fromMillis(1_000_000L * i));
        }
        Json.Obj glob = calls.call("glob", "{'pattern':'**/f*.txt'}");
        Json.Obj metadata = (Json.Obj) glob.find("metadata").orElseThrow();
        assertThat(metadata.find("truncated")).contains(new Json.Bool(true));
        assertThat(metadata.find("count")).contains(Json.Num.of(110));
        assertThat(((Json.Arr) metadata.find("files").orElseThrow()).items())
                .hasSize(100)
                .startsWith(new Json.Str("many/f109.txt"), new Json.Str("many/f108.txt"));
    }

    @Test
    void aTimeoutIsInMilliseconds() throws Exception {
        assertThat(shown("bash", "{'command':'sleep 9','description':'d','timeout':100}"))
                .startsWith(
                        "{'title':'bash','metadata':{'error':'The command took longer than 100 ms")
                .contains("'code':'timeout'");
        assertThat(shown("bash", "{'command':'exit 3','description':'fails'}"))
                .startsWith("{'title':'fails','metadata':{'exit_code':3,")
                .endsWith("'truncated':false},'output':'[exit code 3]'}");
        assertThat(shown("bash", "{'command':'true'}")).contains("description is missing");
    }

    @Test
    void anEditThatIsNotUniqueIsAnErrorUnlessAllAreMeant() throws Exception {
        assertThat(shown("edit", "{'filePath':'a.txt','oldString':'one','newString':'1'}"))
                .contains("or set replaceAll.", "'code':'conflict'");
        assertThat(
                        shown(
                                "edit",
                                "{'filePath':'a.txt','oldString':'one','newString':'1','replaceAll':true}"))
                .contains("'replacements':2");
        assertThat(root.resolve("a.txt")).content().isEqualTo("1\ntwo\n1\n");
    }
}
