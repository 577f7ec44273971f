package dev.deft.app.cli.command;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
        parts.add(String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0));
        parts.add("session " + outcome.sessionId());
        return String.join(" · ", parts);
    }

    private static String cost(double dollars) {
        return dollars == 0 ? "free" : String.format(Locale.ROOT, "about $%.4f", dollars);
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String tokens(Usage usage) {
        long read = usage.input() + usage.cacheRead() + usage.cacheWrite();
        String cached =
                usage.cacheRead() > 0
                        ? String.format(Locale.ROOT, " (%,d cached)", usage.cacheRead())
                        : "";
        return String.format(Locale.ROOT, "%,d tokens in%s, %,d out", read, cached, usage.output());
    }
}
