package dev.deft.app.cli.cron;

import dev.deft.agent.schedule.Schedule;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `deft cron next`: prints when a schedule fires.
final class CronTimes {

    private static final int USUAL_COUNT = 5;
    private static final int MAX_COUNT = 1_000_000;

    private CronTimes() {}

    static int print(ParsedArguments arguments, Console console) throws UsageException {
        if (arguments.word(1).isEmpty()) {
            throw new UsageException("next needs a schedule, such as \"30 9 * * mon-fri\"");
        }
        if (arguments.words().size() > 2) {
            throw new UsageException(
                    "put the schedule in quotes: deft cron next \"%s\""
                            .formatted(
                                    String.join(
                                            " ",
                                            arguments
                                                    .words()
                                                    .subList(1, arguments.words().size()))));
        }
        Schedule schedule;
        try {
            schedule =
                    Schedule.parse(
                            arguments.word(1).get(),
                            arguments.value(CronCommand.ZONE.name()).orElse("UTC"));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        Optional<String> from = arguments.value(CronCommand.FROM.name());
        Instant start =
                from.isPresent()
                        ? instant(CronCommand.FROM.name(), from.get(), schedule.zone())
                        : Instant.now();
        int count = count(arguments, USUAL_COUNT);
        if (arguments.has(Options.JSON.name())) {
            List<Json> all = new ArrayList<>();
            each(schedule, start, count, it -> all.add(new Json.Str(it.toString())));
            console.sayJson(new Json.Arr(all));
        } else {
            each(schedule, start, count, it -> console.out().println(line(it, schedule, console)));
            console.out().flush();
        }
        return 0;
    }

    /// A person also sees the local time.
    private static String line(Instant instant, Schedule schedule, Console console) {
        boolean local = console.outScreen().isSeen() && !isUtc(schedule.zone());
        return local
                ? instant + console.dim("  " + instant.atZone(schedule.zone()).toOffsetDateTime())
                : instant.toString();
    }

    private static boolean isUtc(ZoneId zone) {
        return zone.normalized().equals(ZoneOffset.UTC);
    }

    private interface Printer {
        void print(Instant instant);
    }

    private static void each(Schedule schedule, Instant from, int count, Printer printer) {
        Optional<Instant> next = schedule.next(from);
        for (int i = 0; i < count && next.isPresent(); i++) {
            printer.print(next.get());
            next = schedule.next(next.get());
        }
    }

    static int count(ParsedArguments arguments, int usual) throws UsageException {
        Optional<String> given = arguments.value(CronCommand.COUNT.name());
        if (given.isEmpty()) {
            return usual;
        }
        try {
            int count = Integer.parseInt(given.get());
            if (count >= 1 && count <= MAX_COUNT) {
                return count;
            }
        } catch (NumberFormatException _) {
            // Handled below, with numbers out of range.
        }
        throw new UsageException(
                "--count is a number from 1 to %d, not \"%s\"".formatted(MAX_COUNT, given.get()));
    }

    /// An instant, or a time or a date in a zone.
    static Instant instant(String option, String text, ZoneId zone) throws UsageException {
        try {
            boolean date = text.indexOf('T') < 0 && text.indexOf('t') < 0;
            if (date) {
                return LocalDate.parse(text).atStartOfDay(zone).toInstant();
            }
            boolean zoned = text.matches("(?i).*T.*(Z|[+-][0-9:]+)");
            return zoned
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDateTime.parse(text).atZone(zone).toInstant();
        } catch (DateTimeException _) {
            throw new UsageException(
                    "%s is an instant such as 2026-03-29T00:00:00Z, not \"%s\""
                            .formatted(option, text));
        }
    }
}
