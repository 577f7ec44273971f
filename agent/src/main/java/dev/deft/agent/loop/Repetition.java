package dev.deft.agent.loop;

import dev.deft.agent.model.Part;
import dev.deft.json.Json;
import dev.deft.run.Gate;
import dev.deft.run.Prepared;
import dev.deft.run.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Notices a model that goes round in circles: the third identical call in a row is put to a
/// person, and so is each call of a round that asks for the same as the two rounds before.
///
/// Rounds are compared as a whole. A test that runs after each of three different edits is not a
/// repetition, even where a model sends edit and test together.
public final class Repetition implements Gate {

    private static final int TOO_OFTEN = 3;

    private final Map<String, Integer> suspects = new ConcurrentHashMap<>();
    private Optional<Same> last = Optional.empty();
    private int callsInARow;
    private Set<Same> lastRound = Set.of();
    private int roundsInARow;

    /// Somebody has said something new: doing the same again may be just what they want.
    void begin() {
        last = Optional.empty();
        lastRound = Set.of();
    }

    /// Looks at the calls of a round before they are run.
    void see(List<Part.Call> calls) {
        suspects.clear();
        Set<Same> round = calls.stream().map(Same::of).collect(Collectors.toUnmodifiableSet());
        roundsInARow = round.equals(lastRound) ? roundsInARow + 1 : 1;
        lastRound = round;
        calls.forEach(this::see);
    }

    private void see(Part.Call call) {
        Optional<Same> same = Optional.of(Same.of(call));
        callsInARow = same.equals(last) ? callsInARow + 1 : 1;
        last = same;
        int times = Math.max(callsInARow, roundsInARow);
        if (times >= TOO_OFTEN) {
            suspects.put(call.callId(), times);
        }
    }

    @Override
    public String name() {
        return "repetition";
    }

    @Override
    public Verdict judge(Prepared<?> call) {
        int times = suspects.getOrDefault(call.callId(), 0);
        return times == 0
                ? new Verdict.Allow("not a repetition")
                : new Verdict.Ask(
                        "%s is called with the same arguments for the %s time in a row."
                                .formatted(call.toolId(), ordinal(times)),
                        List.of(),
                        Verdict.Keeper.NOTHING);
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

    /// What makes two calls identical: how a model spells them does not matter.
    private record Same(String tool, Json arguments) {

        static Same of(Part.Call call) {
            return new Same(call.tool().toLowerCase(Locale.ROOT), call.readable());
        }
    }
}
