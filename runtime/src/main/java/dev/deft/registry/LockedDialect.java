package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolSpec;
import java.util.List;
import java.util.Optional;

/// The default dialect: every tool under its own id, every result as an envelope.
public final class LockedDialect implements Dialect {

    private final ToolRegistry registry;
    private volatile CachedTools cached = new CachedTools(-1, List.of());

    public LockedDialect(ToolRegistry registry) {
        this.registry = registry;
    }

    @Override
    public String name() {
        return "locked";
    }

    @Override
    public List<DialectTool> tools() {
        ToolRegistry.Snapshot snapshot = registry.snapshot();
        if (cached.version() != snapshot.version()) {
            cached =
                    new CachedTools(
                            snapshot.version(),
                            snapshot.listed().stream().map(LockedDialect::toDialect).toList());
        }
        return cached.tools();
    }

    /// The tools of one version of the registry.
    private record CachedTools(long version, List<DialectTool> tools) {}

    @Override
    public Optional<DialectTool> find(String name) {
        return registry.get(name).map(LockedDialect::toDialect);
    }

    /// A tool under its own id, as it describes itself.
    public static DialectTool toDialect(Tool<?> tool) {
        ToolSpec<?> spec = tool.spec();
        return new DialectTool(
                spec.id(),
                spec.description(),
                parameters(spec),
                tool,
                spec,
                DialectTool.ArgumentMapper.SAME,
                spec.limits(),
                Optional.empty());
    }

    private static Parameters parameters(ToolSpec<?> spec) {
        Optional<Json.Obj> foreign = spec.foreignSchema();
        if (foreign.isEmpty()) {
            return new Parameters.OfRecord(spec.parameters());
        }
        return spec.category() == ToolCategory.MCP
                ? new Parameters.Remote(foreign.get())
                : new Parameters.Foreign(foreign.get());
    }

    @Override
    public Json render(Optional<DialectTool> tool, Envelope envelope) {
        return EnvelopeJson.write(envelope);
    }

    @Override
    public String modelText(Optional<DialectTool> tool, Envelope envelope) {
        return ModelText.of(envelope);
    }

    @Override
    public CallOrder order() {
        return CallOrder.READS_IN_PARALLEL;
    }
}
