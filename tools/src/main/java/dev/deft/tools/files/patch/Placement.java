package dev.deft.tools.files.patch;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.tools.files.edit.LineSearch;
import dev.deft.tools.files.edit.LineSimilarity;
import dev.deft.tools.files.edit.NearestBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Locates the hunks of one file: each must match at exactly one place.
final class Placement {

    private final String path;
    private final List<String> lines;
    private final List<String> canonical;
    private final List<Placed> placed = new ArrayList<>();

    Placement(String path, List<String> lines) {
        this.path = path;
        this.lines = List.copyOf(lines);
        this.canonical = LineSimilarity.canonical(lines);
    }

    /// A hunk and the line, counted from 0, at which it starts.
    ///
    /// @param exact whether its lines match character by character
    record Placed(Hunk hunk, int first, boolean exact) {

        int end() {
            return first + hunk.old().size();
        }
    }

    List<Placed> place(List<Hunk> hunks) throws HostException {
        for (Hunk hunk : hunks) {
            placed.add(place(hunk, placed.size() + 1));
        }
        return List.copyOf(placed);
    }

    private Placed place(Hunk hunk, int number) throws HostException {
        List<Integer> floors = floors(hunk, number);
        if (hunk.old().isEmpty()) {
            return new Placed(hunk, insertion(hunk, number, floors), true);
        }
        List<Integer> exact =
                numbered(hunk, chosen(hunk, floors, free(hunk, find(hunk, lines, hunk.old()))));
        if (!exact.isEmpty()) {
            return new Placed(hunk, only(hunk, number, exact), true);
        }
        List<String> wanted = LineSimilarity.canonical(hunk.old());
        boolean blank = wanted.stream().allMatch(String::isEmpty);
        List<Integer> alike =
                blank ? List.of() : chosen(hunk, floors, free(hunk, find(hunk, canonical, wanted)));
        if (alike.isEmpty()) {
            throw conflict(hunk, number, "does not fit", NearestBlock.describe(lines, hunk.old()));
        }
        return new Placed(hunk, only(hunk, number, alike), false);
    }

    private static List<Integer> find(Hunk hunk, List<String> lines, List<String> wanted) {
        if (!hunk.atEnd()) {
            return LineSearch.find(lines, wanted, 0);
        }
        int last = lines.size() - wanted.size();
        return last >= 0 && LineSearch.standsAt(lines, wanted, last) ? List.of(last) : List.of();
    }

    /// Of several places, the one with the line number of the patch.
    private static List<Integer> numbered(Hunk hunk, List<Integer> places) {
        boolean decides =
                places.size() > 1
                        && hunk.oldLine().isPresent()
                        && places.contains(hunk.oldLine().getAsInt());
        return decides ? List.of(hunk.oldLine().getAsInt()) : places;
    }

    /// The places that do not overlap earlier hunks.
    private List<Integer> free(Hunk hunk, List<Integer> places) {
        int count = hunk.old().size();
        return places.stream()
                .filter(it ->
                        placed.stream().noneMatch(p -> it < p.end() && p.first() < it + count))
                .toList();
    }

    /// The intended places: below an anchor the first one; else, of several, those below the
    /// previous hunk.
    private List<Integer> chosen(Hunk hunk, List<Integer> floors, List<Integer> places) {
        if (!hunk.anchors().isEmpty()) {
            return floors.stream()
                    .flatMap(floor -> places.stream().filter(it -> it >= floor).limit(1))
                    .distinct()
                    .toList();
        }
        if (places.size() <= 1) {
            return places;
        }
        List<Integer> below = places.stream().filter(it -> it >= cursor()).toList();
        return below.isEmpty() ? places : below;
    }

    private int cursor() {
        return placed.isEmpty() ? 0 : placed.getLast().end();
    }

    private int insertion(Hunk hunk, int number, List<Integer> floors) throws HostException {
        if (hunk.oldLine().isPresent()) {
            return numberedInsertion(hunk, number, hunk.oldLine().getAsInt());
        }
        if (hunk.anchors().isEmpty() || hunk.atEnd()) {
            return lines.size();
        }
        return only(hunk, number, floors) + 1;
    }

    private int numberedInsertion(Hunk hunk, int number, int line) throws HostException {
        if (line > lines.size()) {
            throw conflict(
                    hunk,
                    number,
                    "adds lines after line %d of %d".formatted(line, lines.size()),
                    "Give some lines of context.");
        }
        return line;
    }

    private int only(Hunk hunk, int number, List<Integer> places) throws HostException {
        if (places.size() == 1) {
            return places.getFirst();
        }
        String where =
                places.stream()
                        .limit(NearestBlock.MOST_LINES)
                        .map(it -> Integer.toString(it + 1))
                        .collect(Collectors.joining(", "));
        throw conflict(
                hunk,
                number,
                "fits at %d places, at lines %s".formatted(places.size(), where),
                "Add more lines of context, or a line above it as @@ anchor.");
    }

    /// The lines of the innermost anchor, one for each occurrence of the outermost one.
    private List<Integer> floors(Hunk hunk, int number) throws HostException {
        if (hunk.anchors().isEmpty()) {
            return List.of();
        }
        List<Integer> outermost = anchorLines(hunk, number, hunk.anchors().getFirst());
        List<Integer> below = outermost.stream().filter(it -> it >= cursor()).toList();
        var floors = new ArrayList<Integer>();
        for (int outer : below.isEmpty() ? outermost : below) {
            innermost(hunk, number, outer, floors);
        }
        if (floors.isEmpty()) {
            throw missing(hunk, number, hunk.anchors().getLast());
        }
        return floors.stream().distinct().toList();
    }

    private void innermost(Hunk hunk, int number, int outer, List<Integer> floors)
            throws HostException {
        int floor = outer;
        for (String anchor : hunk.anchors().subList(1, hunk.anchors().size())) {
            int above = floor;
            List<Integer> inner =
                    anchorLines(hunk, number, anchor).stream()
                            .filter(it -> it > above)
                            .limit(1)
                            .toList();
            if (inner.isEmpty()) {
                return;
            }
            floor = inner.getFirst();
        }
        floors.add(floor);
    }

    /// The lines that equal an anchor, or else those that start with it.
    private List<Integer> anchorLines(Hunk hunk, int number, String anchor) throws HostException {
        String wanted = LineSimilarity.canonical(anchor);
        List<Integer> whole = linesThat(it -> it.equals(wanted));
        List<Integer> found = whole.isEmpty() ? linesThat(it -> it.startsWith(wanted)) : whole;
        if (found.isEmpty()) {
            throw missing(hunk, number, anchor);
        }
        return found;
    }

    private List<Integer> linesThat(Predicate<String> fit) {
        var found = new ArrayList<Integer>();
        for (int i = 0; i < canonical.size(); i++) {
            if (fit.test(canonical.get(i))) {
                found.add(i);
            }
        }
        return found;
    }

    private HostException missing(Hunk hunk, int number, String anchor) {
        return conflict(
                hunk,
                number,
                "does not fit: its anchor `%s` is not there".formatted(anchor),
                NearestBlock.describe(lines, List.of(anchor)));
    }

    private HostException conflict(Hunk hunk, int number, String problem, String help) {
        return new HostException(
                ErrorCode.CONFLICT,
                "Hunk %d of %s (line %d of the patch) %s; nothing was changed. %s"
                        .formatted(number, path, hunk.patchLine(), problem, help));
    }
}
