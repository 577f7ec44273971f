package dev.deft.agent.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "* * * * *",
                "0 0 1,15 * *",
                "*/5 8-18/2 * JAN-Dec Mon-Fri",
                "0 0 * * 7",
                "0 0 * * fri-sun",
                "05 007 * * *",
                "5/15 * * * *",
                "0 0 31 2,3 *",
                "0 0 30 2 mon",
                "@daily",
                "@Midnight",
                "@annually"
            })
    void itReadsTheForms(String text) {
        assertThat(CronExpression.parse(text)).isEqualTo(CronExpression.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "60 * * * *|The minute \"60\" is wrong: \"60\" is not allowed; minutes are 0 to 59.",
                "* 24 * * *|The hour \"24\" is wrong: \"24\" is not allowed; hours are 0 to 23.",
                "* * 0 * *|The day of month \"0\" is wrong: \"0\" is not allowed; days are 1 to 31.",
                "* * * 13 *|The month \"13\" is wrong: \"13\" is not allowed; months are 1 to 12 or jan to dec.",
                "* * * foo *|The month \"foo\" is wrong: \"foo\" is not allowed; months are 1 to 12 or jan to dec.",
                "* * * * 8|The day of week \"8\" is wrong: \"8\" is not allowed; days of the week are 0 to 7 or sun to sat, where 0 and 7 are Sunday.",
                "*/0 * * * *|The minute \"*/0\" is wrong: \"/0\" is no step; a step is 1 to 59 here.",
                "*/60 * * * *|The minute \"*/60\" is wrong: \"/60\" is no step; a step is 1 to 59 here.",
                "50-10 * * * *|The minute \"50-10\" is wrong: the range \"50-10\" runs backward; write it as two, such as 50-59,0-10.",
                "0 0 30 2 *|The schedule \"0 0 30 2 *\" never fires: no month it names has such a day.",
                "0 0 31 2,4,6,9,11 *|The schedule \"0 0 31 2,4,6,9,11 *\" never fires: no month it names has such a day.",
                "@reboot|There is no schedule \"@reboot\"; the words are @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually.",
                "* * * *|A schedule has five fields, minute hour day-of-month month day-of-week, such as \"30 9 * * mon-fri\"; \"* * * *\" has 4.",
                "0 * * * * *|A schedule has five fields, minute hour day-of-month month day-of-week, such as \"30 9 * * mon-fri\"; \"0 * * * * *\" has 6."
            })
    void aMistakeIsShownWithItsFieldAndWhatIsAllowed(String text, String message) {
        assertThatThrownBy(() -> CronExpression.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a b c d e",
                "1, * * * *",
                ",1 * * * *",
                "1,,2 * * * *",
                "1- * * * *",
                "-1 * * * *",
                "1-2-3 * * * *",
                "*/ * * * *",
                "*/5/5 * * * *",
                "** * * * *",
                "? * * * *",
                "* * L * *",
                "* * 15W * *",
                "* * * * 5#2",
                "1.5 * * * *",
                "99999999999999999999 * * * *",
                "٣ * * * *",
                "*/-5 * * * *",
                "+1 * * * *",
                "0x1 * * * *",
                "@",
                "@every 5m",
                "\u001b[2J * * * *"
            })
    void nonsenseIsRefusedWithAMessage(String text) {
        assertThatThrownBy(() -> CronExpression.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("\u001b");
    }

    @Test
    void aLongTextIsRefusedUnread() {
        assertThatThrownBy(() -> CronExpression.parse("1,".repeat(100_000) + "1 * * * *"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A schedule has at most 500 characters.");
    }
}
