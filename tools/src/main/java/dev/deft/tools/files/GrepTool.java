package dev.deft.tools.files;

import dev.deft.host.GrepMatch;
import dev.deft.host.GrepQuery;
import dev.deft.host.GrepSummary;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the lines of files that match a regular expression.
public final class GrepTool implements Tool<GrepTool.Params> {

    private static final int MOST_MATCHES = 200;
    private static final Duration MOST_FOR_RESULT = Duration.ofSeconds(4);

    /// The lines to find.
    ///
    /// @param literalFallback searches for the pattern literally if it is not a valid regular
    ///   expression
    public record Params(
            @Doc("Regular expression that a line must match") String pattern,
            @Doc("File or directory to search; the workspace when absent") Optional<String> path,
            @Doc("Glob that files must match, such as `*.java`") Optional<String> include,
            @DialectOnly Optional<Boolean> literalFallback) {

        /// The parameters of the default dialect.
        public static Params of(String pattern) {
            return new Params(pattern, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    /// The lines found.
    ///
    /// @param count of all matching lines, including those not shown
    public record Data(String pattern, long count, List<GrepMatch> matches) {

        public Data {
            matches = List.copyOf(matches);
        }
    }

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "grep",
                        Params.class,
                        ToolCategory.FILE,
                        ToolKind.SEARCH,
                        Map.of("matches", MOST_MATCHES, "characters", LongLine.MOST_CHARACTERS))
                .requiring(RequirementSet.reading("{workspace}/**"))
                .within(Limits.DEFAULT.withItems(MOST_MATCHES));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(PathLookup.reading(files, place(params)));
    }

    private static String place(Params params) {
        return params.path().orElse(".");
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        WorkspacePath under = PathLookup.existing(host.files(), place(params));
        var syntax =
                params.literalFallback().orElse(false)
                        ? GrepQuery.Syntax.REGEX_OR_LITERAL
                        : GrepQuery.Syntax.REGEX;
        var query =
                new GrepQuery(
                        under,
                        params.pattern(),
                        params.include(),
                        syntax,
                        searchTime(host.limits().timeout()));
        try (var matches = new MatchHead(host)) {
            GrepSummary summary = host.files().grep(query, matches);
            ToolResult.Output output =
                    ToolResult.output(
                            new Data(params.pattern(), summary.matches(), matches.shown()),
                            text(query, summary, matches),
                            params.pattern() + ": " + summary.matches() + " matches");
            ToolResult.Output marked = summary.incomplete() ? output.asIncomplete() : output;
            String note = note(query, summary, matches, host);
            ToolResult.Output noted = note.isEmpty() ? marked : marked.noting(note);
            return matches.isCut() ? noted.asHead() : noted;
        }
    }

    /// The timeout of the call, minus the time to deliver the matches. Durations divide by way of
    /// decimals, which take 11 ms to load.
    private static Duration searchTime(Duration call) {
        long share = Math.min(call.toMillis() / 8, MOST_FOR_RESULT.toMillis());
        return call.minusMillis(share);
    }

    private static String text(GrepQuery query, GrepSummary summary, MatchHead matches) {
        String unreadable = ListHead.unreadable(summary.unreadable());
        if (summary.matches() == 0) {
            String which = query.include().map(it -> " in files that match " + it).orElse("");
            String where = PathLookup.spoken(query.under()) + which;
            return "No line in " + where + " matches " + query.pattern() + "." + unreadable;
        }
        String notice =
                matches.shown().size() < summary.matches()
                        ? ListHead.cutNotice(matches.shown().size(), summary.matches(), "matches")
                        : "";
        return matches.text() + notice + unreadable;
    }

    /// What was not searched or stored, or why nothing was found.
    private static String note(GrepQuery query, GrepSummary summary, MatchHead matches, Host host)
            throws IOException, InterruptedException {
        if (summary.incomplete()) {
            return SearchGaps.text(summary);
        }
        if (summary.matches() == 0) {
            return new GrepHints(host.files(), query).text();
        }
        return matches.received() < summary.matches()
                ? "the file with the output has the first %d matches".formatted(matches.received())
                : "";
    }
}
