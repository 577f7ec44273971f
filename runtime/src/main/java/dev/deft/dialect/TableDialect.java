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

/// A dialect made of its table, its mappings and its shape of results.
final class TableDialect implements Dialect {

    private final String name;
    private final Map<String, DialectTool> tools;
    private final Map<String, Mapping> mappings;
    private final ResultShape results;

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

    /// Advice names tools as the catalogue does; here they may have other names.
    private ToolResult.Failure inOwnWords(ToolResult.Failure why) {
        String message = why.message();
        for (DialectTool tool : tools.values()) {
            message = message.replace("`" + tool.spec().id() + "`", "`" + tool.name() + "`");
        }
        return new ToolResult.Failure(why.code(), message);
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
