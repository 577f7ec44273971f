package dev.deft.server.live;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a client is in the events of a session: the last stored entry, and the last moment after
/// it. Written `E` or `E.n`.
///
/// @param moment 0 for none
record EventPosition(long entry, int moment) implements Comparable<EventPosition> {

    static final EventPosition START = new EventPosition(0, 0);

    private static final Pattern FORM = Pattern.compile("(\\d{1,18})(?:\\.(\\d{1,9}))?");

    static Optional<EventPosition> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new EventPosition(
                        Long.parseLong(matcher.group(1)),
                        Optional.ofNullable(matcher.group(2)).map(Integer::parseInt).orElse(0)));
    }

    boolean isAfter(EventPosition other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(EventPosition other) {
        int byEntry = Long.compare(entry, other.entry);
        return byEntry != 0 ? byEntry : Integer.compare(moment, other.moment);
    }

    /// The id of an event.
    @Override
    public String toString() {
        return moment == 0 ? Long.toString(entry) : entry + "." + moment;
    }
}
