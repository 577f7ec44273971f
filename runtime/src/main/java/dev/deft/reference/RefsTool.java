package dev.deft.reference;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Lists the named results of a session, and drops one.
public final class RefsTool implements Tool<RefsTool.Params> {

    /// How many names a session keeps; the oldest is dropped for a new one.
    public static final int MOST_NAMES = 100;

    private final InstantSource clock;

    /// @param clock tells the age of results
    public RefsTool(InstantSource clock) {
        this.clock = clock;
    }

    public record Params(
            @Doc("A name to drop, such as ref:grep-1; without it, all are listed")
                    @Bounds(min = 1, max = 200)
                    Optional<String> drop) {}

    /// The named results, newest first.
    public record Data(int count, List<Entry> refs) {

        public Data {
            refs = List.copyOf(refs);
        }
    }

    /// A named result.
    public record Entry(String name, String tool, long bytes, long ageSeconds) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                "refs",
                Params.class,
                ToolCategory.SYSTEM,
                ToolKind.READ,
                Map.of(
                        "most",
                        MOST_NAMES,
                        "megabytes",
                        (int) (ReferenceArguments.MOST_BYTES >> 20)));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        NamedResults references = host.handle(NamedResults.class);
        if (params.drop().isPresent() && !references.drop(params.drop().get())) {
            return failure(
                    ErrorCode.NOT_FOUND,
                    "There is no result %s; call refs without arguments to see all."
                            .formatted(params.drop().get()));
        }
        List<Entry> all = references.list().stream().map(this::entry).toList();
        return ToolResult.output(
                new Data(all.size(), all), text(all), "%d named results".formatted(all.size()));
    }

    private Entry entry(NamedResults.Listed it) {
        long age = Math.max(0, Duration.between(it.issued(), clock.instant()).toSeconds());
        return new Entry(it.name(), it.tool(), it.bytes(), age);
    }

    private static String text(List<Entry> all) {
        return all.isEmpty()
                ? "This session has no named results."
                : all.stream()
                        .map(it ->
                                "%s: %d bytes of %s, %d s ago"
                                        .formatted(
                                                it.name(), it.bytes(), it.tool(), it.ageSeconds()))
                        .collect(Collectors.joining("\n"));
    }
}
