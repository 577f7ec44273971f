package dev.deft.guard;

import dev.deft.run.Gate;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.script.Script;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.table.CommandTable;
import dev.deft.script.table.PackageInstalls;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Optional;

/// Asks each time about commands that install programs for all projects, or download some and run
/// them, whatever the rules allow: these run later with the rights of the user. A command that does
/// nothing else runs outside the sandbox then, since inside of it there is neither network nor a
/// place to install to.
public final class InstallGate implements Gate {

    @Override
    public String name() {
        return "installs";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        for (Touch touch : call.touches()) {
            if (touch.capability() == Capability.SHELL_RUN) {
                Script script = call.scripts().of(touch.subject());
                Optional<SimpleCommand> install =
                        script.commands().stream()
                                .filter(PackageInstalls.standard()::isInstall)
                                .findFirst();
                if (install.isPresent()) {
                    return ask(
                            install.get(), call.touches().size() == 1 && doesNothingElse(script));
                }
            }
        }
        return new Verdict.Allow("The call installs nothing.");
    }

    private static Verdict ask(SimpleCommand install, boolean alone) {
        return new Verdict.Ask(
                "`%s` installs a program or downloads one and runs it, so it is asked about each time. %s"
                        .formatted(
                                install.display(),
                                alone
                                        ? "It runs outside the sandbox, with the network."
                                        : "Beside other commands it stays in the sandbox; alone it"
                                                + " would run outside of it, with the network."),
                List.of(),
                Verdict.AnswerStore.NONE,
                alone ? Mode.OUTSIDE : Mode.FULL);
    }

    /// Whether everything a script runs installs something, or only reads.
    private static boolean doesNothingElse(Script script) {
        return script.understood()
                && !script.incomplete()
                && script.commands().stream()
                        .allMatch(it ->
                                it.redirections().isEmpty()
                                        && it.assignments().isEmpty()
                                        && it.words().stream()
                                                .allMatch(word -> word.constant().isPresent())
                                        && (it.kind() == SimpleCommand.Kind.WRAPPER
                                                || PackageInstalls.standard().isInstall(it)
                                                || CommandTable.standard().readsOnly(it)));
    }
}
