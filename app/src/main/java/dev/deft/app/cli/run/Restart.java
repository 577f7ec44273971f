package dev.deft.app.cli.run;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import dev.deft.kernel.ProcessReplacement;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// A restart of this program in the middle of a run: what the new process must know of it.
///
/// @param count how often the run has restarted
/// @param before what the run has done so far
record Restart(int count, RunOutcome before) {

    private static final String VARIABLE = "DEFT_RESTARTED";
    private static final int FIELDS = 8;

    /// The restart this process comes from; empty if it was started by somebody.
    static Optional<Restart> of(Map<String, String> environment) {
        String[] fields = environment.getOrDefault(VARIABLE, "").split(" ", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            var usage =
                    new Usage(
                            Long.parseLong(fields[3]),
                            Long.parseLong(fields[4]),
                            Long.parseLong(fields[5]),
                            Long.parseLong(fields[6]));
            OptionalDouble cost =
                    fields[7].isEmpty()
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(Double.parseDouble(fields[7]));
            var before =
                    new RunOutcome(
                            RunOutcome.Status.RESTART,
                            "",
                            fields[0],
                            Integer.parseInt(fields[2]),
                            usage,
                            cost,
                            List.of(),
                            Optional.empty());
            return Optional.of(new Restart(Integer.parseInt(fields[1]), before));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// How many restarts a run has left.
    static int left(Optional<Restart> from) {
        return RunOptions.MOST_RESTARTS - from.map(Restart::count).orElse(0);
    }

    /// Replaces this process.
    ///
    /// @throws IOException if that fails; otherwise it does not return
    void replaceProcess(Map<String, String> environment) throws IOException {
        Usage usage = before.usage();
        Map<String, String> next = new HashMap<>(environment);
        next.put(
                VARIABLE,
                String.join(
                        " ",
                        before.sessionId(),
                        String.valueOf(count),
                        String.valueOf(before.steps()),
                        String.valueOf(usage.input()),
                        String.valueOf(usage.output()),
                        String.valueOf(usage.cacheRead()),
                        String.valueOf(usage.cacheWrite()),
                        before.cost().isPresent()
                                ? String.valueOf(before.cost().getAsDouble())
                                : ""));
        ProcessReplacement.run(next);
    }
}
