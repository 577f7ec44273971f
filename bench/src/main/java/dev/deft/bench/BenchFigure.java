package dev.deft.bench;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.Locale;
import java.util.Optional;

/// One figure of a bench, and the target it has to meet, if it has one.
///
/// @param unit such as `ms`; may be empty
/// @param beside what others took for the same, in words; may be empty
record BenchFigure(String name, double value, String unit, Optional<Target> target, String beside) {

    /// Which side of a target is the good one.
    enum Bound {
        AT_MOST("≤"),
        AT_LEAST("≥");

        private final String sign;

        Bound(String sign) {
            this.sign = sign;
        }
    }

    /// What a figure has to be.
    ///
    /// @param note where the limit comes from, such as `0.8 × Codex`; may be empty
    record Target(Bound bound, double limit, String note) {

        private boolean allows(double value) {
            return bound == Bound.AT_MOST ? value <= limit : value >= limit;
        }
    }

    /// A figure without a target.
    static BenchFigure of(String name, double value, String unit) {
        return new BenchFigure(name, value, unit, Optional.empty(), "");
    }

    BenchFigure atMost(double limit, String note) {
        return with(new Target(Bound.AT_MOST, limit, note));
    }

    BenchFigure atLeast(double limit, String note) {
        return with(new Target(Bound.AT_LEAST, limit, note));
    }

    private BenchFigure with(Target wanted) {
        return new BenchFigure(name, value, unit, Optional.of(wanted), beside);
    }

    BenchFigure withBeside(String others) {
        return new BenchFigure(name, value, unit, target, others);
    }

    /// Whether the target is met; a figure without one meets it.
    boolean met() {
        return target.isEmpty() || target.get().allows(value);
    }

    String measured() {
        return number(value) + suffix();
    }

    /// The target in words; empty if there is none.
    String wanted() {
        return target.map(it ->
                        "%s %s%s%s"
                                .formatted(
                                        it.bound.sign,
                                        number(it.limit),
                                        suffix(),
                                        it.note.isEmpty() ? "" : " (" + it.note + ")"))
                .orElse("");
    }

    /// `met` or `MISSED`; empty if there is no target.
    String verdict() {
        return target.isEmpty() ? "" : met() ? "met" : "MISSED";
    }

    private String suffix() {
        return unit.isEmpty() ? "" : " " + unit;
    }

    /// With as many digits as tell something.
    static String number(double value) {
        double size = Math.abs(value);
        if (size >= 100 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        String digits =
                String.format(Locale.ROOT, size < 1 ? "%.3f" : size < 10 ? "%.2f" : "%.1f", value);
        return digits.replaceFirst("\\.?0+$", "");
    }

    /// One line of JSON. The inverse of [#parse].
    String line() {
        Json.Obj fields =
                Json.Obj.EMPTY
                        .with("name", name)
                        .with("value", Json.Num.of(value))
                        .with("unit", unit)
                        .with("beside", beside);
        return JsonText.write(
                target.map(it ->
                                fields.with("bound", it.bound.name())
                                        .with("limit", Json.Num.of(it.limit))
                                        .with("note", it.note))
                        .orElse(fields));
    }

    static BenchFigure parse(String line) throws JsonSyntaxException {
        Json.Obj fields = JsonText.parseObject(line);
        Optional<Target> target =
                fields.text("bound")
                        .map(it ->
                                new Target(
                                        Bound.valueOf(it),
                                        number(fields, "limit"),
                                        fields.text("note").orElse("")));
        return new BenchFigure(
                fields.text("name").orElseThrow(),
                number(fields, "value"),
                fields.text("unit").orElse(""),
                target,
                fields.text("beside").orElse(""));
    }

    private static double number(Json.Obj fields, String name) {
        return fields.find(name).orElseThrow() instanceof Json.Num it ? it.asDouble() : Double.NaN;
    }
}
