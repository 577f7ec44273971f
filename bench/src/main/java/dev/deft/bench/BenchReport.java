package dev.deft.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The figures of all benches as one table in Markdown.
final class BenchReport {

    static final String BEGIN = "<!-- written by bench/run all; do not edit -->";
    static final String END = "<!-- end of what bench/run all writes -->";

    private static final List<String> HEAD =
            List.of("bench", "figure", "measured", "target", "", "beside");

    private final List<List<String>> rows = new ArrayList<>();
    private int met;
    private int missed;
    private int broken;

    void add(String bench, BenchFigure figure) {
        rows.add(
                List.of(
                        bench,
                        figure.name(),
                        figure.measured(),
                        figure.wanted(),
                        figure.verdict(),
                        figure.beside()));
        if (figure.target().isPresent()) {
            met += figure.met() ? 1 : 0;
            missed += figure.met() ? 0 : 1;
        }
    }

    /// A bench that did not come to its end.
    void failed(String bench, String why) {
        broken++;
        rows.add(List.of(bench, why, "", "", "FAILED", ""));
    }

    boolean allMet() {
        return missed == 0 && broken == 0;
    }

    /// The table and what it was measured on.
    String text(BenchMachine machine) {
        var text = new StringBuilder(machine.sentence());
        text.append(" Targets: %d met, %d missed".formatted(met, missed));
        text.append(broken == 0 ? ".\n\n" : "; benches that failed: %d.\n\n".formatted(broken));
        line(text, HEAD);
        text.append("| --- | --- | ---: | ---: | --- | --- |\n");
        rows.forEach(it -> line(text, it));
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> values) {
        text.append('|');
        for (String value : values) {
            text.append(' ').append(value.replace("|", "\\|"));
            text.append(value.isEmpty() ? "|" : " |");
        }
        text.append('\n');
    }

    /// A page with the part between the markers replaced.
    static String written(String page, String text) throws IOException {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException("the page has no place for the figures");
        }
        return page.substring(0, begin + BEGIN.length())
                + "\n\n"
                + text.strip()
                + "\n\n"
                + page.substring(end);
    }
}
