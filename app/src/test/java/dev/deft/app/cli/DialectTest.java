package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Holds the dialects to the tables of their source documents: names, parameters, results, limits.
class DialectTest {

    @TempDir private Path root;

    @BeforeEach
    void aSmallWorkspace() throws Exception {
        Files.writeString(root.resolve("a.txt"), "one\ntwo\none\n");
        Files.createDirectories(root.resolve("src"));
        Files.writeString(root.resolve("src/B.java"), "class B {}\n");
    }

    private Json.Obj call(String dialect, String tool, String arguments) throws Exception {
        return JsonText.parseObject(
                DeftRun.in(root, "", "call", tool, arguments, "--dialect", dialect).out());
    }

    private static List<String> keys(Json value) {
        return List.copyOf(((Json.Obj) value).fields().keySet());
    }

    /// A star marks what must be given.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "aegis | read_file | path* start_line end_line",
                "aegis | write_file | path* content*",
                "aegis | edit_file | path* old_text new_text* start_line end_line occurrence",
                "aegis | list_files | path",
                "aegis | glob | pattern* path",
                "aegis | grep | pattern* path include",
                "aegis | bash | command*",
                "aegis | instance_spawn | command* handle workspace env exposes memory_mb",
                "aegis | instance_list | ''",
                "aegis | instance_stop | id handle",
                "aegis | self_info | ''",
                "aegis | expose_port | guest_port* public_port protocol",
                "aegis | unexpose_port | guest_port*",
                "aegis | keepalive_acquire | ttl_ms reason",
                "aegis | keepalive_release | ''",
                "aegis | self_restart | ''",
                "inventory | read | path* offset limit",
                "inventory | write | path* content*",
                "inventory | edit | path* old_text* new_text*",
                "inventory | apply_patch | patch*",
                "inventory | grep | pattern* path include",
                "inventory | glob | pattern* path",
                "inventory | ls | path*",
                "inventory | exec | command* workdir env background timeout",
                "inventory | process | action* process_id* input signal",
                "pegasus | current_time | timezone",
                "pegasus | sleep | duration*",
                "pegasus | get_env | key*",
                "pegasus | set_env | key* value*",
                "pegasus | read_file | path* encoding offset limit",
                "pegasus | write_file | path* content* encoding",
                "pegasus | list_files | path* recursive pattern",
                "pegasus | delete_file | path*",
                "pegasus | move_file | from* to*",
                "pegasus | get_file_info | path*",
                "pegasus | edit_file | path* edits*",
                "pegasus | grep_files | pattern* path include",
                "pegasus | json_parse | text*",
                "pegasus | json_stringify | data* pretty",
                "pegasus | base64_encode | text*",
                "pegasus | base64_decode | encoded*",
                "opencode | bash | command* description* timeout workdir",
                "opencode | read | filePath* offset limit",
                "opencode | write | filePath* content*",
                "opencode | edit | filePath* oldString* newString* replaceAll",
                "opencode | list | path ignore",
                "opencode | glob | pattern* path",
                "opencode | grep | pattern* path include",
                "opencode | todowrite | todos*",
                "opencode | todoread | ''",
            })
    void takesTheParametersOfItsTable(String dialect, String tool, String expected)
            throws Exception {
        Json.Obj shown =
                JsonText.parseObject(
                        DeftRun.in(root, "", "tools", "show", tool, "--json", "--dialect", dialect)
                                .out());
        Json.Obj schema = (Json.Obj) shown.find("parameters").orElseThrow();
        String required = schema.find("required").map(JsonText::write).orElse("");
        List<String> parameters = new ArrayList<>();
        for (String name : keys(schema.find("properties").orElseThrow())) {
            parameters.add(required.contains("\"" + name + "\"") ? name + "*" : name);
        }

        assertThat(parameters)
                .containsExactlyInAnyOrderElementsOf(
                        expected.isEmpty() ? List.of() : List.of(expected.split(" ", -1)));
    }

    @Test
    void adviceNamesTheToolsOfTheDialect() throws Exception {
        assertThat(call("aegis", "read_file", "{\"path\":\"src\"}").text("error"))
                .contains("src is a directory, not a file. Use `list_files` to see what is in it.");
        assertThat(
                        call("opencode", "glob", "{\"pattern\":\"*\",\"path\":\"a.txt\"}")
                                .text("output"))
                .contains("a.txt is a file, not a directory. Use `read` to see what is in it.");
    }

    /// A text that occurs twice: each dialect advises what its own tool can do.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "locked | edit | {'path':'a.txt','old_text':'one','new_text':'1'} | or set replace_all.",
                "aegis | edit_file | {'path':'a.txt','old_text':'one','new_text':'1'} | or pick one with occurrence, counted from 1, or with start_line and end_line.",
                "inventory | edit | {'path':'a.txt','old_text':'one','new_text':'1'} | Add lines around it until it is unique. It begins",
                "pegasus | edit_file | {'path':'a.txt','edits':[{'old_str':'one','new_str':'1'}]} | Add lines around it until it is unique. It begins",
                "opencode | edit | {'filePath':'a.txt','oldString':'one','newString':'1'} | or set replaceAll."
            })
    void advisesOnlyWhatItsToolCanDo(String dialect, String tool, String arguments, String advice)
            throws Exception {
        String said =
                DeftRun.in(
                                root,
                                "",
                                "call",
                                tool,
                                arguments.replace('\'', '"'),
                                "--dialect",
                                dialect)
                        .out();
        assertThat(said).contains("occurs 2 times in a.txt").contains(advice);
    }

    @Test
    void recommendsNoToolThatThereIsNot() throws Exception {
        try (var file = new RandomAccessFile(root.resolve("big.txt").toFile(), "rw")) {
            file.setLength(80 << 20);
        }
        String edits = "{\"path\":\"big.txt\",\"edits\":[{\"old_str\":\"a\",\"new_str\":\"b\"}]}";
        assertThat(call("pegasus", "edit_file", edits).toString())
                .contains("too much to edit here")
                .doesNotContain("bash");
    }

    /// The limit of each dialect, to the byte, and a count of what is missing that is true.
    @ParameterizedTest
    @CsvSource({
        "aegis, bash, 10240, output",
        "opencode, bash, 30720, output",
        "inventory, exec, 102400, content",
        "locked, bash, 204800, output"
    })
    void cutsOutputsOfCommandsAtItsLimit(String dialect, String tool, int limit, String field)
            throws Exception {
        String arguments =
                "{\"command\":\"head -c 300000 /dev/zero | tr '\\\\0' x\"%s}"
                        .formatted(dialect.equals("opencode") ? ",\"description\":\"d\"" : "");
        Json.Obj result = call(dialect, tool, arguments);
        Json.Obj data = dialect.equals("locked") ? (Json.Obj) result.find("data").get() : result;
        String output = data.text(field).orElseThrow();
        String cut = output.replaceFirst("\n\\[cut here(?s:.*)", "").stripTrailing();
        assertThat(cut).hasSizeBetween(limit - 1, limit);
        long shown =
                output.lines().filter(it -> it.startsWith("x")).mapToLong(String::length).sum();
        assertThat(output).contains("[... " + (300_000 - shown) + " bytes left out ...]");
    }

    @Test
    void takesAnOffsetOfAnySize() throws Exception {
        assertThat(
                        call(
                                        "pegasus",
                                        "read_file",
                                        "{\"path\":\"a.txt\",\"offset\":9223372036854775807}")
                                .text("error")
                                .orElseThrow())
                .contains("a.txt has 3 lines");
    }

    @Test
    void refusesToEncodeHalfACharacter() throws Exception {
        assertThat(
                        call("pegasus", "base64_encode", "{\"text\":\"a\\uD800\"}")
                                .text("error")
                                .orElseThrow())
                .contains("half of a surrogate pair");
    }

    @Test
    void aegisAnswersWithPlainObjects() throws Exception {
        assertThat(call("aegis", "read_file", "{\"path\":\"a.txt\"}").find("content"))
                .contains(new Json.Str("one\ntwo\none\n"));
        Json.Obj window =
                call("aegis", "read_file", "{\"path\":\"a.txt\",\"start_line\":2,\"end_line\":99}");
        assertThat(keys(window)).containsExactly("path", "total_lines", "content", "truncated");
        assertThat(
                        call("aegis", "read_file", "{\"path\":\"a.txt\",\"end_line\":1}")
                                .find("truncated"))
                .as("what was asked for is there")
                .contains(new Json.Bool(false));
        assertThat(window.text("content").orElse("")).contains("2\ttwo").doesNotContain("1\tone");
        assertThat(call("aegis", "write_file", "{\"path\":\"x/y.txt\",\"content\":\"é\"}"))
                .isEqualTo(
                        JsonText.parseObject(
                                "{\"ok\":true,\"path\":\"x/y.txt\",\"bytes_written\":2}"));
        assertThat(
                        keys(
                                call(
                                        "aegis",
                                        "edit_file",
                                        "{\"path\":\"a.txt\",\"old_text\":\"two\",\"new_text\":\"2\"}")))
                .containsExactly("ok", "path", "lines_changed", "diff");
        assertThat(
                        call(
                                        "aegis",
                                        "edit_file",
                                        "{\"path\":\"a.txt\",\"old_text\":\"one\",\"new_text\":\"1\"}")
                                .text("error")
                                .orElse(""))
                .contains("1", "3");
        assertThat(
                        call(
                                        "aegis",
                                        "edit_file",
                                        "{\"path\":\"a.txt\",\"old_text\":\"one\",\"new_text\":\"1\",\"occurrence\":2}")
                                .find("lines_changed"))
                .contains(JsonText.parse("[3]"));
        assertThat(
                        call(
                                        "aegis",
                                        "edit_file",
                                        "{\"path\":\"a.txt\",\"new_text\":\"x\",\"start_line\":1,\"end_line\":1}")
                                .find("ok"))
                .contains(new Json.Bool(true));
        assertThat(keys(call("aegis", "list_files", "{}")))
                .containsExactly("path", "count", "entries");
        assertThat(call("aegis", "glob", "{\"pattern\":\"**/*.java\"}"))
                .isEqualTo(
                        JsonText.parseObject(
                                "{\"pattern\":\"**/*.java\",\"count\":1,\"files\":[\"src/B.java\"]}"));
        assertThat(keys(call("aegis", "grep", "{\"pattern\":\"class (\"}")))
                .containsExactly("pattern", "count", "matches", "truncated");
        assertThat(keys(call("aegis", "read_file", "{\"path\":\"none\"}")))
                .containsExactly("error");
    }

    @Test
    void inventoryAnswersWithContentAndAFlag() throws Exception {
        Json.Obj read = call("inventory", "read", "{\"path\":\"a.txt\",\"offset\":1,\"limit\":1}");
        assertThat(keys(read)).containsExactly("content", "is_error");
        assertThat(read.text("content").orElse(""))
                .contains("2\ttwo")
                .contains("offset=2")
                .doesNotContain("one");
        assertThat(
                        call(
                                        "inventory",
                                        "edit",
                                        "{\"path\":\"a.txt\",\"old_text\":\"one\",\"new_text\":\"1\"}")
                                .find("is_error"))
                .contains(new Json.Bool(true));
        assertThat(call("inventory", "ls", "{\"path\":\"src\"}").text("content").orElse(""))
                .contains("B.java", "11");
        assertThat(call("inventory", "grep", "{\"pattern\":\"class\"}").text("content").orElse(""))
                .contains("src/B.java:1:class B {}");
    }

    @Test
    void pegasusAnswersWithTimesAndAResult() throws Exception {
        Json.Obj read =
                call("pegasus", "read_file", "{\"path\":\"a.txt\",\"offset\":1,\"limit\":1}");
        assertThat(keys(read))
                .containsExactly("success", "result", "startedAt", "completedAt", "durationMs");
        assertThat(read.find("result"))
                .contains(JsonText.parse("{\"content\":\"two\\n\",\"size\":12,\"totalLines\":3}"));
        assertThat(
                        call("pegasus", "write_file", "{\"path\":\"n.txt\",\"content\":\"abc\"}")
                                .find("result"))
                .contains(JsonText.parse("{\"bytesWritten\":3}"));
        assertThat(
                        call(
                                        "pegasus",
                                        "edit_file",
                                        "{\"path\":\"a.txt\",\"edits\":[{\"old_str\":\"two\",\"new_str\":\"2\"}]}")
                                .find("result"))
                .contains(JsonText.parse("{\"applied\":1}"));
        assertThat(
                        call("pegasus", "move_file", "{\"from\":\"n.txt\",\"to\":\"m.txt\"}")
                                .find("result"))
                .contains(JsonText.parse("{\"success\":true}"));
        assertThat(call("pegasus", "delete_file", "{\"path\":\"m.txt\"}").find("result"))
                .contains(JsonText.parse("{\"deleted\":true}"));
        assertThat(
                        keys(
                                call("pegasus", "get_file_info", "{\"path\":\"a.txt\"}")
                                        .find("result")
                                        .orElseThrow()))
                .containsExactly("exists", "size", "modified");
        Json.Obj listed =
                (Json.Obj)
                        call(
                                        "pegasus",
                                        "list_files",
                                        "{\"path\":\".\",\"recursive\":true,\"pattern\":\"*.java\"}")
                                .find("result")
                                .orElseThrow();
        assertThat(JsonText.write(listed))
                .contains(
                        "\"name\":\"B.java\",\"path\":\"src/B.java\",\"size\":11,\"isDirectory\":false,\"modified\":");
        assertThat(
                        keys(
                                call("pegasus", "grep_files", "{\"pattern\":\"class\"}")
                                        .find("result")
                                        .orElseThrow()))
                .containsExactly("matches");
        assertThat(keys(call("pegasus", "current_time", "{}").find("result").orElseThrow()))
                .containsExactly("timestamp", "iso", "timezone");
        Json.Obj missing = call("pegasus", "read_file", "{\"path\":\"none\"}");
        assertThat(keys(missing))
                .containsExactly("success", "error", "startedAt", "completedAt", "durationMs");
        assertThat(missing.text("error").orElse("")).contains("not found");
        assertThat(
                        call("pegasus", "read_file", "{\"path\":\"/etc/passwd\"}")
                                .text("error")
                                .orElse(""))
                .contains("Permission denied");
    }

    @Test
    void opencodeAnswersWithTitleMetadataAndOutput() throws Exception {
        Json.Obj read =
                call("opencode", "read", "{\"filePath\":\"a.txt\",\"offset\":1,\"limit\":1}");
        assertThat(keys(read)).containsExactly("title", "metadata", "output");
        assertThat(read.text("output").orElse("")).contains("2\ttwo").contains("offset=2");
        assertThat(
                        call(
                                        "opencode",
                                        "edit",
                                        "{\"filePath\":\"a.txt\",\"oldString\":\"one\",\"newString\":\"1\",\"replaceAll\":true}")
                                .text("output")
                                .orElse(""))
                .contains("+1");
        assertThat(call("opencode", "list", "{}").text("output").orElse(""))
                .startsWith("./\n")
                .endsWith("  a.txt\n  src/\n    B.java");
        Files.writeString(root.resolve("new.java"), "");
        Files.setLastModifiedTime(root.resolve("src/B.java"), FileTime.fromMillis(1_000));
        assertThat(
                        call("opencode", "glob", "{\"pattern\":\"**/*.java\"}")
                                .text("output")
                                .orElse(""))
                .startsWith("new.java");
        Json.Obj missing = call("opencode", "read", "{\"filePath\":\"none\"}");
        assertThat(((Json.Obj) missing.find("metadata").orElseThrow()).text("error")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "aegis, glob, 200",
        "inventory, glob, 1000",
        "opencode, glob, 100",
        "aegis, grep, 50",
        "inventory, grep, 100",
        "opencode, grep, 100",
        "locked, glob, 1000",
        "locked, grep, 200"
    })
    void showsAsManyAsItsTableSays(String dialect, String tool, int most) throws Exception {
        var lines = new StringBuilder();
        for (int i = 0; i < 1_100; i++) {
            lines.append("needle\n");
            Files.createFile(root.resolve("f%04d.dat".formatted(i)));
        }
        Files.writeString(root.resolve("hay.txt"), lines);
        String pattern = tool.equals("glob") ? "*.dat" : "needle";

        String result = JsonText.write(call(dialect, tool, "{\"pattern\":\"" + pattern + "\"}"));

        String item = tool.equals("glob") ? "f\\d{4}\\.dat" : "needle";
        long shown = Pattern.compile(item).matcher(result).results().count();
        // The pattern itself is a field of some results; the head of a text repeats what the lists
        // show.
        assertThat(shown).as(result.substring(0, 200)).isBetween((long) most, 2L * most + 2);
    }

    @Test
    void narrowsToACollection() {
        assertThat(
                        DeftRun.in(
                                        root,
                                        "",
                                        "tools",
                                        "--dialect",
                                        "inventory",
                                        "--collection",
                                        "subagent")
                                .out())
                .contains("read", "grep", "glob", "ls")
                .doesNotContain("write", "exec");
        assertThat(
                        DeftRun.in(
                                        root,
                                        "",
                                        "call",
                                        "write",
                                        "{}",
                                        "--dialect",
                                        "inventory",
                                        "--collection",
                                        "subagent")
                                .out())
                .contains("There is no tool");
    }
}
