package dev.deft.app.cli.models;

import dev.deft.agent.config.Price;
import dev.deft.agent.model.listing.ModelFigures;
import dev.deft.agent.model.listing.Origin;
import dev.deft.app.cli.command.Console;
import dev.deft.app.terminal.TextTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Shows models to people.
final class ModelTable {

    private static final int LEAST_NAME = 24;
    private static final int THOUSAND = 1_000;
    private static final int MILLION = 1_000_000;
    private static final String UNKNOWN = "?";

    private final Console console;

    ModelTable(Console console) {
        this.console = console;
    }

    void show(List<ModelRow> rows) {
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::green),
                        TextTable.Column.flexible(
                                it -> console.bold(console.shown(it)), LEAST_NAME),
                        TextTable.Column.fixed(it -> it),
                        TextTable.Column.fixed(it -> it),
                        TextTable.Column.fixed(it -> it),
                        TextTable.Column.optional(it -> it),
                        TextTable.Column.fixed(console::dim),
                        TextTable.Column.optional(console::dim));
        table.add("", "model", "context", "output", "in/out $", "cache r/w $", "from", "used by");
        for (ModelRow row : rows) {
            Optional<Price> price = row.figures().price().map(ModelFigures.Cost::price);
            table.add(
                    row.usedBy().isEmpty() ? " " : "*",
                    row.name(),
                    shortened(row.figures().context()),
                    shortened(row.figures().maxOutput()),
                    price.map(it -> pair(it.input(), it.output())).orElse(UNKNOWN),
                    price.map(it -> pair(it.cacheRead(), it.cacheWrite())).orElse(""),
                    origins(row.figures()),
                    String.join(", ", row.usedBy()));
        }
        console.say(table);
    }

    private static String shortened(ModelFigures.Tokens tokens) {
        int count = tokens.count();
        String text =
                count >= MILLION
                        ? plain((double) count / MILLION) + "M"
                        : count >= THOUSAND ? count / THOUSAND + "k" : "" + count;
        return tokens.origin() == Origin.AT_MOST ? "≤ " + text : text;
    }

    private static String pair(double first, double second) {
        return plain(first) + " / " + plain(second);
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value)
                .setScale(value < 1 ? 4 : 2, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /// The origins of the window, the output and the price; one word if they agree.
    private static String origins(ModelFigures figures) {
        List<String> all = new ArrayList<>();
        all.add(figures.context().origin().label());
        all.add(figures.maxOutput().origin().label());
        figures.price().ifPresent(it -> all.add(it.origin().label()));
        return all.stream().distinct().count() == 1 ? all.getFirst() : String.join(", ", all);
    }
}
