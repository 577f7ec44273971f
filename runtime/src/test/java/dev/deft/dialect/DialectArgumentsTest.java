package dev.deft.dialect;

import static dev.deft.dialect.DialectFixture.dialect;
import static dev.deft.dialect.DialectFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Arguments of a dialect as the tool gets them.
class DialectArgumentsTest {

    private static Json.Obj map(String dialect, String tool, String arguments) {
        return dialect(dialect).find(tool).orElseThrow().mapper().map(json(arguments));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "aegis | read_file | {'path':'a'} | {'path':'a','numbered':false}",
                "aegis | read_file | {'path':'a','start_line':3} | {'path':'a','offset':3,'numbered':true}",
                "aegis | read_file | {'path':'a','end_line':5} | {'path':'a','numbered':true,'limit':5}",
                "aegis | read_file | {'path':'a','start_line':3,'end_line':3} | {'path':'a','offset':3,'numbered':true,'limit':1}",
                "aegis | read_file | {'path':'a','start_line':3,'end_line':7} | {'path':'a','offset':3,'numbered':true,'limit':5}",
                "aegis | list_files | {} | {'path':'.','detailed':true}",
                "aegis | list_files | {'path':'src'} | {'path':'src','detailed':true}",
                "aegis | list_files | {'path':'/workspace'} | {'path':'.','detailed':true}",
                "aegis | list_files | {'path':'/workspace/'} | {'path':'.','detailed':true}",
                "aegis | write_file | {'path':'/workspace/a/b','content':'/workspace/c'} | {'path':'a/b','content':'/workspace/c'}",
                "aegis | write_file | {'path':'/workspace//a','content':''} | {'path':'a','content':''}",
                "aegis | write_file | {'path':'/workspaces/a','content':''} | {'path':'/workspaces/a','content':''}",
                "aegis | write_file | {'path':'/workspace/../a','content':''} | {'path':'../a','content':''}",
                "aegis | glob | {'pattern':'*','path':'/workspace/src'} | {'pattern':'*','path':'src'}",
                "aegis | grep | {'pattern':'x','path':'/workspace/src'} | {'pattern':'x','path':'src','literal_fallback':true}",
                "aegis | bash | {'command':'ls /workspace'} | {'command':'ls /workspace','timeout_ms':60000}",
                "inventory | ls | {'path':'src'} | {'path':'src','detailed':true}",
                "pegasus | task_replay | {'taskId':'t','dataDir':'old'} | {'task_id':'t','data_dir':'old'}",
                "pegasus | task_list | {'date':'2026-01-31'} | {'date':'2026-01-31'}",
                "aegis | grep | {'pattern':'('} | {'pattern':'(','literal_fallback':true}",
                "aegis | bash | {'command':'ls'} | {'command':'ls','timeout_ms':60000}",
                "inventory | read | {'path':'a'} | {'path':'a','numbered':true,'page_bytes':51200}",
                "inventory | read | {'path':'a','limit':9} | {'path':'a','limit':9,'numbered':true}",
                "inventory | read | {'path':'a','offset':0,'limit':9} | {'path':'a','limit':9,'numbered':true,'offset':1}",
                "inventory | read | {'path':'a','offset':9223372036854775807,'limit':9} | {'path':'a','limit':9,'numbered':true,'offset':9223372036854775807}",
                "inventory | read | {'path':'a','offset':-4,'limit':9} | {'path':'a','limit':9,'numbered':true,'offset':1}",
                "inventory | exec | {'command':'ls'} | {'command':'ls','timeout_s':1800}",
                "inventory | exec | {'command':'ls','timeout':1} | {'command':'ls','timeout_s':10}",
                "inventory | exec | {'command':'ls','timeout':99999} | {'command':'ls','timeout_s':86400}",
                "inventory | exec | {'command':'ls','workdir':'d','env':{},'background':true,'timeout':60} | {'command':'ls','workdir':'d','env':{},'background':true,'timeout_s':60}",
                "inventory | process | {'action':'poll'} | {'action':'poll'}",
                "pegasus | read_file | {'path':'a','encoding':'utf-8','offset':1,'limit':2} | {'path':'a','limit':2,'encoding':'utf-8','numbered':false,'offset':2}",
                "pegasus | list_files | {'path':'.'} | {'path':'.','detailed':true}",
                "pegasus | write_file | {'path':'a','content':'b'} | {'path':'a','content':'b'}",
                "opencode | read | {'filePath':'a','offset':4} | {'path':'a','numbered':true,'offset':5}",
                "opencode | write | {'filePath':'a','content':'b'} | {'path':'a','content':'b'}",
                "opencode | list | {'ignore':['b']} | {'path':'.','ignore':['b'],'tree':true}",
                "opencode | list | {'path':'src'} | {'path':'src','tree':true}",
                "opencode | glob | {'pattern':'*'} | {'pattern':'*','newest_first':true}",
                "opencode | bash | {'command':'ls','description':'d','workdir':'w'} | {'command':'ls','description':'d','workdir':'w'}",
                "opencode | bash | {'command':'ls','timeout':0} | {'command':'ls','timeout_ms':1}",
                "opencode | bash | {'command':'ls','timeout':1500.2} | {'command':'ls','timeout_ms':1501}",
                "opencode | bash | {'command':'ls','timeout':900000} | {'command':'ls','timeout_ms':600000}",
                "opencode | todoread | {} | {'todos':[],'read':true}",
                "opencode | todowrite | {'todos':[]} | {'todos':[]}"
            })
    void becomeArgumentsOfTheTool(String dialect, String tool, String arguments, String expected) {
        assertThat(map(dialect, tool, arguments)).isEqualTo(json(expected));
    }

    /// The advice for an ambiguous edit names only arguments of the dialect.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "aegis | edit_file | {'path':'a','old_text':'b','new_text':'c','occurrence':2} | {'path':'a','new_text':'c','occurrence':2,'old_text':'b','when_several':'Add lines around it until it is unique, or pick one with occurrence, counted from 1, or with start_line and end_line.'}",
                "aegis | edit_file | {'path':'a','new_text':'c','start_line':1,'end_line':2} | {'path':'a','new_text':'c','start_line':1,'end_line':2,'old_text':'','when_several':'Add lines around it until it is unique, or pick one with occurrence, counted from 1, or with start_line and end_line.'}",
                "inventory | edit | {'path':'a','old_text':'b','new_text':'c'} | {'path':'a','old_text':'b','new_text':'c','when_several':'Add lines around it until it is unique.'}",
                "pegasus | edit_file | {'path':'a','edits':[{'old_str':'b','new_str':'c'},7]} | {'path':'a','old_text':'','new_text':'','edits':[{'old_text':'b','new_text':'c'}],'when_several':'Add lines around it until it is unique.'}",
                "pegasus | edit_file | {'path':'a','edits':7} | {'path':'a','old_text':'','new_text':'','edits':[],'when_several':'Add lines around it until it is unique.'}",
                "opencode | edit | {'filePath':'a','oldString':'b','newString':'c','replaceAll':true} | {'path':'a','old_text':'b','new_text':'c','replace_all':true,'when_several':'Add lines around it until it is unique, or set replaceAll.'}"
            })
    void ofAnEditComeWithAdvice(String dialect, String tool, String arguments, String expected) {
        assertThat(map(dialect, tool, arguments)).isEqualTo(json(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "read_file | {'path':'a','start_line':5,'end_line':4} | end_line is 4, before start_line 5",
                "read_file | {'path':'a','end_line':0} | end_line is 0, before start_line 1",
                "edit_file | {'path':'a','new_text':'c'} | give old_text, or start_line and end_line",
                "edit_file | {'path':'a','old_text':'b','new_text':'c','end_line':1} | end_line needs start_line"
            })
    void thatContradictEachOtherAreRejected(String tool, String arguments, String message) {
        assertThatThrownBy(() -> map("aegis", tool, arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void haveTheParametersOfTheTable() {
        Json.Obj schema = dialect("opencode").find("write").orElseThrow().schema();

        assertThat(((Json.Obj) schema.find("properties").orElseThrow()).fields().keySet())
                .containsExactly("filePath", "content");
        assertThat(schema.find("required"))
                .contains(Json.Arr.ofTexts(List.of("filePath", "content")));
    }
}
