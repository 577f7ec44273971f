package dev.deft.tools.web.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/// A table of data as a grid of texts. A cell that spans rows or columns is repeated in them, so
/// that each row can be read alone; a cell across the whole table is written once.
final class Table {

    private static final int MOST_COLUMNS = 100;
    private static final int MOST_ROWS_SPANNED = 1_000;

    /// Longer texts are not repeated.
    private static final int LONGEST_REPEATED = 80;

    private static final Set<String> BLOCKS_OF_LAYOUT =
            Set.of(
                    "table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "form", "article",
                    "section");

    private final String caption;
    private final List<List<String>> rows;
    private final boolean headed;

    private Table(String caption, List<List<String>> rows, boolean headed) {
        this.caption = caption;
        this.rows = rows;
        this.headed = headed;
    }

    /// Whether a table holds data. Others only arrange a page, and their cells are written as
    /// blocks.
    static boolean isData(Element table) {
        String role = table.attr("role");
        if (role.equals("presentation") || role.equals("none")) {
            return false;
        }
        var look = new Look();
        NodeTraversor.filter(look, table);
        if (look.layout) {
            return false;
        }
        return look.rows > 0
                && look.widest > 0
                && (look.headers || (look.rows > 1 && look.widest > 1));
    }

    /// Looks at the cells of a table.
    private static final class Look implements NodeFilter {
        private boolean layout;
        private boolean headers;
        private int rows;
        private int cells;
        private int widest;

        @Override
        public FilterResult head(Node node, int depth) {
            if (depth == 0 || !(node instanceof Element element)) {
                return FilterResult.CONTINUE;
            }
            String name = element.normalName();
            if (BLOCKS_OF_LAYOUT.contains(name)) {
                layout = true;
                return FilterResult.STOP;
            }
            if (name.equals("tr")) {
                rows++;
                cells = 0;
            }
            if (name.equals("th") || name.equals("td")) {
                headers |= name.equals("th");
                cells++;
                widest = Math.max(widest, cells);
            }
            return FilterResult.CONTINUE;
        }
    }

    /// Reads a table.
    ///
    /// @param cell the text of a cell, on one line
    static Table of(Element table, Function<Element, String> cell) {
        var grid = new Grid(cell);
        String caption = "";
        boolean headed = false;
        for (Element part : rowsAndCaption(table)) {
            if (part.normalName().equals("caption")) {
                caption = cell.apply(part);
                continue;
            }
            boolean head = isHead(part);
            if (grid.add(part) && grid.rows.size() == 1) {
                headed = head;
            }
        }
        return new Table(caption, grid.filled(), headed);
    }

    private static List<Element> rowsAndCaption(Element table) {
        List<Element> parts = new ArrayList<>();
        for (Element child : table.children()) {
            switch (child.normalName()) {
                case "tr", "caption" -> parts.add(child);
                case "thead", "tbody", "tfoot" ->
                        child.children().stream()
                                .filter(it -> it.normalName().equals("tr"))
                                .forEach(parts::add);
                default -> {}
            }
        }
        return parts;
    }

    private static boolean isHead(Element row) {
        Element parent = row.parent();
        if (parent != null && parent.normalName().equals("thead")) {
            return true;
        }
        return !row.children().isEmpty()
                && row.children().stream().allMatch(it -> it.normalName().equals("th"));
    }

    String written(HtmlStyle style) {
        if (rows.isEmpty()) {
            return caption;
        }
        var lines = new ArrayList<String>();
        if (style == HtmlStyle.TEXT) {
            rows.forEach(it -> lines.add(String.join(" | ", it)));
            return (caption.isEmpty() ? "" : caption + "\n") + String.join("\n", lines);
        }
        int columns = rows.getFirst().size();
        if (!headed) {
            lines.add("|" + "  |".repeat(columns));
            lines.add("|" + " --- |".repeat(columns));
        }
        for (List<String> row : rows) {
            lines.add("| " + String.join(" | ", row) + " |");
            if (headed && lines.size() == 1) {
                lines.add("|" + " --- |".repeat(columns));
            }
        }
        return (caption.isEmpty() ? "" : caption + "\n\n") + String.join("\n", lines);
    }

    /// The cells by row and column.
    private static final class Grid {
        private final Function<Element, String> cell;
        private final List<List<String>> rows = new ArrayList<>();
        private final List<Spanning> spanning = new ArrayList<>();

        Grid(Function<Element, String> cell) {
            this.cell = cell;
        }

        /// A cell that goes on in further rows.
        private record Spanning(int column, int width, int rowsLeft, String text) {}

        /// Adds a row, unless nothing is in it.
        boolean add(Element source) {
            List<String> row = new ArrayList<>();
            List<Spanning> further = new ArrayList<>();
            for (Element it : source.children()) {
                boolean isCell = it.normalName().equals("td") || it.normalName().equals("th");
                if (isCell && row.size() < MOST_COLUMNS) {
                    fillSpanned(row, further);
                    place(it, row, further);
                }
            }
            fillSpanned(row, further);
            while (!spanning.isEmpty()) {
                row.add("");
                fillSpanned(row, further);
                spanning.removeIf(it -> it.column < row.size());
            }
            spanning.addAll(further);
            boolean empty = row.stream().allMatch(String::isEmpty);
            if (!empty) {
                rows.add(row);
            }
            return !empty;
        }

        private void place(Element element, List<String> row, List<Spanning> further) {
            String text = cell.apply(element);
            int width = Math.min(span(element, "colspan", MOST_COLUMNS), MOST_COLUMNS - row.size());
            int height = span(element, "rowspan", MOST_ROWS_SPANNED);
            String repeated = text.length() <= LONGEST_REPEATED ? text : "";
            boolean alone = element.siblingElements().isEmpty();
            if (height > 1) {
                further.add(new Spanning(row.size(), width, height - 1, repeated));
            }
            row.add(text);
            for (int i = 1; i < width; i++) {
                row.add(alone ? "" : repeated);
            }
        }

        private void fillSpanned(List<String> row, List<Spanning> further) {
            boolean found = true;
            while (found) {
                found = false;
                for (Spanning it : List.copyOf(spanning)) {
                    if (it.column == row.size()) {
                        for (int i = 0; i < it.width && row.size() < MOST_COLUMNS; i++) {
                            row.add(it.text);
                        }
                        spanning.remove(it);
                        if (it.rowsLeft > 1) {
                            further.add(
                                    new Spanning(it.column, it.width, it.rowsLeft - 1, it.text));
                        }
                        found = true;
                    }
                }
            }
        }

        private static int span(Element element, String attribute, int most) {
            String value = element.attr(attribute).strip();
            return value.matches("\\d{1,6}") ? Math.clamp(Integer.parseInt(value), 1, most) : 1;
        }

        /// Rows of the same width, without columns that are empty in every row.
        List<List<String>> filled() {
            int columns = rows.stream().mapToInt(List::size).max().orElse(0);
            for (List<String> row : rows) {
                while (row.size() < columns) {
                    row.add("");
                }
            }
            for (int column = columns - 1; column >= 0; column--) {
                int at = column;
                if (rows.stream().allMatch(it -> it.get(at).isEmpty())) {
                    rows.forEach(it -> it.remove(at));
                }
            }
            return rows;
        }
    }
}
