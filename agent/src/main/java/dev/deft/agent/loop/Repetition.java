package dev.deft.agent.loop;

import dev.deft.agent.model.Part;
import dev.deft.json.Json;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Detects a model that loops: the third identical call in a row needs approval if the two before
/// it gave the same result, and so does each call of a step that has the same calls and results as
/// the two steps before.
///
/// Steps are compared as a whole: a test that runs after each of three different edits is not a
/// repetition, even if the model sends edit and test together. Neither is a call that waits or
/// watches, nor one that reads a file which has changed since.
public final class Repetition implements Gate {

    private static final int TOO_OFTEN = 3;

    private final FileStamps files;
    private final Map<String, Integer> suspects = new ConcurrentHashMap<>();
    private final Map<String, CallKey> step = new ConcurrentHashMap<>();
    private final Map<CallKey, String> stamps = new ConcurrentHashMap<>();
    private Streak<CallKey, String> calls = Streak.empty();
    private Streak<Set<CallKey>, Map<CallKey, String>> steps = Streak.empty();

    /// @param root what paths of touches are relative to
    public Repetition(Path root) {
        this.files = new FileStamps(root);
    }

    /// Starts a turn: the user may want the same calls again.
    void beginTurn() {
        calls = Streak.empty();
        steps = Streak.empty();
        stamps.clear();
    }

    /// Compares the calls of a step with earlier ones before they run.
    void beforeStep(List<RequestedCall> requested) {
        suspects.clear();
        step.clear();
        int stepsSoFar = isWatching(requested) ? 0 : steps.withNext(keys(requested));
        Streak<CallKey, String> expected = calls;
        for (RequestedCall it : requested) {
            CallKey same = it.key();
            step.put(it.call().callId(), same);
            int times = it.watches() ? 0 : Math.max(expected.withNext(same), stepsSoFar);
            expected = it.watches() ? Streak.empty() : expected.assuming(same);
            if (times >= TOO_OFTEN) {
                suspects.put(it.call().callId(), times);
            }
        }
        stamps.keySet().removeIf(it -> !step.containsValue(it));
    }

    private static boolean isWatching(List<RequestedCall> requested) {
        for (RequestedCall it : requested) {
            if (it.watches()) {
                return true;
            }
        }
        return false;
    }

    private static Set<CallKey> keys(List<RequestedCall> requested) {
        if (requested.size() == 1) {
            return Set.of(requested.getFirst().key());
        }
        Set<CallKey> keys = new HashSet<>();
        for (RequestedCall it : requested) {
            keys.add(it.key());
        }
        return keys;
    }

    /// Takes the results of a step.
    ///
    /// @param results in the order of the calls; empty if the call was denied
    void afterStep(List<RequestedCall> requested, List<Optional<String>> results) {
        Map<CallKey, String> given = new HashMap<>();
        boolean watched = false;
        boolean refused = true;
        for (int i = 0; i < requested.size(); i++) {
            CallKey same = requested.get(i).key();
            Optional<String> result = results.get(i);
            watched |= requested.get(i).watches();
            refused &= result.isEmpty();
            if (result.isPresent()) {
                given.put(same, result.get());
            }
            calls = requested.get(i).watches() ? Streak.empty() : calls.after(same, result);
        }
        Optional<Map<CallKey, String>> whole = refused ? Optional.empty() : Optional.of(given);
        steps = watched ? Streak.empty() : steps.after(keys(requested), whole);
    }

    @Override
    public String name() {
        return "repetition";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        int times = suspects.getOrDefault(call.callId(), 0);
        boolean news = readsChangedFiles(call);
        return times == 0 || news
                ? new Verdict.Allow("not a repetition")
                : new Verdict.Ask(
                        "%s is called with the same arguments for the %s time in a row, and gave the same result each time."
                                .formatted(call.toolId(), ordinal(times)),
                        List.of(),
                        Verdict.AnswerStore.NONE);
    }

    /// Whether the files that the call reads have changed since the same call before.
    private boolean readsChangedFiles(PreparedCall<?> call) {
        CallKey same = step.get(call.callId());
        if (same == null) {
            return false;
        }
        Optional<String> now = files.of(call.touches());
        if (now.isEmpty()) {
            return false;
        }
        String before = stamps.put(same, now.get());
        return before != null && !before.equals(now.get());
    }

    private static String ordinal(int number) {
        boolean teen = number % 100 / 10 == 1;
        return number
                + switch (teen ? 0 : number % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
    }

    /// A call that the model requested.
    ///
    /// @param key what makes it the same as another
    /// @param watches whether it waits, or observes something that changes by itself
    record RequestedCall(Part.Call call, CallKey key, boolean watches) {

        /// @param arguments of the call, parsed
        static RequestedCall of(Part.Call call, Json arguments, boolean watches) {
            var key = new CallKey(call.tool().toLowerCase(Locale.ROOT), arguments);
            return new RequestedCall(call, key, watches);
        }
    }

    /// Identifies a call by tool and arguments, whatever their spelling. It is compared and looked
    /// up several times in a step: its hash is computed once.
    static final class CallKey {

        private final String tool;
        private final Json arguments;
        private final int hash;

        CallKey(String tool, Json arguments) {
            this.tool = tool;
            this.arguments = arguments;
            this.hash = 31 * tool.hashCode() + arguments.hashCode();
        }

        Json arguments() {
            return arguments;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof CallKey it
                    && hash == it.hash
                    && tool.equals(it.tool)
                    && arguments.equals(it.arguments);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /// Consecutive requests for the same thing with the same result.
    private record Streak<T, R>(Optional<T> what, Optional<R> result, int times) {

        static <T, R> Streak<T, R> empty() {
            return new Streak<>(Optional.empty(), Optional.empty(), 0);
        }

        /// The length of the streak if this is next.
        int withNext(T next) {
            return what.equals(Optional.of(next)) ? times + 1 : 1;
        }

        Streak<T, R> assuming(T next) {
            return new Streak<>(Optional.of(next), result, withNext(next));
        }

        /// A denied request counts, and has the same result as before.
        Streak<T, R> after(T next, Optional<R> given) {
            boolean again = what.equals(Optional.of(next));
            boolean changed = again && given.isPresent() && !given.equals(result);
            return new Streak<>(
                    Optional.of(next),
                    given.isPresent() || !again ? given : result,
                    changed ? 1 : withNext(next));
        }
    }
}
