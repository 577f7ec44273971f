package dev.deft.dialect;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ModelText;
import dev.deft.registry.Parameters;
import dev.deft.registry.ToolRegistry;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.Shape;
import dev.deft.tool.Description;
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A dialect made of a table, mappings and a result shape.
final class TableDialect implements Dialect {

    private static final Pattern SENTENCES = Pattern.compile("(?<=[.!?]) +");

    private final String name;
    private final DialectTable table;
    private final ToolRegistry registry;
    private final Map<String, Mapping> mappings;
    private final ResultShape results;
    private volatile ToolView view;

    TableDialect(
            String name,
            DialectTable table,
            ToolRegistry registry,
            Map<String, Mapping> mappings,
            ResultShape results) {
        this.name = name;
        this.table = table;
        this.registry = registry;
        this.mappings = Map.copyOf(mappings);
        this.results = results;
        this.view = viewOf(registry.snapshot());
    }

    /// The tools now; rebuilt only after the registry has changed.
    private ToolView current() {
        ToolRegistry.Snapshot snapshot = registry.snapshot();
        if (view.version() != snapshot.version()) {
            view = viewOf(snapshot);
        }
        return view;
    }

    private ToolView viewOf(ToolRegistry.Snapshot snapshot) {
        Map<String, DialectTool> tools = new LinkedHashMap<>();
        for (DialectTable.Entry entry : table.tools()) {
            ToolRegistry.Registered registered = snapshot.tools().get(entry.tool());
            if (registered != null) {
                tools.put(entry.name(), toolOf(entry, registered.tool()));
            }
        }
        for (ToolRegistry.Registered it : snapshot.tools().values()) {
            // Servers name their tools as the dialect wants it.
            DialectTool more = LockedDialect.toDialect(it.tool());
            if (it.listed() && isOfServer(more)) {
                tools.putIfAbsent(more.name(), more);
            }
        }
        return new ToolView(
                snapshot.version(), tools, List.copyOf(tools.values()), missing(tools, snapshot));
    }

    private DialectTool toolOf(DialectTable.Entry entry, Tool<?> tool) {
        return new DialectTool(
                entry.name(),
                new Description.Text(entry.description()),
                new Parameters.OfTable((Shape.Fields) JsonSchema.read(entry.parameters())),
                tool,
                mappings.getOrDefault(entry.name(), Mapping.NONE).arguments(),
                entry.limitsOver(tool.spec().limits()));
    }

    /// The tools made from one version of the registry.
    ///
    /// @param missing the ids of registered tools that this dialect lacks, quoted as in messages
    private record ToolView(
            long version,
            Map<String, DialectTool> byName,
            List<DialectTool> tools,
            Set<String> missing) {}

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<DialectTool> tools() {
        return current().tools();
    }

    @Override
    public Optional<DialectTool> find(String tool) {
        return Optional.ofNullable(current().byName().get(tool));
    }

    @Override
    public Json render(Optional<DialectTool> tool, Envelope envelope) {
        return switch (envelope.result()) {
            case ToolResult.Failure failure ->
                    results.failure(tool, withOwnNames(failure), envelope);
            case ToolResult.Output output -> {
                if (tool.filter(TableDialect::isOfServer).isPresent()) {
                    // No table says what its data mean; its text is what the server answers.
                    yield results.success(
                            Json.Obj.EMPTY.with("content", ModelText.of(envelope)),
                            output,
                            envelope);
                }
                Json.Obj data = EnvelopeJson.data(envelope, output);
                Mapping mapping =
                        tool.map(it -> mappings.getOrDefault(it.name(), Mapping.NONE))
                                .orElse(Mapping.NONE);
                yield results.success(mapping.data().apply(data), output, envelope);
            }
        };
    }

    private static boolean isOfServer(DialectTool tool) {
        return tool.spec().category() == ToolCategory.MCP;
    }

    /// Replaces the ids of tools in the first line with their names in this dialect, and drops
    /// sentences that recommend a missing tool. Further lines quote a file and stay unchanged.
    private ToolResult.Failure withOwnNames(ToolResult.Failure failure) {
        ToolView tools = current();
        int end = failure.message().indexOf('\n');
        String advice = end < 0 ? failure.message() : failure.message().substring(0, end);
        String kept =
                SENTENCES
                        .splitAsStream(advice)
                        .filter(it -> tools.missing().stream().noneMatch(it::contains))
                        .collect(Collectors.joining(" "));
        for (DialectTool tool : tools.tools()) {
            kept = kept.replace("`" + tool.spec().id() + "`", "`" + tool.name() + "`");
        }
        String rest = end < 0 ? "" : failure.message().substring(end);
        return kept.isEmpty() ? failure : new ToolResult.Failure(failure.code(), kept + rest);
    }

    private static Set<String> missing(
            Map<String, DialectTool> tools, ToolRegistry.Snapshot snapshot) {
        Set<String> present =
                tools.values().stream().map(it -> it.spec().id()).collect(Collectors.toSet());
        return snapshot.tools().keySet().stream()
                .filter(it -> !present.contains(it))
                .map(it -> "`" + it + "`")
                .collect(Collectors.toSet());
    }

    /// The text of the result if its shape has one, else its JSON.
    @Override
    public String modelText(Optional<DialectTool> tool, Envelope envelope) {
        Json rendered = render(tool, envelope);
        return results.text(rendered).orElseGet(() -> JsonText.write(rendered));
    }

    @Override
    public CallOrder order() {
        return results.order();
    }

    @Override
    public boolean newMessageCancels() {
        return results.newMessageCancels();
    }
}
