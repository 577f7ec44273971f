package dev.deft.policy;

import dev.deft.host.Limits;
import dev.deft.run.NearestNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Limits that the user sets, for all tools or by tool id. Limits that are not set stay those of
/// the tool and its dialect.
///
/// @param set replaces the limits of a tool, higher or lower
/// @param ceilings can only lower limits, such as those of a workspace
public record ToolLimits(Layer set, List<Layer> ceilings) {

    /// The smallest output that can be set. `agent.schema.json` has the same bounds as this class.
    public static final int LEAST_OUTPUT_BYTES = 1024;

    /// The largest output that can be set.
    public static final int MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

    /// The largest number of entries that can be set.
    public static final int MOST_ENTRIES = 100_000;

    /// The shortest timeout that can be set.
    public static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);

    /// The longest timeout that can be set.
    public static final Duration LONGEST_TIMEOUT = Duration.ofDays(7);

    /// The largest number of calls that can be set.
    public static final int MOST_CALLS = 1_000_000;

    /// Nothing is set: every tool has its own limits.
    public static final ToolLimits NONE = of(Bounds.NONE, Map.of());

    public ToolLimits {
        ceilings = List.copyOf(ceilings);
    }

    /// Limits that may raise and lower those of the tools.
    ///
    /// @param tools by id; these replace the limits for all, except that `calls` for all bounds the
    ///   sum
    public static ToolLimits of(Bounds all, Map<String, Bounds> tools) {
        return new ToolLimits(new Layer(all, tools), List.of());
    }

    /// Whether nothing is set.
    public boolean isNone() {
        return set.isNone() && ceilings.isEmpty();
    }

    /// The minimum of these limits and others. Where nothing is set here, the others are compared
    /// with the limits of the tool; they never raise a limit.
    public ToolLimits lowered(ToolLimits by) {
        if (by.isNone()) {
            return this;
        }
        List<Layer> more = new ArrayList<>(ceilings);
        if (!by.set.isNone()) {
            more.add(by.set);
        }
        more.addAll(by.ceilings);
        return new ToolLimits(set, more);
    }

    /// The limits of a call.
    ///
    /// @param own the limits of the tool and its dialect
    public Limits over(String toolId, Limits own) {
        Limits limits = set.over(toolId, own);
        for (Layer ceiling : ceilings) {
            limits = least(limits, ceiling.over(toolId, limits));
        }
        return limits;
    }

    private static Limits least(Limits a, Limits b) {
        return new Limits(
                Math.min(a.outputBytes(), b.outputBytes()),
                Math.min(a.items(), b.items()),
                a.timeout().compareTo(b.timeout()) <= 0 ? a.timeout() : b.timeout());
    }

    /// How many calls a session may make in total; absent for no limit.
    public OptionalInt calls() {
        OptionalInt least = set.all.calls;
        for (Layer ceiling : ceilings) {
            least = least(least, ceiling.all.calls);
        }
        return least;
    }

    /// How many calls of one tool a session may make; absent for no limit.
    public OptionalInt calls(String toolId) {
        OptionalInt least = set.of(toolId).calls;
        for (Layer ceiling : ceilings) {
            least = least(least, ceiling.of(toolId).calls);
        }
        return least;
    }

    private static OptionalInt least(OptionalInt a, OptionalInt b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isEmpty() ? b : a;
        }
        return a.getAsInt() <= b.getAsInt() ? a : b;
    }

    /// Whether calls must be counted.
    public boolean boundsCalls() {
        if (set.boundsCalls()) {
            return true;
        }
        for (Layer ceiling : ceilings) {
            if (ceiling.boundsCalls()) {
                return true;
            }
        }
        return false;
    }

    /// A message for each limit of an unknown tool, with the name that was probably meant.
    ///
    /// @param known the ids of all tools
    public List<String> mistakes(Collection<String> known) {
        Set<String> named = new LinkedHashSet<>(set.tools.keySet());
        for (Layer ceiling : ceilings) {
            named.addAll(ceiling.tools.keySet());
        }
        List<String> mistakes = new ArrayList<>();
        for (String id : named) {
            if (!known.contains(id)) {
                String hint = NearestNames.hint(id, known);
                mistakes.add(
                        "limits.tools has %s, but there is no such tool%s"
                                .formatted(
                                        NearestNames.quoted(id),
                                        hint.isEmpty() ? "; the limit has no effect." : hint));
            }
        }
        return mistakes;
    }

    /// The limits from one source.
    ///
    /// @param all for each tool; its `calls` is for all tools together
    /// @param tools by id
    public record Layer(Bounds all, Map<String, Bounds> tools) {

        public Layer {
            tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
        }

        private Bounds of(String toolId) {
            Bounds own = tools.get(toolId);
            return own == null ? Bounds.NONE : own;
        }

        private boolean isNone() {
            if (!all.isNone()) {
                return false;
            }
            for (Bounds it : tools.values()) {
                if (!it.isNone()) {
                    return false;
                }
            }
            return true;
        }

        private boolean boundsCalls() {
            if (all.calls.isPresent()) {
                return true;
            }
            for (Bounds it : tools.values()) {
                if (it.calls.isPresent()) {
                    return true;
                }
            }
            return false;
        }

        private Limits over(String toolId, Limits own) {
            return of(toolId).over(all.over(own));
        }
    }

    /// The limits of one tool, or of all; absent ones are not set.
    ///
    /// @param outputBytes of the text that goes to the model
    /// @param entries that a list shows
    /// @param timeout of a call
    /// @param calls that a session may make
    public record Bounds(
            OptionalInt outputBytes,
            OptionalInt entries,
            Optional<Duration> timeout,
            OptionalInt calls) {

        public static final Bounds NONE =
                new Bounds(
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        OptionalInt.empty());

        public Bounds {
            check("output_bytes", outputBytes, LEAST_OUTPUT_BYTES, MOST_OUTPUT_BYTES);
            check("entries", entries, 1, MOST_ENTRIES);
            check("calls", calls, 1, MOST_CALLS);
            if (timeout.isPresent()
                    && (timeout.get().compareTo(SHORTEST_TIMEOUT) < 0
                            || timeout.get().compareTo(LONGEST_TIMEOUT) > 0)) {
                throw new IllegalArgumentException(
                        "timeout_ms must be from %d to %d, not %s"
                                .formatted(
                                        SHORTEST_TIMEOUT.toMillis(),
                                        LONGEST_TIMEOUT.toMillis(),
                                        timeout.get()));
            }
        }

        private static void check(String name, OptionalInt value, int least, int most) {
            if (value.isPresent() && (value.getAsInt() < least || value.getAsInt() > most)) {
                throw new IllegalArgumentException(
                        "%s must be from %d to %d, not %d"
                                .formatted(name, least, most, value.getAsInt()));
            }
        }

        public Bounds withOutputBytes(int outputBytes) {
            return new Bounds(OptionalInt.of(outputBytes), entries, timeout, calls);
        }

        public Bounds withEntries(int entries) {
            return new Bounds(outputBytes, OptionalInt.of(entries), timeout, calls);
        }

        public Bounds withTimeout(Duration timeout) {
            return new Bounds(outputBytes, entries, Optional.of(timeout), calls);
        }

        public Bounds withCalls(int calls) {
            return new Bounds(outputBytes, entries, timeout, OptionalInt.of(calls));
        }

        private boolean isNone() {
            return outputBytes.isEmpty()
                    && entries.isEmpty()
                    && timeout.isEmpty()
                    && calls.isEmpty();
        }

        private Limits over(Limits own) {
            return new Limits(
                    outputBytes.orElse(own.outputBytes()),
                    entries.orElse(own.items()),
                    timeout.orElse(own.timeout()));
        }
    }
}
