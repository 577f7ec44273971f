package dev.deft.agent.schedule;

import dev.deft.output.TerminalText;
import java.time.LocalDate;
import java.time.Month;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A cron expression of five fields: minute, hour, day of month, month, day of week; or a word such
/// as `@daily`.
///
/// If neither day field starts with `*`, a day matches when either of them does; otherwise both
/// must. That is the rule of the classic cron.
public final class CronExpression {

    private static final Map<String, String> WORDS =
            Map.of(
                    "@hourly", "0 * * * *",
                    "@daily", "0 0 * * *",
                    "@midnight", "0 0 * * *",
                    "@weekly", "0 0 * * 0",
                    "@monthly", "0 0 1 * *",
                    "@yearly", "0 0 1 1 *",
                    "@annually", "0 0 1 1 *");

    private static final String WORD_LIST =
            "@hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually";

    /// Expressions longer than this are refused unread.
    static final int MAX_LENGTH = 500;

    private static final int SHOWN = 60;

    private final String text;
    private final long minutes;
    private final long hours;
    private final long days;
    private final long months;
    private final long weekdays;
    private final boolean eitherDay;
    private final boolean wallClock;

    private CronExpression(String text, List<String> fields) {
        this.text = text;
        this.minutes = CronField.MINUTE.parse(fields.get(0));
        this.hours = CronField.HOUR.parse(fields.get(1));
        this.days = CronField.DAY.parse(fields.get(2));
        this.months = CronField.MONTH.parse(fields.get(3));
        this.weekdays = CronField.WEEKDAY.parse(fields.get(4));
        this.eitherDay = !fields.get(2).startsWith("*") && !fields.get(4).startsWith("*");
        this.wallClock = fields.get(0).startsWith("*") || fields.get(1).startsWith("*");
        if (!canFire()) {
            throw new IllegalArgumentException(
                    "The schedule \"%s\" never fires: no month it names has such a day."
                            .formatted(shown(text)));
        }
    }

    /// Reads an expression.
    ///
    /// @throws IllegalArgumentException if it is wrong or can never fire; the message shows the
    ///   field and what is allowed
    public static CronExpression parse(String text) {
        String plain = text.strip();
        if (plain.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "A schedule has at most %d characters.".formatted(MAX_LENGTH));
        }
        if (plain.startsWith("@")) {
            return word(plain);
        }
        List<String> fields = List.of(plain.split("\\s+"));
        if (plain.isEmpty() || fields.size() != CronField.values().length) {
            throw new IllegalArgumentException(
                    "A schedule has five fields, minute hour day-of-month month day-of-week, such as \"30 9 * * mon-fri\"; \"%s\" has %d."
                            .formatted(shown(plain), plain.isEmpty() ? 0 : fields.size()));
        }
        return new CronExpression(String.join(" ", fields), fields);
    }

    private static CronExpression word(String word) {
        String fields = WORDS.get(word.toLowerCase(Locale.ROOT));
        if (fields == null) {
            throw new IllegalArgumentException(
                    "There is no schedule \"%s\"; the words are %s."
                            .formatted(shown(word), WORD_LIST));
        }
        return new CronExpression(word.toLowerCase(Locale.ROOT), List.of(fields.split(" ", -1)));
    }

    static String shown(String text) {
        return TerminalText.line(text, SHOWN);
    }

    private boolean canFire() {
        if (eitherDay) {
            return true;
        }
        for (Month month : Month.values()) {
            if (hasMonth(month.getValue()) && (days & upTo(month.maxLength())) != 0) {
                return true;
            }
        }
        return false;
    }

    private static long upTo(int day) {
        return (1L << (day + 1)) - 1;
    }

    /// Whether a wildcard in the minute or hour makes it follow the clock on the wall. Otherwise it
    /// names fixed times, each of which comes once a day. See [Schedule].
    boolean followsWallClock() {
        return wallClock;
    }

    boolean hasMinute(int minute) {
        return has(minutes, minute);
    }

    boolean hasHour(int hour) {
        return has(hours, hour);
    }

    boolean hasMonth(int month) {
        return has(months, month);
    }

    boolean hasDate(LocalDate date) {
        if (!hasMonth(date.getMonthValue())) {
            return false;
        }
        boolean day = has(days, date.getDayOfMonth());
        boolean weekday = has(weekdays, date.getDayOfWeek().getValue() % 7);
        return eitherDay ? day || weekday : day && weekday;
    }

    private static boolean has(long bits, int value) {
        return (bits >> value & 1) == 1;
    }

    /// The text, with single blanks between the fields.
    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CronExpression it && it.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
