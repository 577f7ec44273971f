package dev.deft.dialect;

import static dev.deft.dialect.DialectFixture.dialect;
import static dev.deft.dialect.DialectFixture.envelope;
import static dev.deft.dialect.DialectFixture.failure;
import static dev.deft.dialect.DialectFixture.json;
import static dev.deft.dialect.DialectFixture.output;
import static dev.deft.dialect.DialectFixture.truncated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.Attachment;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Results of tools as a dialect writes them.
class DialectResultsTest {

    private static final String TIMES = "'startedAt':1000,'completedAt':1020,'durationMs':20}";

    private static Json render(String dialect, String tool, Envelope envelope) {
        Dialect it = dialect(dialect);
        return it.render(it.find(tool), envelope);
    }

    private static String read(String dialect, String tool, Envelope envelope) {
        Dialect it = dialect(dialect);
        return it.modelText(it.find(tool), envelope);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "read_file | {'type':'text','path':'a','content':'b','size':1,'total_lines':1,'truncated':false} | {'path':'a','total_lines':1,'content':'b','truncated':false}",
                "write_file | {'path':'a','bytes':2,'diff':'d'} | {'ok':true,'path':'a','bytes_written':2}",
                "edit_file | {'path':'a','lines_changed':[3],'replacements':1,'diff':'d'} | {'ok':true,'path':'a','lines_changed':[3],'diff':'d'}",
                "list_files | {'path':'.','count':9,'entries':[{'name':'a','path':'a','type':'dir'},{'name':'b','type':'file'},{'name':'c','type':'link'},{'name':'d'}]} | {'path':'.','count':9,'entries':[{'name':'a','type':'dir'},{'name':'b','type':'file'},{'name':'c','type':'file'},{'name':'d','type':'file'}]}",
                "list_files | {'path':'.','count':0} | {'path':'.','count':0,'entries':[]}",
                "glob | {'path':'.','pattern':'*','count':1,'files':['a']} | {'pattern':'*','count':1,'files':['a']}",
                "grep | {'pattern':'x','count':0,'matches':[]} | {'pattern':'x','count':0,'matches':[],'truncated':false}",
                "bash | {'exit_code':1,'sandbox':'s','output':'o'} | {'exit_code':1,'output':'o','truncated':false}"
            })
    void areDataInAegis(String tool, String data, String expected) {
        assertThat(render("aegis", tool, envelope(output(data)))).isEqualTo(json(expected));
    }

    @Test
    void sayInAegisThatTheyAreTruncated() {
        assertThat(render("aegis", "bash", truncated(output("{'exit_code':0}"))))
                .isEqualTo(json("{'exit_code':0,'truncated':true}"));
        assertThat(render("aegis", "grep", truncated(output("{'pattern':'x'}"))))
                .isEqualTo(json("{'pattern':'x','truncated':true}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "read | {'type':'text','content':'1\tb','total_lines':1,'end_line':1,'more':false} | 1\tb",
                "read | {'type':'text','content':'3\tb','total_lines':9,'end_line':3,'more':true} | 3\tb\\n[lines up to 3 of 9; continue with offset=3]",
                "read | {'type':'image','content':'xx'} | text",
                "write | {'path':'a'} | text",
                "ls | {'path':'.','count':2,'entries':[{'name':'a','type':'dir','size':0},{'name':'b c','type':'symlink','size':7}]} | a  dir  0\\nb c  file  7",
                "ls | {'path':'.','count':9,'entries':[{'name':'a','type':'file','size':1}]} | a  file  1\\n[the first 1 of 9 entries]",
                "ls | {'path':'src','count':0,'entries':[]} | src is empty.",
                "exec | {'exit_code':0,'output':'o'} | text",
                "exec | {'process_id':'p1','running':true} | process_id: p1\\nrunning: true",
                "exec | {'process_id':'p1','output':'o'} | process_id: p1\\nrunning: true\\noutput: o",
                "exec | {'process_id':'p1','output':''} | process_id: p1\\nrunning: true",
                "process | {'process_id':'p1','running':false,'exit_code':3,'output':'o'} | process_id: p1\\nrunning: false\\nexit_code: 3\\noutput: o",
                "process | {'exit_code':null,'output':['a','b',{'c':'d','e':1}]} | exit_code: \\noutput: a, b, d, 1"
            })
    void areContentInInventory(String tool, String data, String content) {
        Envelope envelope = envelope(output(data.replace("\t", "\\t")));
        String expected = content.replace("\\n", "\n");

        assertThat(render("inventory", tool, envelope))
                .isEqualTo(
                        Json.Obj.EMPTY
                                .with("content", expected)
                                .with("is_error", new Json.Bool(false)));
        assertThat(read("inventory", tool, envelope)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "read_file | {'type':'text','path':'a','content':'b','size':1,'total_lines':1} | {'content':'b','size':1,'totalLines':1}",
                "write_file | {'path':'a','bytes':3} | {'bytesWritten':3}",
                "edit_file | {'path':'a','replacements':2} | {'applied':2}",
                "move_file | {'path':'a'} | {'success':true}",
                "delete_file | {'path':'a','deleted':true} | {'deleted':true}",
                "get_file_info | {'path':'a','size':1,'exists':true,'modified':'m'} | {'exists':true,'size':1,'modified':'m'}",
                "grep_files | {'pattern':'x','matches':[1]} | {'matches':[1]}",
                "list_files | {'entries':[{'name':'a','path':'d/a','type':'dir','size':0,'modified':'m'},{'name':'b','type':'file'}]} | {'files':[{'name':'a','path':'d/a','size':0,'isDirectory':true,'modified':'m'},{'name':'b','isDirectory':false}]}",
                "json_parse | {'count':1} | {'count':1}",
                "http_get | {'status':404,'headers':{'content-type':'text/plain'},'body':'x'} | {'status':404,'headers':{'content-type':'text/plain'},'body':'x'}",
                "task_list | {'date':'d','tasks':[{'task_id':'t','description':'x','started_at':'a','updated_at':'b','messages':2}],'total':1} | [{'taskId':'t','description':'x','startedAt':'a','updatedAt':'b','messages':2}]",
                "task_replay | {'session_id':'t','messages':[{'role':'tool','ts':'a','tool':'read','content':'x'}],'total':1} | [{'role':'tool','content':'x','timestamp':'a','toolName':'read'}]",
                "session_archive_read | {'session_id':'t','messages':[{'role':'user','ts':'a','source':'cron:x','content':'y'}],'total':1,'warning':'foreign'} | [{'role':'system','content':'foreign'},{'role':'user','content':'y','timestamp':'a','source':'cron:x'}]"
            })
    void haveTimesInPegasus(String tool, String data, String expected) {
        assertThat(render("pegasus", tool, envelope(output(data))))
                .isEqualTo(json("{'success':true,'result':" + expected + "," + TIMES));
    }

    @Test
    void areReadAsJsonWhereTheShapeHasNoText() {
        assertThat(read("aegis", "write_file", envelope(output("{'path':'a','bytes':1}"))))
                .isEqualTo("{\"ok\":true,\"path\":\"a\",\"bytes_written\":1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "write | {'path':'a','more':true} | {'path':'a','truncated':false} | text",
                "write | {'path':'a','truncated':true} | {'path':'a','truncated':true} | text",
                "read | {'type':'text','content':'1 b','end_line':1,'more':false} | {'type':'text','end_line':1,'truncated':false} | 1 b",
                "read | {'type':'image','content':'b'} | {'type':'image','content':'b','truncated':false} | text",
                "bash | {'exit_code':0,'signal':'s','sandbox':'b','output':'o'} | {'exit_code':0,'signal':'s','sandbox':'b','truncated':false} | text",
                "todoread | {'todos':['a']} | {'todos':['a'],'truncated':false} | [ \"a\" ]"
            })
    void haveATitleInOpencode(String tool, String data, String metadata, String text) {
        Envelope envelope = envelope(output(data));
        String expected = text.replace("\\n", "\n");

        assertThat(render("opencode", tool, envelope))
                .isEqualTo(
                        Json.Obj.EMPTY
                                .with("title", "title")
                                .with("metadata", json(metadata))
                                .with("output", expected));
        assertThat(read("opencode", tool, envelope)).isEqualTo(expected);
    }

    @Test
    void nameTheSidecarAndTheNotesInOpencode() {
        var noted =
                new Envelope(
                        "1",
                        output("{'path':'a'}"),
                        Instant.EPOCH,
                        Duration.ZERO,
                        Optional.of(DialectFixture.SIDECAR),
                        List.of("limit was \"5\""));

        assertThat(render("opencode", "write", noted))
                .isEqualTo(
                        json(
                                """
                                {'title':'title','metadata':{'path':'a','truncated':true,\
                                'output_path':'.deft/output/1.txt','notes':['limit was \\'5\\'']},\
                                'output':'text\\n[cut here; all of it is in .deft/output/1.txt, \
                                which read can open]'}\
                                """));
    }

    @Test
    void haveProgressAndAttachmentsInOpencode() {
        ToolResult.Output output =
                output("{'path':'result','attachments':[1]}")
                        .with(EnvelopeJson.PROGRESS, json("{'path':'progress','step':2}"))
                        .with(List.of(new Attachment("a.png", "image/png", Bytes.of("hi"))));

        assertThat(render("opencode", "read", envelope(output)))
                .isEqualTo(
                        json(
                                """
                                {'title':'title','metadata':{'path':'result','step':2,\
                                'truncated':false},'output':'text','attachments':[{'type':'file',\
                                'mime':'image/png','filename':'a.png',\
                                'url':'data:image/png;base64,aGk='}]}\
                                """));
    }

    @Test
    void areErrorsInTheShapeOfTheDialect() {
        Envelope missing = failure(ErrorCode.NOT_FOUND, "a is missing.");

        assertThat(render("aegis", "read_file", missing))
                .isEqualTo(json("{'error':'a is missing.'}"));
        assertThat(render("inventory", "read", missing))
                .isEqualTo(json("{'content':'a is missing.','is_error':true}"));
        assertThat(read("inventory", "read", missing)).isEqualTo("a is missing.");
        assertThat(render("opencode", "read", missing))
                .isEqualTo(
                        json(
                                "{'title':'read','metadata':{'error':'a is missing.','code':'not_found'},'output':'a is missing.'}"));
        assertThat(render("opencode", "nothing", missing))
                .isEqualTo(
                        json(
                                "{'title':'','metadata':{'error':'a is missing.','code':'not_found'},'output':'a is missing.'}"));
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN_TOOL, There is no tool `x`. The nearest is y., Tool `x` not found. The nearest is y.",
        "INVALID_ARGUMENTS, Bad arguments for read_file: path is 5., Parameter validation failed: path is 5.",
        "INVALID_ARGUMENTS, path is 5., Parameter validation failed: path is 5.",
        "TIMEOUT, why, Tool execution timed out after 30000ms",
        "PERMISSION_DENIED, why, Permission denied: why",
        "CAPABILITY_DENIED, why, Permission denied: why",
        "WATCHDOG_DENIED, why, Permission denied: why",
        "SANDBOX_DENIED, why, Permission denied: why",
        "NOT_FOUND, why, Resource not found: why",
        "IO_ERROR, why, why"
    })
    void haveTheErrorTextsOfPegasus(ErrorCode code, String message, String error) {
        assertThat(render("pegasus", "read_file", failure(code, message)))
                .isEqualTo(json("{'success':false,'error':'" + error + "'," + TIMES));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "aegis | Use `ls` to list it. | Use `list_files` to list it.",
                "aegis | It is big. Use `move_file` instead. Use `read`! | It is big. Use `read_file`!",
                "aegis | Use `move_file`. | Use `move_file`.",
                "aegis | Use `read`.\\n`ls` is quoted. | Use `read_file`.\\n`ls` is quoted.",
                "aegis | Use `move_file`. Stop.\\nUse `todo`. | Stop.\\nUse `todo`.",
                "opencode | Use `ls`. Use `ls`. | Use `list`. Use `list`.",
                "opencode | `ls`\\nrest | `list`\\nrest"
            })
    void adviseOnlyToolsOfTheDialect(String dialect, String message, String expected) {
        String text = message.replace("\\n", "\n");
        Json rendered = render(dialect, "read", failure(ErrorCode.REFUSED, text));

        assertThat(((Json.Obj) rendered).text(dialect.equals("aegis") ? "error" : "output"))
                .contains(expected.replace("\\n", "\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "locked, READS_IN_PARALLEL",
        "aegis, SEQUENTIAL",
        "inventory, SEQUENTIAL",
        "pegasus, PARALLEL",
        "opencode, SEQUENTIAL"
    })
    void comeInTheOrderOfTheDialect(String dialect, CallOrder order) {
        assertThat(dialect(dialect).order()).isEqualTo(order);
        assertThat(dialect(dialect).name()).isEqualTo(dialect);
    }
}
