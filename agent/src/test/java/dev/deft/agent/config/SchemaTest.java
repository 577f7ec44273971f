package dev.deft.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.deft.agent.config.ConfigFile.Form;
import dev.deft.agent.config.ConfigFile.Owner;
import dev.deft.codec.JsonText;
import dev.deft.codec.LocatedJson;
import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Holds the published schemas against the code that reads, and the check against one written by
/// others.
class SchemaTest {

    private static final Set<String> UNDERSTOOD =
            Set.of(
                    "$schema",
                    "$id",
                    "$defs",
                    "$ref",
                    "title",
                    "description",
                    "default",
                    "type",
                    "enum",
                    "minimum",
                    "maximum",
                    "exclusiveMinimum",
                    "minItems",
                    "minLength",
                    "pattern",
                    "patternErrorMessage",
                    "properties",
                    "additionalProperties",
                    "propertyNames",
                    "required",
                    "items",
                    "oneOf");

    /// A freely chosen name.
    private static final String ANY = "any-name";

    private static final int FILES = 2_000;

    private static Json.Obj root(Form form) {
        return Schemas.of(form);
    }

    private static Schema judge(Form form) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(JsonText.write(root(form)), InputFormat.JSON);
    }

    private static Optional<ConfigException> problem(Form form, String text, List<String> warnings)
            throws IOException {
        var file = new ConfigFile("f", Owner.USER, form, LocatedJson.parse(text), text);
        try {
            SchemaCheck.check(file, warnings::add);
            return Optional.empty();
        } catch (ConfigException e) {
            return Optional.of(e);
        }
    }

    @Test
    void hasExactlyTheKeysThatAreRead() {
        Set<String> agent = new HashSet<>(ConfigKeys.OF_AGENT);
        agent.add("$schema");
        assertThat(properties(root(Form.AGENT_JSON))).containsExactlyInAnyOrderElementsOf(agent);
        assertThat(properties(root(Form.CONFIG_YML)))
                .containsExactlyInAnyOrderElementsOf(ConfigKeys.OF_YML);
    }

    @Test
    void hasTheSameDefaultsAsTheCode() {
        for (Form form : Form.values()) {
            Map<List<String>, Json> defaults =
                    Defaults.of(form == Form.AGENT_JSON ? "locked" : "pegasus");
            Set<List<String>> seen = new HashSet<>();
            for (Leaf leaf : leaves(form)) {
                leaf.schema()
                        .find("default")
                        .filter(_ -> !leaf.path().contains("[0]"))
                        // What is not set for it is as for openai.
                        .filter(_ -> !leaf.path().contains(ModelChoice.RESPONSES))
                        .ifPresent(it -> {
                            assertThat(defaults.get(leaf.path())).as("%s", leaf).isEqualTo(it);
                            seen.add(leaf.path());
                        });
            }
            assertThat(seen).hasSizeGreaterThan(2);
        }
    }

    @Test
    void hasAKeyForEveryVariable() {
        List<List<String>> known = leaves(Form.AGENT_JSON).stream().map(Leaf::path).toList();
        assertThat(Variable.of("aegis"))
                .hasSize(21)
                .allSatisfy(it -> assertThat(known).contains(it.key()));
    }

    @Test
    void usesOnlySupportedKeywords() {
        for (Form form : Form.values()) {
            words(root(form)).forEach(it -> assertThat(UNDERSTOOD).contains(it));
        }
    }

    private static Set<String> words(Json.Obj schema) {
        Set<String> found = new HashSet<>();
        schema.fields()
                .forEach((word, value) -> {
                    found.add(word);
                    if (word.equals("properties") || word.equals("$defs")) {
                        ((Json.Obj) value)
                                .fields()
                                .values()
                                .forEach(it -> found.addAll(words((Json.Obj) it)));
                    } else if (value instanceof Json.Obj inner && !word.equals("default")) {
                        found.addAll(words(inner));
                    }
                });
        return found;
    }

    @Test
    void describesEveryKeyOfAgentJson() {
        assertThat(leaves(Form.AGENT_JSON)).hasSizeGreaterThan(30);
        ((Json.Obj) root(Form.AGENT_JSON).find("properties").orElseThrow())
                .fields()
                .forEach((name, it) ->
                        assertThat(resolved(Form.AGENT_JSON, (Json.Obj) it).text("description"))
                                .as(name)
                                .isPresent());
    }

    /// Every key, with every type that is wrong there, on a line of its own.
    @Test
    void reportsKeyFileLineAndColumnOfEveryWrongType() throws IOException {
        List<String> values = List.of("\"§\"", "17.5", "-3", "true", "null", "[17]", "{\"zz\": 1}");
        int wrong = 0;
        for (Form form : Form.values()) {
            Schema judge = judge(form);
            for (Leaf leaf : leaves(form)) {
                for (String value : values) {
                    String text = chain(leaf.path(), value);
                    if (!Expected.kinds(leaf.schema()).contains(kindOf(value))) {
                        wrong++;
                        assertThat(judge.validate(text, InputFormat.JSON)).as(text).isNotEmpty();
                        String key = SchemaCheck.dotted(leaf.path());
                        Position at = placeOf(leaf.path(), value);
                        assertThat(problem(form, text, new ArrayList<>()))
                                .as(text)
                                .map(Throwable::getMessage)
                                .get()
                                .asString()
                                .startsWith(
                                        "f, line %d, column %d: %s must be "
                                                .formatted(at.line(), at.column(), key));
                    }
                }
            }
        }
        assertThat(wrong).isGreaterThan(300);
    }

    private static String kindOf(String value) throws IOException {
        return Expected.kind(JsonText.parse(value));
    }

    private static final String HOLE = "@@";

    private static String chain(List<String> path, String value) {
        return open(path, 0).replace(HOLE, value);
    }

    private static Position placeOf(List<String> path, String value) {
        String before = open(path, 0);
        String head = before.substring(0, before.indexOf(HOLE));
        assertThat(value).isNotEmpty();
        return new Position(
                (int) head.chars().filter(it -> it == '\n').count() + 1,
                head.length() - head.lastIndexOf('\n'));
    }

    private static String open(List<String> path, int at) {
        if (at == path.size()) {
            return HOLE;
        }
        String name = path.get(at);
        String inner = open(path, at + 1);
        return name.startsWith("[")
                ? "[\n" + "  ".repeat(at + 1) + inner + "]"
                : "{\n" + "  ".repeat(at + 1) + "\"" + name + "\": " + inner + "}";
    }

    @Test
    void agreesWithAnIndependentValidatorAboutRandomFiles() throws IOException {
        var random = new Random(20261116);
        for (Form form : Form.values()) {
            Schema judge = judge(form);
            int valid = 0;
            for (int i = 0; i < FILES; i++) {
                var files = new RandomFiles(random, root(form), i % 2 == 0 ? 0 : 12);
                String text = JsonText.write(files.value(root(form)));
                boolean theirs = judge.validate(text, InputFormat.JSON).isEmpty();
                List<String> warnings = new ArrayList<>();
                boolean ours = problem(form, text, warnings).isEmpty() && warnings.isEmpty();
                assertThat(ours).as(text).isEqualTo(theirs);
                valid += ours ? 1 : 0;
            }
            assertThat(valid).as("both outcomes occur").isBetween(FILES / 20, FILES * 9 / 10);
        }
    }

    @Test
    void acceptsTheExamplesOfTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        List<String> examples =
                Pattern.compile("(?s)```json\\n(.*?)```")
                        .matcher(page)
                        .results()
                        .map(it -> it.group(1))
                        .toList();
        assertThat(examples).hasSizeGreaterThan(3);
        for (String example : examples) {
            List<String> warnings = new ArrayList<>();
            assertThat(judge(Form.AGENT_JSON).validate(example, InputFormat.JSON))
                    .as(example)
                    .isEmpty();
            assertThat(problem(Form.AGENT_JSON, example, warnings)).as(example).isEmpty();
            assertThat(warnings).isEmpty();
        }
        for (Form form : Form.values()) {
            for (Leaf leaf : leaves(form)) {
                String name = leaf.path().getLast();
                if (!leaf.path().getFirst().equals("policy")
                        && !name.equals("[0]")
                        && !name.equals(ANY)) {
                    assertThat(page).as("%s", leaf).contains(name);
                }
            }
        }
        Variable.of("aegis").forEach(it -> assertThat(page).contains("`" + it.name() + "`"));
    }

    /// A key that can be set, or a key that holds others.
    private record Leaf(List<String> path, Json.Obj schema) {}

    private static Set<String> properties(Json.Obj schema) {
        return ((Json.Obj) schema.find("properties").orElseThrow()).fields().keySet();
    }

    private static Json.Obj resolved(Form form, Json.Obj schema) {
        return RandomFiles.resolved(root(form), schema);
    }

    private static List<Leaf> leaves(Form form) {
        List<Leaf> all = new ArrayList<>();
        collect(form, root(form), List.of(), all);
        return all;
    }

    private static void collect(Form form, Json.Obj given, List<String> path, List<Leaf> into) {
        Json.Obj schema = resolved(form, given);
        if (!path.isEmpty()) {
            into.add(new Leaf(path, schema));
        }
        schema.find("properties")
                .ifPresent(it ->
                        ((Json.Obj) it)
                                .fields()
                                .forEach((name, inner) ->
                                        collect(form, (Json.Obj) inner, plus(path, name), into)));
        if (schema.find("additionalProperties").orElse(Json.Null.VALUE) instanceof Json.Obj free) {
            collect(form, free, plus(path, ANY), into);
        }
        schema.find("items").ifPresent(it -> collect(form, (Json.Obj) it, plus(path, "[0]"), into));
    }

    private static List<String> plus(List<String> path, String name) {
        var longer = new ArrayList<>(path);
        longer.add(name);
        return List.copyOf(longer);
    }
}
