package dev.deft.run;

import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.ModelText;
import dev.deft.registry.Parameters;
import dev.deft.tool.Envelope;
import java.util.List;
import java.util.Optional;

/// A dialect with given tools and a given order.
record FixtureDialect(List<DialectTool> tools, CallOrder order) implements Dialect {

    static FixtureDialect of(DialectTool tool) {
        return new FixtureDialect(List.of(tool), CallOrder.READS_IN_PARALLEL);
    }

    /// A tool under its own id, with other parameters.
    static DialectTool tool(
            FixtureTool tool, Parameters parameters, DialectTool.ArgumentMapper mapper) {
        return new DialectTool(
                tool.id(), tool.spec().description(), parameters, tool, mapper, tool.limits());
    }

    @Override
    public String name() {
        return "fixture";
    }

    @Override
    public Optional<DialectTool> find(String name) {
        return tools.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    @Override
    public Json render(Optional<DialectTool> tool, Envelope envelope) {
        return EnvelopeJson.write(envelope);
    }

    @Override
    public String modelText(Optional<DialectTool> tool, Envelope envelope) {
        return ModelText.of(envelope);
    }
}
