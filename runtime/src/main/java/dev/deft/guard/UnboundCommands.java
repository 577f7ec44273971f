package dev.deft.guard;

import dev.deft.policy.CommandFiles;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import java.util.List;
import java.util.Optional;

/// Asks about commands where rules restrict access to files and nothing enforces them for commands.
public final class UnboundCommands implements Gate {

    private final CommandFiles files;
    private final Enforcement enforcement;

    public UnboundCommands(CommandFiles files, Enforcement enforcement) {
        this.files = files;
        this.enforcement = enforcement;
    }

    /// Whether the sandbox enforces rules about files.
    @FunctionalInterface
    public interface Enforcement {

        /// Why it does not; absent if it does.
        Optional<String> obstacle() throws InterruptedException;
    }

    @Override
    public String name() {
        return "fence";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) throws InterruptedException {
        boolean runs =
                call.touches().stream().anyMatch(it -> it.capability() == Capability.SHELL_RUN);
        if (!runs) {
            return new Verdict.Allow("The call runs no command.");
        }
        if (!files.restrictsFiles()) {
            return new Verdict.Allow("No rule restricts the files of commands.");
        }
        Optional<String> obstacle = enforcement.obstacle();
        return obstacle.<Verdict>map(it ->
                        new Verdict.Ask(
                                "Rules restrict which files may be read or written, but they cannot be enforced for commands here: "
                                        + it
                                        + ".",
                                List.of(),
                                Verdict.AnswerStore.NONE))
                .orElse(new Verdict.Allow("The sandbox enforces the file rules for commands."));
    }
}
