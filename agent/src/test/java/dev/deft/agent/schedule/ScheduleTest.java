package dev.deft.agent.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A schedule against an oracle that looks at every minute of a year.
class ScheduleTest {

    private static final Instant YEAR = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NEXT_YEAR = Instant.parse("2027-01-01T00:00:00Z");

    private static final List<String> EXPRESSIONS =
            List.of(
                    "* * * * *",
                    "*/7 * * * *",
                    "30 2 * * *",
                    "0,30 2 * * *",
                    "15 2 * * sun",
                    "30 1 * * *",
                    "0 * * * *",
                    "*/15 1-3 * * *",
                    "* 2 * * *",
                    "0 0 1 * *",
                    "0 12 13 * fri",
                    "5 4 */3 jan-jun mon-fri",
                    "0 0 29 feb *",
                    "59 23 31 * *",
                    "10-50/20 22 * mar,oct 0-2,6-7",
                    "@hourly",
                    "@weekly",
                    "@monthly");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTC",
                "Europe/Berlin",
                "America/New_York",
                "Australia/Lord_Howe",
                "Asia/Kathmandu",
                "Africa/Casablanca",
                "-03:30"
            })
    void everyMinuteOfAYearAgreesWithTheOracle(String zone) {
        Oracle oracle = Oracle.over(ZoneId.of(zone), YEAR, NEXT_YEAR);
        for (String expression : EXPRESSIONS) {
            assertThat(
                            fired(Schedule.parse(expression, zone), YEAR, NEXT_YEAR)
                                    .equals(oracle.of(expression)))
                    .as("%s in %s", expression, zone)
                    .isTrue();
        }
    }

    @Test
    void randomExpressionsAgreeWithTheOracle() {
        var random = new Random(20260317);
        List<String> zones =
                List.of("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tehran");
        for (int i = 0; i < 300; i++) {
            String expression = RandomExpression.next(random);
            String zone = zones.get(random.nextInt(zones.size()));
            Instant from = YEAR.plusSeconds(random.nextInt(340 * 86_400));
            Instant to = from.plusSeconds(20 * 86_400);
            assertThat(fired(Schedule.parse(expression, zone), from, to))
                    .as("%s in %s from %s", expression, zone, from)
                    .isEqualTo(Oracle.over(ZoneId.of(zone), from, to).of(expression));
        }
    }

    private static List<Instant> fired(Schedule schedule, Instant from, Instant to) {
        List<Instant> all = new ArrayList<>();
        Optional<Instant> next = schedule.next(from);
        while (next.isPresent() && next.get().isBefore(to)) {
            all.add(next.get());
            next = schedule.next(next.get());
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Berlin skips 02:00 to 03:00 on March 29 and doubles it on October 25.
                "30 2 * * *|Europe/Berlin|2026-03-28T12:00:00Z|2026-03-29T01:00:00Z",
                "30 2 * * *|Europe/Berlin|2026-03-29T01:00:00Z|2026-03-30T00:30:00Z",
                "30 * * * *|Europe/Berlin|2026-03-29T00:30:00Z|2026-03-29T01:30:00Z",
                "30 2 * * *|Europe/Berlin|2026-10-24T12:00:00Z|2026-10-25T00:30:00Z",
                "30 2 * * *|Europe/Berlin|2026-10-25T00:30:00Z|2026-10-26T01:30:00Z",
                "30 * * * *|Europe/Berlin|2026-10-25T00:30:00Z|2026-10-25T01:30:00Z",
                // Lord Howe moves by half an hour.
                "15 2 * * *|Australia/Lord_Howe|2026-10-03T00:00:00Z|2026-10-03T15:30:00Z",
                "0 0 29 2 *|UTC|2026-01-01T00:00:00Z|2028-02-29T00:00:00Z",
                "0 0 29 2 *|UTC|2096-03-01T00:00:00Z|2104-02-29T00:00:00Z",
                // An AND of both days, since one of them starts with a star: Feb 29 on a Sunday.
                "0 0 29 2 */7|UTC|2088-03-01T00:00:00Z|2128-02-29T00:00:00Z",
                "0 12 13 * fri|UTC|2026-11-07T00:00:00Z|2026-11-13T12:00:00Z",
                // A zone that skipped a whole day.
                "0 12 30 12 *|Pacific/Apia|2011-12-28T00:00:00Z|2011-12-30T10:00:00Z"
            })
    void aChangeOfTheClockHasItsRule(
            String expression, String zone, Instant after, Instant expected) {
        assertThat(Schedule.parse(expression, zone).next(after)).contains(expected);
    }

    @Test
    void anInstantIsStrictlyLater() {
        Schedule schedule = Schedule.parse("0 9 * * *", "UTC");
        Instant nine = Instant.parse("2026-05-01T09:00:00Z");

        assertThat(schedule.next(nine)).contains(nine.plusSeconds(86_400));
        assertThat(schedule.next(nine.minusNanos(1))).contains(nine);
        assertThat(schedule.next(Instant.MAX)).isEmpty();
        assertThat(schedule.next(Instant.MIN)).isEmpty();
    }

    /// Looks at each minute, with the fields as plain sets, and moves times of the gap by hand.
    ///
    /// @param from the first minute, a day before the first one that counts
    private record Oracle(Instant start, Instant from, List<LocalDateTime> locals) {

        static Oracle over(ZoneId zone, Instant from, Instant to) {
            Instant start = from.minusSeconds(86_400).truncatedTo(ChronoUnit.MINUTES);
            List<LocalDateTime> locals = new ArrayList<>();
            for (Instant at = start; at.isBefore(to); at = at.plusSeconds(60)) {
                locals.add(ZonedDateTime.ofInstant(at, zone).toLocalDateTime());
            }
            return new Oracle(start, from, locals);
        }

        List<Instant> of(String expression) {
            String[] texts = plain(expression).split(" ", -1);
            var fields = new Fields(texts);
            boolean wild = texts[0].startsWith("*") || texts[1].startsWith("*");
            var fired = new TreeSet<Instant>();
            LocalDateTime highest = locals.getFirst().minusMinutes(1);
            for (int i = 0; i < locals.size(); i++) {
                LocalDateTime local = locals.get(i);
                boolean first = local.isAfter(highest);
                boolean matches = fields.match(local) && (wild || first);
                for (LocalDateTime gap = highest.plusMinutes(1);
                        !wild && gap.isBefore(local);
                        gap = gap.plusMinutes(1)) {
                    matches |= fields.match(gap);
                }
                if (matches) {
                    fired.add(start.plusSeconds(60L * i));
                }
                highest = first ? local : highest;
            }
            return fired.stream().filter(it -> it.isAfter(from)).toList();
        }

        private static String plain(String expression) {
            return switch (expression) {
                case "@hourly" -> "0 * * * *";
                case "@weekly" -> "0 0 * * sun";
                case "@monthly" -> "0 0 1 * *";
                default -> expression;
            };
        }
    }

    /// The fields of an expression as sets of numbers.
    private static final class Fields {

        private final boolean[] minutes;
        private final boolean[] hours;
        private final boolean[] days;
        private final boolean[] months;
        private final boolean[] weekdays;
        private final boolean either;

        Fields(String[] texts) {
            minutes = set(texts[0], 0, 59);
            hours = set(texts[1], 0, 23);
            days = set(texts[2], 1, 31);
            months = set(texts[3], 1, 12);
            weekdays = set(texts[4], 0, 7);
            either = texts[2].charAt(0) != '*' && texts[4].charAt(0) != '*';
        }

        boolean match(LocalDateTime time) {
            LocalDate date = time.toLocalDate();
            int weekday = date.getDayOfWeek().getValue();
            boolean day = days[date.getDayOfMonth()];
            boolean week = weekdays[weekday] || (weekday == 7 && weekdays[0]);
            return minutes[time.getMinute()]
                    && hours[time.getHour()]
                    && months[date.getMonthValue()]
                    && (either ? day || week : day && week);
        }

        private static boolean[] set(String field, int first, int last) {
            var set = new boolean[last + 1];
            for (String item : field.split(",", -1)) {
                String[] halves = item.split("/", -1);
                int step = halves.length > 1 ? Integer.parseInt(halves[1]) : 1;
                String[] ends = halves[0].split("-", -1);
                boolean star = halves[0].equals("*");
                int low = star ? first : number(ends[0]);
                int high = star ? (last == 7 ? 6 : last) : number(ends[ends.length - 1]);
                for (int value = low; value <= high; value++) {
                    set[value] |= (value - low) % step == 0;
                }
            }
            return set;
        }

        private static int number(String word) {
            if (Character.isDigit(word.charAt(0))) {
                return Integer.parseInt(word);
            }
            int month = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(word);
            return month >= 0 ? month / 3 + 1 : "sunmontuewedthufrisat".indexOf(word) / 3;
        }
    }

    /// Expressions as people and fuzzers write them.
    private static final class RandomExpression {

        static String next(Random random) {
            return String.join(
                    " ",
                    field(random, 0, 59),
                    field(random, 0, 23),
                    random.nextInt(3) > 0 ? "*" : field(random, 1, 28),
                    random.nextInt(3) > 0 ? "*" : field(random, 1, 12),
                    random.nextInt(3) > 0 ? "*" : field(random, 0, 6));
        }

        private static String field(Random random, int first, int last) {
            int low = first + random.nextInt(last - first + 1);
            int high = low + random.nextInt(last - low + 1);
            int step = 1 + random.nextInt(last - first);
            return switch (random.nextInt(6)) {
                case 0 -> "*";
                case 1 -> "*/" + step;
                case 2 -> low + "-" + high;
                case 3 -> low + "-" + high + "/" + step;
                case 4 -> low + "," + high;
                default -> Integer.toString(low);
            };
        }
    }
}
