package dev.deft.app.terminal.markdown;

import dev.deft.app.terminal.ui.Theme;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// Collects lines, with the bars and markers of the containers and the blank lines between blocks.
final class BlockOutput {

    private static final String BAR = "│ ";

    /// What containers leave for the text at the least, as far as the screen allows.
    private static final int LEAST_TEXT = 8;

    private final Theme theme;
    private final int columns;
    private final List<AttributedString> lines = new ArrayList<>();
    private State state;

    /// What must be remembered from one call to the next.
    ///
    /// @param last where the last line stands
    /// @param shownThrough the containers up to this number have shown their markers
    /// @param blanks blank lines of the last block that wait for a line after them
    record State(Place last, int shownThrough, int blanks) {

        static final State START = new State(new Place(-1, List.of(), false), -1, 0);

        boolean isIn(Place place) {
            return last.block() == place.block();
        }
    }

    BlockOutput(Theme theme, int columns, State state) {
        this.theme = theme;
        this.columns = Math.max(2, columns);
        this.state = state;
    }

    List<AttributedString> lines() {
        return List.copyOf(lines);
    }

    State state() {
        return state;
    }

    Theme theme() {
        return theme;
    }

    /// The columns that are left for the text of a block.
    int width(Place place) {
        return columns - marginWidth(shownAround(place.containers()));
    }

    void lines(Place place, List<AttributedString> texts) {
        texts.forEach(it -> line(place, it));
    }

    /// Adds a line. A block neither starts nor ends with blank lines.
    void line(Place place, AttributedString text) {
        if (text.toString().isBlank()) {
            int waiting = state.isIn(place) ? state.blanks() + 1 : 0;
            state = new State(state.last(), state.shownThrough(), waiting);
            return;
        }
        int waiting = state.isIn(place) ? state.blanks() : 0;
        for (int i = 0; i < waiting; i++) {
            write(place, AttributedString.EMPTY);
        }
        write(place, text);
    }

    /// Shows the marker of an item without content.
    void emptyItem(Place place) {
        if (place.containers().getLast().number() > state.shownThrough()) {
            write(place, AttributedString.EMPTY);
        }
    }

    private void write(Place place, AttributedString text) {
        if (!state.isIn(place)) {
            separate(place);
        }
        var line = new AttributedStringBuilder();
        int through = state.shownThrough();
        for (Container container : shownAround(place.containers())) {
            switch (container) {
                case Container.Quote _ -> line.append(BAR, theme.faint());
                case Container.Item item when item.number() > through ->
                        line.append(item.marker(), theme.marker());
                case Container.Item item -> line.append(" ".repeat(markerWidth(item)));
            }
        }
        line.append(text);
        add(line);
        int shown = place.containers().isEmpty() ? through : place.containers().getLast().number();
        state = new State(place, Math.max(through, shown), 0);
    }

    private void add(AttributedStringBuilder line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == ' ') {
            end--;
        }
        lines.add(line.subSequence(0, end));
    }

    private void separate(Place place) {
        Place last = state.last();
        if (last.block() < 0) {
            return;
        }
        List<Container> before = last.containers();
        List<Container> now = place.containers();
        int shared = 0;
        boolean inItem = false;
        while (shared < Math.min(before.size(), now.size())
                && before.get(shared).equals(now.get(shared))) {
            inItem |= now.get(shared) instanceof Container.Item;
            shared++;
        }
        boolean close = inItem || areSiblings(before, now, shared);
        if (close && !place.afterBlank()) {
            return;
        }
        var line = new AttributedStringBuilder();
        for (Container container : shownAround(now.subList(0, shared))) {
            switch (container) {
                case Container.Quote _ -> line.append(BAR, theme.faint());
                case Container.Item item -> line.append(" ".repeat(markerWidth(item)));
            }
        }
        add(line);
    }

    private static boolean areSiblings(List<Container> before, List<Container> now, int at) {
        return at < before.size()
                && at < now.size()
                && before.get(at) instanceof Container.Item left
                && now.get(at) instanceof Container.Item right
                && left.list() == right.list();
    }

    /// The innermost containers for which there is room.
    private List<Container> shownAround(List<Container> containers) {
        int from = 0;
        while (from < containers.size()
                && marginWidth(containers.subList(from, containers.size()))
                        > columns - LEAST_TEXT) {
            from++;
        }
        return containers.subList(from, containers.size());
    }

    private static int marginWidth(List<Container> containers) {
        int width = 0;
        for (Container container : containers) {
            width +=
                    switch (container) {
                        case Container.Quote _ -> BAR.length();
                        case Container.Item item -> markerWidth(item);
                    };
        }
        return width;
    }

    /// Markers are made of characters of one column.
    private static int markerWidth(Container.Item item) {
        return item.marker().length();
    }
}
