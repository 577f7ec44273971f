package dev.deft.app.cli.command;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The tokens and cost of a run, in one line.
public final class Spending {

    private Spending() {}

    public static String line(RunOutcome outcome, Duration took) {
        List<String> parts = new ArrayList<>();
        parts.add(outcome.status().wire());
        parts.add(counted(outcome.steps(), "step"));
        parts.add(tokens(outcome.usage()));
        if (outcome.steps() > 0) {
            outcome.cost().ifPresent(it -> parts.add(cost(it)));
        }
        if (!outcome.filesChanged().isEmpty()) {
            parts.add(counted(outcome.filesChanged().size(), "file") + " changed");
        }
        parts.add(fixed(took.toMillis() / 1000.0, 1) + " s");
        parts.add("session " + outcome.sessionId());
        return String.join(" · ", parts);
    }

    private static String cost(double dollars) {
        return dollars == 0 ? "free" : "about $" + fixed(dollars, 4);
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String tokens(Usage usage) {
        long read = usage.input() + usage.cacheRead() + usage.cacheWrite();
        String cached = usage.cacheRead() > 0 ? " (" + grouped(usage.cacheRead()) + " cached)" : "";
        return grouped(read) + " tokens in" + cached + ", " + grouped(usage.output()) + " out";
    }

    /// A number with commas. Every run ends with one, and a format string costs it 4 ms.
    private static String grouped(long number) {
        var text = new StringBuilder(Long.toString(number));
        for (int at = text.length() - 3; at > 0; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    private static String fixed(double number, int places) {
        long unit = Math.round(Math.pow(10, places));
        long units = Math.round(number * unit);
        return units / unit + "." + Long.toString(unit + units % unit).substring(1);
    }
}
