package dev.deft.engine.start;

import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.registry.Dialect;
import dev.deft.run.Mode;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Opens the sandbox of a session before its first command: while the model thinks about the result
/// of a call where commands run unasked, else while it writes the command.
///
/// Not earlier: opening one takes longer than many a start, and an answer without a call has no
/// command either. A model that has begun to work runs one sooner or later.
public final class FirstCommand {

    private final Dialect dialect;
    private final RuleBook rules;
    private final Consumer<Mode> opener;
    private final AtomicBoolean begun = new AtomicBoolean();

    /// @param opener opens the sandbox for commands of a mode, and must return at once
    public FirstCommand(Dialect dialect, RuleBook rules, Consumer<Mode> opener) {
        this.dialect = dialect;
        this.rules = rules;
        this.opener = opener;
    }

    /// A call begins to arrive.
    ///
    /// @param tool the name the model calls
    /// @return whether the sandbox is open or being opened
    public boolean calling(String tool) {
        if (!begun.get() && runsCommands(tool)) {
            open(allowedMode().orElse(Mode.FULL));
        }
        return begun.get();
    }

    /// The model thinks about the result of a call.
    public void thinking() {
        if (!begun.get()) {
            allowedMode().ifPresent(this::open);
        }
    }

    private void open(Mode mode) {
        if (begun.compareAndSet(false, true)) {
            opener.accept(mode);
        }
    }

    private boolean runsCommands(String tool) {
        return dialect.find(tool)
                .filter(it -> !it.tool().spec().requires().shell().isEmpty())
                .isPresent();
    }

    /// The mode in which rules allow commands: look mode only if they do so nowhere else.
    private Optional<Mode> allowedMode() {
        Optional<Mode> allowed = Optional.empty();
        for (Rule it : rules.list()) {
            if (it.action() == Action.ALLOW && it.isForCommands()) {
                if (it.mode() == Mode.FULL) {
                    return Optional.of(Mode.FULL);
                }
                allowed = Optional.of(Mode.LOOK);
            }
        }
        return allowed;
    }
}
