package dev.deft.agent.schedule;

import java.util.List;
import java.util.Locale;

/// One of the five fields of a cron expression, and how its text is read.
enum CronField {
    MINUTE("minute", "minutes are 0 to 59", 0, 59, ""),
    HOUR("hour", "hours are 0 to 23", 0, 23, ""),
    DAY("day of month", "days are 1 to 31", 1, 31, ""),
    MONTH(
            "month",
            "months are 1 to 12 or jan to dec",
            1,
            12,
            "jan feb mar apr may jun jul aug sep oct nov dec"),
    WEEKDAY(
            "day of week",
            "days of the week are 0 to 7 or sun to sat, where 0 and 7 are Sunday",
            0,
            7,
            "sun mon tue wed thu fri sat");

    private static final String FORMS =
            "a field is *, a value, a range such as 1-5, a step such as */15 or 8-18/2, or a list of these with commas";

    /// Sunday as the end of a range.
    private static final int SUNDAY_LAST = 7;

    private final String title;
    private final String allowed;
    private final int first;
    private final int last;
    private final String names;

    CronField(String title, String allowed, int first, int last, String names) {
        this.title = title;
        this.allowed = allowed;
        this.first = first;
        this.last = last;
        this.names = names;
    }

    /// Reads the text of the field.
    ///
    /// @return the values, a bit each; Sunday is bit 0
    /// @throws IllegalArgumentException if the text is wrong; the message shows the field and what
    ///   is allowed
    long parse(String text) {
        long values = 0;
        for (String item : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            values |= item(text, item);
        }
        return this == WEEKDAY ? withSundayFirst(values) : values;
    }

    private static long withSundayFirst(long values) {
        long sunday = 1L << SUNDAY_LAST;
        return (values & sunday) == 0 ? values : (values & ~sunday) | 1;
    }

    private long item(String text, String item) {
        int slash = item.indexOf('/');
        String span = slash < 0 ? item : item.substring(0, slash);
        int step = slash < 0 ? 1 : step(text, item.substring(slash + 1));
        if (span.equals("*")) {
            return bits(first, this == WEEKDAY ? last - 1 : last, step);
        }
        int dash = span.indexOf('-');
        int from = value(text, dash < 0 ? span : span.substring(0, dash));
        if (dash < 0) {
            return bits(from, slash < 0 ? from : last, step);
        }
        int to = value(text, span.substring(dash + 1));
        if (this == WEEKDAY && to == 0 && from > 0) {
            to = SUNDAY_LAST;
        }
        if (from > to) {
            throw wrong(
                    text,
                    "the range \"%s\" runs backward; write it as two, such as %d-%d,%d-%d"
                            .formatted(span, from, this == WEEKDAY ? last - 1 : last, first, to));
        }
        return bits(from, to, step);
    }

    private static long bits(int from, int to, int step) {
        long bits = 0;
        for (int i = from; i <= to; i += step) {
            bits |= 1L << i;
        }
        return bits;
    }

    private int step(String text, String step) {
        int most = last - first;
        int number = number(step);
        if (number < 1 || number > most) {
            throw wrong(
                    text,
                    "\"/%s\" is no step; a step is 1 to %d here".formatted(shown(step), most));
        }
        return number;
    }

    private int value(String text, String word) {
        int name = List.of(names.split(" ", -1)).indexOf(word);
        int value = name >= 0 ? name + first : number(word);
        if (word.isEmpty() || value < first || value > last) {
            throw wrong(
                    text,
                    word.isEmpty() || !isWord(word)
                            ? FORMS
                            : "\"%s\" is not allowed; %s".formatted(shown(word), allowed));
        }
        return value;
    }

    private static boolean isWord(String word) {
        return word.chars().allMatch(Character::isLetterOrDigit);
    }

    /// -1 for anything but a short run of digits.
    private static int number(String word) {
        boolean digits =
                !word.isEmpty()
                        && word.length() <= 4
                        && word.chars().allMatch(it -> it >= '0' && it <= '9');
        return digits ? Integer.parseInt(word) : -1;
    }

    private IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException(
                "The %s \"%s\" is wrong: %s.".formatted(title, shown(text), why));
    }

    private static String shown(String text) {
        return CronExpression.shown(text);
    }
}
