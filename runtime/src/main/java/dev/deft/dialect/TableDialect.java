package dev.deft.dialect;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.Parameters;
import dev.deft.registry.ToolRegistry;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.Shape;
import dev.deft.tool.Description;
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
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
    private final DialectTable table;
    private final ToolRegistry registry;
    private final Map<String, Mapping> mappings;
    private final ResultShape results;
    private volatile Shown shown;

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
        this.shown = made(registry.snapshot());
    }

    /// What the tools look like now; made anew only when the registry has changed.
    private Shown shown() {
        ToolRegistry.Snapshot now = registry.snapshot();
        if (shown.version() != now.version()) {
            shown = made(now);
        }
        return shown;
    }

    private Shown made(ToolRegistry.Snapshot snapshot) {
        Map<String, DialectTool> tools = new LinkedHashMap<>();
        for (DialectTable.Entry entry : table.tools()) {
            ToolRegistry.Registered known = snapshot.tools().get(entry.tool());
            if (known != null) {
                tools.put(entry.name(), made(entry, known.tool()));
            }
        }
        return new Shown(
                snapshot.version(), tools, List.copyOf(tools.values()), missing(tools, snapshot));
    }

    private DialectTool made(DialectTable.Entry entry, Tool<?> tool) {
        return new DialectTool(
                entry.name(),
                new Description.Given(entry.description()),
                new Parameters.OfTable((Shape.Fields) JsonSchema.read(entry.parameters())),
                tool,
                mappings.getOrDefault(entry.name(), Mapping.NONE).arguments(),
                entry.within(tool.spec().limits()));
    }

    /// What was made of the tools of one version.
    ///
    /// @param missing the tools that this dialect lacks, as advice names them
    private record Shown(
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
        return shown().tools();
    }

    @Override
    public Optional<DialectTool> find(String tool) {
        return Optional.ofNullable(shown().byName().get(tool));
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
        Shown now = shown();
        int end = why.message().indexOf('\n');
        String advice = end < 0 ? why.message() : why.message().substring(0, end);
        String kept =
                SENTENCES
                        .splitAsStream(advice)
                        .filter(it -> now.missing().stream().noneMatch(it::contains))
                        .collect(Collectors.joining(" "));
        for (DialectTool tool : now.tools()) {
            kept = kept.replace("`" + tool.spec().id() + "`", "`" + tool.name() + "`");
        }
        String rest = end < 0 ? "" : why.message().substring(end);
        return kept.isEmpty() ? why : new ToolResult.Failure(why.code(), kept + rest);
    }

    /// The tools of the catalogue that this dialect lacks, as advice names them.
    private static Set<String> missing(
            Map<String, DialectTool> tools, ToolRegistry.Snapshot snapshot) {
        Set<String> there =
                tools.values().stream().map(it -> it.spec().id()).collect(Collectors.toSet());
        return snapshot.tools().keySet().stream()
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
    public CallOrder order() {
        return results.order();
    }
}
