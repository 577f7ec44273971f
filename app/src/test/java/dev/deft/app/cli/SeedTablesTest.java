package dev.deft.app.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `deft tools --json` of each dialect has the tools of the document that it follows, with these
/// parameters. The tables are written down from the documents, see `seed-tables/README.md`.
class SeedTablesTest {

    /// Tools that start sub-agents or load skills; they do not exist yet.
    private static final Map<String, Set<String>> COMING =
            Map.of(
                    "locked", Set.of(),
                    "aegis", Set.of(),
                    "inventory", Set.of(),
                    "pegasus", Set.of(),
                    "opencode", Set.of());

    @TempDir private Path root;

    private Map<String, Json.Obj> tools(String dialect, String... further) throws Exception {
        List<String> words = new ArrayList<>(List.of("tools", "--json", "--dialect", dialect));
        words.addAll(List.of(further));
        Json.Arr all =
                (Json.Arr) JsonText.parse(DeftRun.in(root, "", words.toArray(String[]::new)).out());
        Map<String, Json.Obj> byName = new LinkedHashMap<>();
        for (Json tool : all.items()) {
            byName.put(((Json.Obj) tool).text("name").orElseThrow(), (Json.Obj) tool);
        }
        return byName;
    }

    private static Map<String, List<Parameter>> seed(String dialect) throws IOException {
        Map<String, List<Parameter>> tools = new LinkedHashMap<>();
        try (InputStream in =
                SeedTablesTest.class.getResourceAsStream("/seed-tables/" + dialect + ".txt")) {
            for (String line :
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                String[] parts = line.split(": ?", 2);
                tools.put(
                        parts[0],
                        parts[1].isBlank()
                                ? List.of()
                                : List.of(parts[1].strip().split(" ", -1)).stream()
                                        .map(Parameter::parse)
                                        .toList());
            }
        }
        return tools;
    }

    /// @param type empty if the document does not say
    private record Parameter(String name, String type, boolean required) {

        static Parameter parse(String text) {
            boolean required = text.endsWith("*");
            String[] parts =
                    (required ? text.substring(0, text.length() - 1) : text).split(":", -1);
            return new Parameter(parts[0], parts.length > 1 ? parts[1] : "", required);
        }

        /// What a schema says about it, in the words of the document where it has them.
        static Parameter of(String name, Json.Obj schema, boolean required, Parameter wanted) {
            return new Parameter(
                    name, wanted.type.isEmpty() ? "" : type(schema, wanted.type), required);
        }

        private static String type(Json.Obj schema, String wanted) {
            if (schema.find("enum").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> values)
                    && wanted.contains("|")) {
                return String.join(
                        "|", values.stream().map(it -> ((Json.Str) it).value()).toList());
            }
            String type = schema.text("type").orElse("");
            // A whole number is a number; the documents do not tell the two apart.
            return type.equals("integer") && wanted.equals("number") ? "number" : type;
        }
    }

    private static List<Parameter> parameters(Json.Obj tool, List<Parameter> wanted) {
        Json.Obj schema = (Json.Obj) tool.find("parameters").orElseThrow();
        List<Json> required =
                schema.find("required").orElse(Json.Null.VALUE)
                                instanceof Json.Arr(List<Json> names)
                        ? names
                        : List.of();
        List<Parameter> all = new ArrayList<>();
        ((Json.Obj) schema.find("properties").orElse(Json.Obj.EMPTY))
                .fields()
                .forEach((name, it) ->
                        all.add(
                                Parameter.of(
                                        name,
                                        (Json.Obj) it,
                                        required.contains(new Json.Str(name)),
                                        wanted.stream()
                                                .filter(known -> known.name.equals(name))
                                                .findFirst()
                                                .orElse(new Parameter(name, "", false)))));
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"locked", "aegis", "inventory", "pegasus", "opencode"})
    void everyToolHasTheParametersOfItsDocument(String dialect) throws Exception {
        Map<String, Json.Obj> tools = tools(dialect);
        seed(dialect)
                .forEach((name, wanted) -> {
                    if (!COMING.getOrDefault(dialect, Set.of()).contains(name)) {
                        Json.Obj tool = requireNonNull(tools.get(name), name);
                        assertThat(parameters(tool, wanted))
                                .as(dialect + " " + name)
                                .containsExactlyInAnyOrderElementsOf(wanted);
                        assertThat(tool.find("parameters"))
                                .as("providers want an object at the root")
                                .map(it -> ((Json.Obj) it).text("type"))
                                .contains(Optional.of("object"));
                    }
                });
    }

    private static List<String> wanted(String dialect, Collection<String> names) {
        List<String> wanted = new ArrayList<>(names);
        wanted.removeAll(COMING.getOrDefault(dialect, Set.of()));
        return wanted;
    }

    @ParameterizedTest
    @ValueSource(strings = {"aegis", "inventory", "pegasus", "opencode"})
    void thereAreTheToolsOfTheDocumentInItsOrder(String dialect) throws Exception {
        assertThat(tools(dialect).keySet())
                .containsExactlyElementsOf(wanted(dialect, seed(dialect).keySet()));
    }

    @Test
    void theDefaultDialectHasTheLockedTools() throws Exception {
        Set<String> tools = tools("locked").keySet();
        assertThat(tools).containsAll(wanted("locked", seed("locked").keySet()));
    }

    /// What is coming is not there yet; when it lands, it leaves the list.
    @ParameterizedTest
    @ValueSource(strings = {"locked", "aegis", "inventory", "pegasus", "opencode"})
    void whatIsComingIsNotThereYet(String dialect) throws Exception {
        Set<String> tools = tools(dialect).keySet();
        assertThat(COMING.get(dialect)).noneMatch(tools::contains);
        assertThat(seed(dialect).keySet()).containsAll(COMING.get(dialect));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inventory | main | read write edit apply_patch grep glob ls exec process cron"
                        + " message agents_list sessions_list sessions_history sessions_send"
                        + " sessions_spawn subagents sessions_status memory_search memory_get",
                "inventory | subagent | read grep glob ls memory_search memory_get",
                "pegasus | allTaskTools | current_time sleep get_env set_env read_file write_file"
                        + " list_files delete_file move_file get_file_info edit_file grep_files"
                        + " http_get http_post http_request web_search json_parse json_stringify"
                        + " base64_encode base64_decode memory_list memory_read memory_write"
                        + " memory_patch memory_append task_list task_replay",
                "pegasus | mainAgentTools | current_time memory_list memory_read task_list"
                        + " task_replay session_archive_read spawn_task reply",
                "pegasus | reflectionTools | memory_read memory_write memory_patch memory_append",
                "pegasus | sessionTools | session_archive_read"
            })
    void collectionsAreThoseOfTheDocument(String dialect, String collection, String expected)
            throws Exception {
        Set<String> tools = tools(dialect, "--collection", collection).keySet();
        assertThat(tools)
                .containsExactlyInAnyOrderElementsOf(
                        wanted(dialect, List.of(expected.split(" ", -1))));
    }
}
