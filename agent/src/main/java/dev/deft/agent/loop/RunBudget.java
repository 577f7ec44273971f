package dev.deft.agent.loop;

import dev.deft.agent.model.Usage;
import dev.deft.policy.BudgetLimits;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// What a run and the runs of all sessions below it have used, and what they may use.
///
/// A session has one budget for all its runs. The budget of a sub-agent is a child of it: what the
/// child uses counts for both, and the limits of both apply. A run that somebody else than a
/// session below asks for starts from zero. Thread-safe.
public final class RunBudget {

    private final BudgetLimits limits;
    private final Optional<RunBudget> parent;
    private final InstantSource clock;

    /// Guards all budgets of a tree, so that a call is counted in all of them or in none.
    private final Object tree;

    private final Set<String> sessions = new HashSet<>();
    private BudgetUse used = BudgetUse.NONE;
    private Instant started;
    private int runs;

    private RunBudget(
            BudgetLimits limits, Optional<RunBudget> parent, InstantSource clock, Object tree) {
        this.limits = limits;
        this.parent = parent;
        this.clock = clock;
        this.tree = tree;
        this.started = clock.instant();
    }

    /// The budget of a session that nobody started from another one.
    public static RunBudget of(BudgetLimits limits, InstantSource clock) {
        return new RunBudget(limits, Optional.empty(), clock, new Object());
    }

    /// The budget of a session that a session with this budget starts.
    ///
    /// @param share in addition to the limits of this budget, which hold in any case
    public RunBudget child(BudgetLimits share) {
        return new RunBudget(share, Optional.of(this), clock, tree);
    }

    /// Whether anything is limited, here or above.
    public boolean isLimited() {
        return !limits.isNone() || parent.map(RunBudget::isLimited).orElse(false);
    }

    /// Whether a run of this session is under way. Calls outside a run are not counted.
    boolean isRunning() {
        synchronized (tree) {
            return runs > 0;
        }
    }

    /// Says that a session uses this budget.
    void join(String sessionId) {
        synchronized (tree) {
            for (Optional<RunBudget> it = Optional.of(this); it.isPresent(); it = it.get().parent) {
                it.get().sessions.add(sessionId);
            }
        }
    }

    /// A run begins, to be ended by closing the result.
    ///
    /// @param sources who sent its messages; the budget goes on where all of them are sessions that
    ///   use it, else it starts from zero
    Running begin(Collection<String> sources) {
        synchronized (tree) {
            runs++;
            if (sources.isEmpty() || !sources.stream().allMatch(this::isOurs)) {
                used = BudgetUse.NONE;
                started = clock.instant();
            }
        }
        return () -> {
            synchronized (tree) {
                runs--;
            }
        };
    }

    /// Such as `session:ID`.
    private boolean isOurs(String source) {
        return sessions.contains(source.substring(source.indexOf(':') + 1));
    }

    /// A run that is under way.
    interface Running extends AutoCloseable {

        @Override
        void close();
    }

    /// Adds a request.
    ///
    /// @param cost in dollars; empty if it is not known, and then not counted
    public void add(Usage usage, OptionalDouble cost) {
        synchronized (tree) {
            used = used.plus(usage.context(), cost.orElse(0));
            parent.ifPresent(it -> it.add(usage, cost));
        }
    }

    /// Counts a call.
    ///
    /// @return why it must not run; then it is not counted
    Optional<String> takeCall() {
        synchronized (tree) {
            Optional<String> reached = callRefusal();
            if (reached.isEmpty()) {
                count();
            }
            return reached;
        }
    }

    private void count() {
        used = used.plusCall();
        parent.ifPresent(RunBudget::count);
    }

    /// Why no call may run, in words for the model.
    Optional<String> callRefusal() {
        return reached()
                .or(() -> callsReached())
                .map(it ->
                        it
                                + " No further call is run; answer with what you have, and say what"
                                + " is left to do.");
    }

    /// Whether all calls are used, here or above.
    Optional<String> callsReached() {
        synchronized (tree) {
            return use().callsReached(limits).or(() -> parent.flatMap(RunBudget::callsReached));
        }
    }

    /// The limit at which no request may follow, in a sentence; empty while there is something
    /// left.
    public Optional<String> reached() {
        synchronized (tree) {
            return use().reached(limits).or(() -> parent.flatMap(RunBudget::reached));
        }
    }

    /// How near the limits are, here and above.
    BudgetNotice notice() {
        synchronized (tree) {
            BudgetNotice own = use().notice(limits);
            return parent.map(it -> own.and(it.notice())).orElse(own);
        }
    }

    private BudgetUse use() {
        return used.after(Duration.between(started, clock.instant()));
    }
}
