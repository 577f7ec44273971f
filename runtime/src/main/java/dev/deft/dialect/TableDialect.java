package dev.deft.dialect;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.run.Dialect;
import dev.deft.run.DialectTool;
import dev.deft.run.EnvelopeJson;
import dev.deft.run.Parameters;
import dev.deft.run.ToolRegistry;
import dev.deft.run.TurnOrder;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.Shape;
import dev.deft.tool.Description;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A dialect made of its table, its mappings and its shape of results.
final class TableDialect implements Dialect {

    private static final Pattern SENTENCES = Pattern.compile("(?<=[.!?]) +");

    private final String name;
    private final Map<String, DialectTool> tools;
    private final Map<String, Mapping> mappings;
    private final ResultShape results;
    private final Set<String> missing;

    TableDialect(
            String name,
            Table table,
            ToolRegistry registry,
            Map<String, Mapping> mappings,
            ResultShape results) {
        this.name = name;
        this.tools = shown(table, registry, mappings);
        this.mappings = Map.copyOf(mappings);
        this.results = results;
        this.missing = missing(tools, registry);
    }

    private static Map<String, DialectTool> shown(
            Table table, ToolRegistry registry, Map<String, Mapping> mappings) {
        Map<String, DialectTool> shown = new LinkedHashMap<>();
        for (Table.Entry entry : table.tools()) {
            registry.get(entry.tool())
                    .ifPresent(tool ->
                            shown.put(
                                    entry.name(),
                                    new DialectTool(
                                            entry.name(),
                                            new Description.Given(entry.description()),
                                            new Parameters.OfTable(
                                                    (Shape.Fields)
                                                            JsonSchema.read(entry.parameters())),
                                            tool,
                                            mappings.getOrDefault(entry.name(), Mapping.NONE)
                                                    .arguments(),
                                            entry.within(tool.spec().limits()))));
        }
        return shown;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<DialectTool> tools() {
        return List.copyOf(tools.values());
    }

    @Override
    public Optional<DialectTool> find(String tool) {
        return Optional.ofNullable(tools.get(tool));
    }

    @Override
    public Json render(Optional<DialectTool> tool, Envelope envelope) {
        return switch (envelope.result()) {
            case ToolResult.Failure why ->
                    results.failure(
                            tool.map(DialectTool::name).orElse(""), inOwnWords(why), envelope);
            case ToolResult.Output output -> {
                Json.Obj data = EnvelopeJson.data(envelope, output);
                Mapping mapping =
                        tool.map(it -> mappings.getOrDefault(it.name(), Mapping.NONE))
                                .orElse(Mapping.NONE);
                yield results.success(mapping.data().apply(data), output, envelope);
            }
        };
    }

    /// Advice names tools as the catalogue does; here they may have other names, and a sentence
    /// that recommends one there is not is left out. What follows the first line is quoted from a
    /// file.
    private ToolResult.Failure inOwnWords(ToolResult.Failure why) {
        int end = why.message().indexOf('\n');
        String advice = end < 0 ? why.message() : why.message().substring(0, end);
        String kept =
                SENTENCES
                        .splitAsStream(advice)
                        .filter(it -> missing.stream().noneMatch(it::contains))
                        .collect(Collectors.joining(" "));
        for (DialectTool tool : tools.values()) {
            kept = kept.replace("`" + tool.spec().id() + "`", "`" + tool.name() + "`");
        }
        String rest = end < 0 ? "" : why.message().substring(end);
        return kept.isEmpty() ? why : new ToolResult.Failure(why.code(), kept + rest);
    }

    /// The tools of the catalogue that this dialect lacks, as advice names them.
    private static Set<String> missing(Map<String, DialectTool> tools, ToolRegistry registry) {
        Set<String> there =
                tools.values().stream().map(it -> it.spec().id()).collect(Collectors.toSet());
        return registry.list().stream()
                .map(it -> it.spec().id())
                .filter(it -> !there.contains(it))
                .map(it -> "`" + it + "`")
                .collect(Collectors.toSet());
    }

    /// A shape that is made of words is read as words, any other as it is written.
    @Override
    public String read(Optional<DialectTool> tool, Envelope envelope) {
        Json rendered = render(tool, envelope);
        return results.text(rendered).orElseGet(() -> JsonText.write(rendered));
    }

    @Override
    public TurnOrder order() {
        return results.order();
    }
}
