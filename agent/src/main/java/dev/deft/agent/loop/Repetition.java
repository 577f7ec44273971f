package dev.deft.agent.loop;

import dev.deft.agent.model.Part;
import dev.deft.run.Gate;
import dev.deft.run.Prepared;
import dev.deft.run.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Notices a model that goes round in circles: the third identical call in a row is put to a
/// person.
public final class Repetition implements Gate {

    private static final int TOO_OFTEN = 3;

    private final Set<String> suspects = ConcurrentHashMap.newKeySet();
    private Optional<Part.Call> last = Optional.empty();
    private int inARow;

    /// Looks at the calls of a turn before they are run.
    void see(List<Part.Call> calls) {
        suspects.clear();
        calls.forEach(this::see);
    }

    private void see(Part.Call call) {
        boolean same =
                last.isPresent()
                        && last.get().tool().equals(call.tool())
                        && last.get().arguments().equals(call.arguments());
        inARow = same ? inARow + 1 : 1;
        last = Optional.of(call);
        if (inARow >= TOO_OFTEN) {
            suspects.add(call.callId());
        }
    }

    @Override
    public String name() {
        return "repetition";
    }

    @Override
    public Verdict judge(Prepared<?> call) {
        return suspects.contains(call.callId())
                ? new Verdict.Ask(
                        "This is the %d. time in a row that %s is called with the same arguments."
                                .formatted(inARow, call.toolId()),
                        List.of(),
                        Verdict.Keeper.NOTHING)
                : new Verdict.Allow("not a repetition");
    }
}
