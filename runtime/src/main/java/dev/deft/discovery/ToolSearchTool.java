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

/// Finds tools by what they do.
public final class ToolSearchTool implements Tool<ToolSearchTool.Params> {

    private static final int MOST = 10;

    /// What a foreign server says about its tools is shown only this far.
    private static final int LONGEST_DESCRIPTION = 200;

    private final ToolRegistry registry;
    private final Map<String, String> places;

    /// Makes a search over a registry.
    ///
    /// @param places what `${workspace}` and `${directory}` stand for in descriptions
    public ToolSearchTool(ToolRegistry registry, Map<String, String> places) {
        this.registry = registry;
        this.places = Map.copyOf(places);
    }

    public record Params(
            @Doc("What the tool should do, in a few words") @Bounds(min = 1, max = 1_000)
                    String query) {}

    /// The tools that fit, best first.
    public record Data(List<Match> matches) {

        public Data {
            matches = List.copyOf(matches);
        }
    }

    /// One tool that fits.
    public record Match(String id, String description) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                "tool_search",
                Params.class,
                ToolCategory.SYSTEM,
                ToolKind.SEARCH,
                Map.of("most", MOST));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        List<Match> all =
                registry.list().stream()
                        .filter(it -> it != this)
                        .map(it -> new Match(it.spec().id(), it.spec().description().text(places)))
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
                index.rank(params.query(), MOST).stream()
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
                line.length() > LONGEST_DESCRIPTION
                        ? line.substring(0, LONGEST_DESCRIPTION) + "…"
                        : line);
    }

    private static String text(List<Match> found) {
        return found.isEmpty()
                ? "No tool fits. Try other words for what it should do."
                : found.stream()
                        .map(it -> it.id() + ": " + it.description())
                        .collect(Collectors.joining("\n"));
    }
}
