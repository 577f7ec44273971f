package dev.deft.app.terminal.editor;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Searches the history while the user types what to search for.
final class HistorySearch {

    private final List<String> entries;
    private String query = "";
    private int at;
    private boolean missing;

    HistorySearch(List<String> entries) {
        this.entries = entries;
        this.at = entries.size();
    }

    String query() {
        return query;
    }

    /// Whether nothing matches; the last match stays.
    boolean isMissing() {
        return missing;
    }

    Optional<String> match() {
        return at < entries.size() ? Optional.of(entries.get(at)) : Optional.empty();
    }

    void type(String text) {
        query += text;
        find(Math.min(at, entries.size() - 1));
    }

    void erase() {
        if (!query.isEmpty()) {
            List<Piece> pieces = Piece.split(query);
            query = query.substring(0, query.length() - pieces.getLast().text().length());
            at = entries.size();
            find(entries.size() - 1);
        }
    }

    /// Goes on to older entries.
    void older() {
        find(at - 1);
    }

    private void find(int from) {
        if (query.isEmpty()) {
            missing = false;
            return;
        }
        String wanted = query.toLowerCase(Locale.ROOT);
        for (int i = from; i >= 0; i--) {
            boolean other = match().filter(entries.get(i)::equals).isEmpty() || i == at;
            if (other && entries.get(i).toLowerCase(Locale.ROOT).contains(wanted)) {
                at = i;
                missing = false;
                return;
            }
        }
        missing = true;
    }
}
