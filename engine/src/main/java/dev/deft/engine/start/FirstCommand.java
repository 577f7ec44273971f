package dev.deft.engine.start;

import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.registry.Dialect;
import dev.deft.run.Mode;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Opens the sandbox of a session while the model still writes its first command.
///
/// Not earlier: opening one takes longer than many a start, and most answers have no command.
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
    public void calling(String tool) {
        if (!begun.get() && runsCommands(tool) && begun.compareAndSet(false, true)) {
            opener.accept(likelyMode());
        }
    }

    private boolean runsCommands(String tool) {
        return dialect.find(tool)
                .filter(it -> !it.tool().spec().requires().shell().isEmpty())
                .isPresent();
    }

    /// Look mode if rules allow commands there and nowhere else.
    private Mode likelyMode() {
        Mode likely = Mode.FULL;
        for (Rule it : rules.list()) {
            if (it.action() == Action.ALLOW && it.isForCommands()) {
                if (it.mode() == Mode.FULL) {
                    return Mode.FULL;
                }
                likely = Mode.LOOK;
            }
        }
        return likely;
    }
}
