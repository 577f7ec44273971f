package dev.deft.run;

import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A tool whose work is a lambda of a test.
public record FixtureTool(String id, Limits limits, RequirementSet requires, Work work)
        implements Tool<FixtureTool.Params> {

    public FixtureTool(String id, Limits limits, Work work) {
        this(id, limits, RequirementSet.EVERYTHING, work);
    }

    public record Params(String text, Optional<String> path) {}

    record Data(String text) {}

    @FunctionalInterface
    public interface Work {

        ToolResult run(Params params, Host host) throws IOException, InterruptedException;
    }

    public static FixtureTool of(Work work) {
        return new FixtureTool("fixture", Limits.DEFAULT, work);
    }

    /// A tool that requires only read access, so that a step may run its calls concurrently.
    static FixtureTool reading(Work work) {
        return new FixtureTool(
                "fixture", Limits.DEFAULT, RequirementSet.reading("{workspace}/**"), work);
    }

    public static ToolResult echo(Params params) {
        return ToolResult.output(new Data(params.text()), params.text(), "echo");
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(id, Params.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                .describedBy("Does the work of a test.")
                .requiring(requires)
                .within(limits);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return params.path().isEmpty()
                ? List.of()
                : List.of(Touch.writing(files.resolve(params.path().get())));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        return work.run(params, host);
    }
}
