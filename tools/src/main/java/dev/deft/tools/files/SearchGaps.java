package dev.deft.tools.files;

import dev.deft.host.GrepSummary;
import dev.deft.host.GrepSummary.PathSample;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/// Describes which files a search skipped.
final class SearchGaps {

    private static final int LONGEST_NAME = 100;

    private SearchGaps() {}

    /// One clause for each kind of gap; there is at least one.
    static String text(GrepSummary summary) {
        var gaps = new StringJoiner("; ", "incomplete: ", "");
        if (summary.notReached().count() > 0) {
            gaps.add(
                    "the time was up; not searched: %s; narrow path or include"
                            .formatted(names(summary.notReached())));
        }
        if (summary.abandoned().count() > 0) {
            gaps.add("the pattern takes too long in " + names(summary.abandoned()));
        }
        return gaps.toString();
    }

    private static String names(PathSample places) {
        String some =
                places.some().stream().map(SearchGaps::shortened).collect(Collectors.joining(", "));
        int more = places.count() - places.some().size();
        return more == 0 ? some : "%s and %d more".formatted(some, more);
    }

    /// The end of a path is more useful than its beginning.
    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME
                ? name
                : "…" + name.substring(name.length() - LONGEST_NAME);
    }
}
