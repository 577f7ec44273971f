package dev.deft.agent.schedule;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/// A cron expression in a time zone.
///
/// Where daylight saving skips or doubles an hour, the classic rule holds. An expression with a
/// wildcard in the minute or the hour follows the clock on the wall: what is skipped does not come,
/// what is doubled comes twice. Any other expression names fixed times: one that is skipped comes
/// at the first instant after the gap, one that is doubled comes the first time only.
public record Schedule(CronExpression expression, ZoneId zone) {

    /// The longest search: between two leap days that fall on one weekday there are at most 40
    /// years.
    private static final int MAX_YEARS = 45;

    private static final int MINUTES_PER_HOUR = 60;

    /// Years beyond these have no sensible calendar.
    private static final Instant EARLIEST = Instant.parse("0001-01-02T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9900-01-01T00:00:00Z");

    /// Reads an expression and the name of a zone.
    ///
    /// @param zone such as `Europe/Berlin`
    /// @throws IllegalArgumentException if one of them is wrong; the message says what is allowed
    public static Schedule parse(String expression, String zone) {
        return new Schedule(CronExpression.parse(expression), zone(zone));
    }

    /// Reads the name of a zone, or an offset.
    ///
    /// @throws IllegalArgumentException if there is no such zone
    public static ZoneId zone(String name) {
        try {
            return ZoneId.of(name.strip());
        } catch (DateTimeException _) {
            throw new IllegalArgumentException(
                    "There is no time zone \"%s\"; use a name such as Europe/Berlin, UTC, or an offset such as +02:00."
                            .formatted(CronExpression.shown(name)));
        }
    }

    /// The first instant strictly after another one; empty where the calendar ends.
    public Optional<Instant> next(Instant after) {
        if (after.isBefore(EARLIEST) || after.isAfter(LATEST)) {
            return Optional.empty();
        }
        return expression.followsWallClock() ? nextOnTheWall(after) : nextFixed(after);
    }

    /// Tries the named times of each day in order. They map to instants in the same order, so the
    /// first one that is later is the next one.
    private Optional<Instant> nextFixed(Instant after) {
        LocalDateTime local = LocalDateTime.ofInstant(after, zone);
        LocalDate date = local.toLocalDate();
        LocalDate end = date.plusYears(MAX_YEARS);
        int hour = local.getHour();
        while (date.isBefore(end)) {
            if (expression.hasDate(date)) {
                Optional<Instant> found = fixedOn(date, hour, after);
                if (found.isPresent()) {
                    return found;
                }
            }
            date = nextDate(date);
            hour = 0;
        }
        return Optional.empty();
    }

    /// @param from hours before it are past
    private Optional<Instant> fixedOn(LocalDate date, int from, Instant after) {
        for (int hour = from; hour < LocalTime.MAX.getHour() + 1; hour++) {
            if (!expression.hasHour(hour)) {
                continue;
            }
            for (int minute = 0; minute < MINUTES_PER_HOUR; minute++) {
                if (expression.hasMinute(minute)) {
                    Instant instant = once(date.atTime(hour, minute));
                    if (instant.isAfter(after)) {
                        return Optional.of(instant);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /// The end of the gap for a skipped time, the first occurrence of a doubled one.
    private Instant once(LocalDateTime time) {
        ZoneOffsetTransition transition = zone.getRules().getTransition(time);
        return transition != null && transition.isGap()
                ? transition.getInstant()
                : time.atZone(zone).toInstant();
    }

    private LocalDate nextDate(LocalDate date) {
        LocalDate next = date.plusDays(1);
        return expression.hasMonth(next.getMonthValue())
                ? next
                : next.getDayOfMonth() == 1
                        ? next.plusMonths(1).minusDays(1)
                        : next.withDayOfMonth(next.lengthOfMonth());
    }

    /// Looks at real minutes, and skips hours and days that cannot match, but never past a change
    /// of the offset.
    private Optional<Instant> nextOnTheWall(Instant after) {
        ZoneRules rules = zone.getRules();
        ZonedDateTime time = nextMinute(after.atZone(zone));
        LocalDate end = time.toLocalDate().plusYears(MAX_YEARS);
        Instant change = change(rules, time.toInstant());
        while (time.toLocalDate().isBefore(end)) {
            if (!change.isAfter(time.toInstant())) {
                change = change(rules, time.toInstant());
            }
            Duration wait = untilPossible(time);
            if (wait.isZero()) {
                return Optional.of(time.toInstant());
            }
            Instant there = time.toInstant().plus(wait);
            time = (there.isAfter(change) ? change : there).atZone(zone);
            if (time.getSecond() != 0) {
                time = nextMinute(time);
            }
        }
        return Optional.empty();
    }

    private static Instant change(ZoneRules rules, Instant after) {
        ZoneOffsetTransition next = rules.nextTransition(after);
        return next == null ? Instant.MAX : next.getInstant();
    }

    private static ZonedDateTime nextMinute(ZonedDateTime time) {
        return time.plus(
                Duration.ofMinutes(1)
                        .minus(Duration.between(time.truncatedTo(ChronoUnit.MINUTES), time)));
    }

    /// How far it is, as long as the offset stays the same, to the next minute that could match.
    private Duration untilPossible(ZonedDateTime time) {
        if (!expression.hasDate(time.toLocalDate())) {
            return Duration.between(
                    time.toLocalDateTime(), nextDate(time.toLocalDate()).atStartOfDay());
        }
        int wait = 0;
        if (expression.hasHour(time.getHour())) {
            while (time.getMinute() + wait < MINUTES_PER_HOUR
                    && !expression.hasMinute(time.getMinute() + wait)) {
                wait++;
            }
        } else {
            wait = MINUTES_PER_HOUR - time.getMinute();
        }
        return Duration.ofMinutes(wait);
    }

    /// `0 9 * * mon-fri, Europe/Berlin`
    @Override
    public String toString() {
        return expression + ", " + zone.getId();
    }
}
