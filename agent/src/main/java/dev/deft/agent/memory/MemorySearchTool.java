package dev.deft.agent.memory;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Finds matches of memory files by meaning and by words.
public final class MemorySearchTool implements Tool<MemorySearchTool.Params> {

    private static final int RESULTS = 6;
    private static final double MIN_SCORE = 0.35;

    /// How many skipped files are named.
    private static final int NAMED = 3;

    public record Params(
            @Doc("What to look for, as a question or in keywords") @Bounds(min = 1, max = 2_000)
                    String query,
            @Doc("How many matches at most") @Bounds(min = 1, max = 50)
                    Optional<Integer> maxResults,
            @Doc("Leaves out matches with a lower score, from 0 to 1") @Bounds(min = 0, max = 1)
                    Optional<Double> minScore) {}

    /// The matches.
    ///
    /// @param results best first
    /// @param method `hybrid`, or `keyword` if there are no embeddings
    /// @param pending how many files are not embedded yet
    public record Data(List<Result> results, String method, int pending) {

        public Data {
            results = List.copyOf(results);
        }
    }

    /// A chunk.
    public record Result(String path, int startLine, int endLine, double score, String snippet) {

        private static Result of(FoundMemory.Match it) {
            double score = Math.round(it.score() * 1_000) / 1_000.0;
            return new Result(it.path(), it.startLine(), it.endLine(), score, it.snippet());
        }

        private String text() {
            return "path: %s\nlines: %d-%d\nscore: %s\nsnippet:\n%s"
                    .formatted(
                            path,
                            startLine,
                            endLine,
                            String.format(Locale.ROOT, "%.2f", score),
                            snippet);
        }
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "memory_search",
                        Params.class,
                        ToolCategory.MEMORY,
                        ToolKind.SEARCH,
                        Map.of("results", RESULTS, "score", MIN_SCORE))
                .requiring(RequirementSet.reading("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return ReadableMemory.touches(files);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        if (params.query().isBlank()) {
            return ToolResult.failure(
                    ErrorCode.INVALID_ARGUMENTS, "The query is empty. Say what to look for.");
        }
        FoundMemory found =
                host.handle(Memory.class)
                        .search(
                                new Memory.Query(
                                        params.query(),
                                        params.maxResults().orElse(RESULTS),
                                        params.minScore().orElse(MIN_SCORE),
                                        new ReadableMemory(host.files())));
        return output(found);
    }

    private static ToolResult output(FoundMemory found) {
        List<Result> results = found.matches().stream().map(Result::of).toList();
        var data =
                new Data(
                        results,
                        found.method().name().toLowerCase(Locale.ROOT),
                        found.progress().pending());
        String text =
                results.isEmpty()
                        ? "Nothing in memory fits."
                        : String.join("\n\n", results.stream().map(Result::text).toList());
        ToolResult.Output output =
                ToolResult.output(
                        data,
                        text,
                        results.size() == 1 ? "1 match" : "%d matches".formatted(results.size()));
        List<String> notes = notes(found);
        ToolResult.Output noted = notes.isEmpty() ? output : output.noting(String.join(" ", notes));
        return found.progress().pending() > 0 ? noted.asIncomplete() : noted;
    }

    private static List<String> notes(FoundMemory found) {
        List<String> notes = new ArrayList<>();
        FoundMemory.Progress progress = found.progress();
        if (found.method() == FoundMemory.Method.KEYWORD) {
            notes.add("This was a keyword search only: there are no embeddings here.");
        }
        if (progress.pending() > 0) {
            notes.add(
                    "The index is being built: %d of %d files were searched by keywords only. Search again in a while."
                            .formatted(progress.pending(), progress.files()));
        }
        if (!progress.skipped().isEmpty()) {
            List<String> named =
                    progress.skipped().subList(0, Math.min(NAMED, progress.skipped().size()));
            notes.add(
                    "Not searched, since too large or no text: %s%s."
                            .formatted(
                                    String.join(", ", named),
                                    progress.skipped().size() > NAMED ? " and more" : ""));
        }
        return notes;
    }
}
