package dev.deft.tools.files;

import dev.deft.host.GrepSummary;
import dev.deft.host.GrepSummary.Places;
import java.util.stream.Collectors;

/// Says which part of the files a search did not look at.
final class SearchGaps {

    private static final int LONGEST_NAME = 100;

    private SearchGaps() {}

    /// A line for each kind of gap; nothing where all was searched.
    static String text(GrepSummary summary) {
        return (summary.notReached().count() == 0
                        ? ""
                        : "\n[incomplete: the time was up; not searched: %s; narrow path or include]"
                                .formatted(names(summary.notReached())))
                + (summary.abandoned().count() == 0
                        ? ""
                        : "\n[incomplete: the pattern takes too long in %s; all other files were searched]"
                                .formatted(names(summary.abandoned())));
    }

    private static String names(Places places) {
        String some =
                places.some().stream().map(SearchGaps::shortened).collect(Collectors.joining(", "));
        int more = places.count() - places.some().size();
        return more == 0 ? some : "%s and %d more".formatted(some, more);
    }

    /// The end of a path says more than its beginning.
    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME
                ? name
                : "…" + name.substring(name.length() - LONGEST_NAME);
    }
}
