package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Arguments as models send them that learned other tools.
class NearlyRightArgumentsTest {

    @TempDir private Path root;

    @BeforeEach
    void aSmallWorkspace() throws Exception {
        Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
    }

    private DeftRun call(String dialect, String tool, String arguments) {
        return DeftRun.in(root, "", "call", tool, arguments, "--dialect", dialect);
    }

    private static List<String> notes(DeftRun ran) throws Exception {
        var metadata = (Json.Obj) JsonText.parseObject(ran.out()).find("metadata").orElseThrow();
        return metadata.find("notes").map(it -> ((Json.Arr) it).items()).orElse(List.of()).stream()
                .map(it -> ((Json.Str) it).value())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "locked | read | {'path':'a.txt','limit':'2'} | limit was a string and was read as a number",
                "locked | read | {'file_path':'a.txt'} | file_path was read as path",
                "locked | read | {'path':'a.txt','offset':null} | offset was null and counts as left out",
                "locked | edit | {'file_path':'a.txt','old_string':'one','new_string':'1'} | file_path was read as path; old_string was read as old_text; new_string was read as new_text",
                "locked | edit | {'path':'a.txt','old_str':'one','new_str':'1','replace_all':'true'} | old_str was read as old_text; new_str was read as new_text; replace_all was a string and was read as a boolean",
                "locked | bash | {'cmd':'echo hi','timeout_ms':'5000'} | cmd was read as command; timeout_ms was a string and was read as a number",
                "locked | grep | {'regex':'t.o'} | regex was read as pattern",
                "locked | grep | {'pattern':'t.o','glob':'*.txt'} | glob was read as include",
                "locked | todo | {'todos':'[{`content`:`x`,`status`:`pending`}]'} | todos was a string and was read as an array",
                "locked | todo | {'todos':{'content':'x','status':'in-progress'}} | todos[0].status was read as in_progress; todos was an object and was read as an array",
                "locked | process | {'action':'LIST'} | action was read as list",
                "opencode | read | {'file_path':'a.txt','limit':'2'} | file_path was read as filePath; limit was a string and was read as a number",
                "opencode | edit | {'path':'a.txt','old_text':'one','newString':'1'} | path was read as filePath; old_text was read as oldString",
            })
    void areUnderstoodAndTheConversionIsNoted(
            String dialect, String tool, String arguments, String notes) throws Exception {
        String json = arguments.replace('\'', '"').replace("`", "\\\"");
        DeftRun ran = call(dialect, tool, json);
        assertThat(ran.code()).as(ran.out()).isZero();
        assertThat(notes(ran)).containsExactly(notes.split("; ", -1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "aegis | read_file | {'file_path':'a.txt','start_line':'2'}",
                "aegis | edit_file | {'path':'a.txt','old_string':'one','new_string':'1'}",
                "inventory | exec | {'cmd':'echo hi','timeout':'20'}",
                "pegasus | edit_file | {'path':'a.txt','edits':{'old_text':'one','new_text':'1'}}",
                "pegasus | list_files | {'directory':'.','recursive':'False'}",
            })
    void areUnderstoodInEveryDialect(String dialect, String tool, String arguments) {
        DeftRun ran = call(dialect, tool, arguments.replace('\'', '"'));
        assertThat(ran.code()).as(ran.out()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "read | {'path':'a.txt','file_path':'b.txt'}",
                "read | {'path':'a.txt','limit':'2.5'}",
                "read | {'path':'a.txt','limit':'two'}",
                "read | {'path':'a.txt','colour':'red'}",
                "read | {'path':['a.txt']}",
                "read | {'path':5}",
                "edit | {'path':'a.txt','old_text':'one','new_text':'1','replace_all':'yes'}",
                "edit | {'path':null,'old_text':'one','new_text':'1'}",
                "write | {'path':'b.json','content':{'a':1}}",
                "glob | {'regex':'*','query':'a'}",
            })
    void areAnErrorWhereSomethingWouldBeGuessedOrLost(String tool, String arguments) {
        DeftRun ran = call("locked", tool, arguments.replace('\'', '"'));
        assertThat(ran.out()).contains("invalid_arguments");
        assertThat(root.resolve("b.json")).doesNotExist();
    }

    @Test
    void areNotNotedWhereTheyFit() throws Exception {
        DeftRun ran = call("locked", "read", "{\"path\":\"a.txt\",\"limit\":2.0}");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).doesNotContain("notes");
    }

    @Test
    void stayStrictInWhatIsPublished() {
        String shown = DeftRun.in(root, "", "tools", "show", "read", "--json").out();
        assertThat(shown).doesNotContain("file_path").contains("\"additionalProperties\" : false");
    }
}
