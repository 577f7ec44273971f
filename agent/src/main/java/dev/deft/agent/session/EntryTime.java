package dev.deft.agent.session;

import java.time.Instant;

/// Writes times as [Instant#toString] does. The formatter of the JDK takes a hundredth of the time
/// of a call in a program that has just started, for each of its entries.
public final class EntryTime {

    private static final long SECONDS_OF_DAY = 86_400;
    private static final int NANOS_OF_MICRO = 1_000;

    /// The first second of the year 10000.
    private static final long FAR = 253_402_300_800L;

    private EntryTime() {}

    public static String text(Instant at) {
        long seconds = at.getEpochSecond();
        if (seconds < 0 || seconds >= FAR || at.getNano() % NANOS_OF_MICRO != 0) {
            return at.toString();
        }
        var text = new StringBuilder(27);
        date(text, seconds / SECONDS_OF_DAY);
        int time = (int) (seconds % SECONDS_OF_DAY);
        digits(text.append('T'), time / 3_600, 2);
        digits(text.append(':'), time / 60 % 60, 2);
        digits(text.append(':'), time % 60, 2);
        int micros = at.getNano() / NANOS_OF_MICRO;
        if (micros % 1_000 != 0) {
            digits(text.append('.'), micros, 6);
        } else if (micros != 0) {
            digits(text.append('.'), micros / 1_000, 3);
        }
        return text.append('Z').toString();
    }

    /// Counts in years that begin in March, so that a leap day is the last of its year.
    private static void date(StringBuilder text, long days) {
        long since = days + 719_468;
        long era = since / 146_097;
        int ofEra = (int) (since % 146_097);
        int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int month = (5 * ofYear + 2) / 153;
        int year = (int) (era * 400) + yearOfEra + (month < 10 ? 0 : 1);
        digits(text, year, 4);
        digits(text.append('-'), month < 10 ? month + 3 : month - 9, 2);
        digits(text.append('-'), ofYear - (153 * month + 2) / 5 + 1, 2);
    }

    private static void digits(StringBuilder text, int number, int count) {
        int power = 1;
        for (int i = 1; i < count; i++) {
            power *= 10;
        }
        for (; power > 0; power /= 10) {
            text.append((char) ('0' + number / power % 10));
        }
    }
}
