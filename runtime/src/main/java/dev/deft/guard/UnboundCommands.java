package dev.deft.guard;

import dev.deft.policy.CommandFiles;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import java.util.List;
import java.util.Optional;

/// Asks about commands where rules bind what may be done with files and nothing holds commands to
/// them.
public final class UnboundCommands implements Gate {

    private final CommandFiles files;
    private final Enforcement fence;

    public UnboundCommands(CommandFiles files, Enforcement fence) {
        this.files = files;
        this.fence = fence;
    }

    /// What stands around commands.
    @FunctionalInterface
    public interface Enforcement {

        /// Why it holds no command to rules about files, if it does not.
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
        if (!runs || !files.restrictsFiles()) {
            return new Verdict.Allow("No rule about files binds a command.");
        }
        Optional<String> missing = fence.obstacle();
        return missing.<Verdict>map(it ->
                        new Verdict.Ask(
                                "Rules say which files may be read or written, and nothing holds a command to them here: "
                                        + it
                                        + ".",
                                List.of(),
                                Verdict.Keeper.NOTHING))
                .orElse(new Verdict.Allow("The sandbox holds commands to the rules about files."));
    }
}
