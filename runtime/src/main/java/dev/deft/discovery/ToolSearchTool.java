package dev.deft.discovery;

import dev.deft.host.Host;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Finds tools by description.
public final class ToolSearchTool implements Tool<ToolSearchTool.Params> {

    private static final int MAX_RESULTS = 10;

    /// Longer descriptions are truncated, since foreign servers may send any length.
    private static final int MAX_DESCRIPTION = 200;

    private final ToolRegistry registry;
    private final Map<String, String> variables;

    /// Creates a search over a registry.
    ///
    /// @param variables what `${workspace}` and `${directory}` stand for in descriptions
    public ToolSearchTool(ToolRegistry registry, Map<String, String> variables) {
        this.registry = registry;
        this.variables = Map.copyOf(variables);
    }

    public record Params(
            @Doc("What the tool should do, in a few words") @Bounds(min = 1, max = 1_000)
                    String query) {}

    /// The matching tools, best first.
    public record Data(List<Match> matches) {

        public Data {
            matches = List.copyOf(matches);
        }
    }

    /// A matching tool.
    public record Match(String id, String description) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                "tool_search",
                Params.class,
                ToolCategory.SYSTEM,
                ToolKind.SEARCH,
                Map.of("most", MAX_RESULTS));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        List<Match> all =
                registry.snapshot().listed().stream()
                        .filter(it -> it != this)
                        .map(it ->
                                new Match(it.spec().id(), it.spec().description().text(variables)))
                        .toList();
        var index =
                new Bm25(
                        all.stream()
                                .map(it ->
                                        it.id().replace('_', ' ')
                                                + " "
                                                + it.id()
                                                + " "
                                                + it.description())
                                .toList());
        List<Match> found =
                index.rank(params.query(), MAX_RESULTS).stream()
                        .map(all::get)
                        .map(ToolSearchTool::shortened)
                        .toList();
        FoundTools.add(found.stream().map(Match::id).toList(), host);
        return ToolResult.output(new Data(found), text(found), "%d tools".formatted(found.size()));
    }

    private static Match shortened(Match match) {
        String line = match.description().lines().findFirst().orElse("");
        return new Match(
                match.id(),
                line.length() > MAX_DESCRIPTION ? line.substring(0, MAX_DESCRIPTION) + "…" : line);
    }

    private static String text(List<Match> found) {
        return found.isEmpty()
                ? "No tool fits. Try other words for what it should do."
                : found.stream()
                        .map(it -> it.id() + ": " + it.description())
                        .collect(Collectors.joining("\n"));
    }
}
