package dev.deft.guard;

import dev.deft.guard.Watchdog.Decision;
import dev.deft.policy.Action;
import dev.deft.script.Script;
import dev.deft.script.command.SimpleCommand;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The commands that the default watchdog denies or asks about: a table, read from the top.
final class CommandPolicy {

    private static final int LONGEST_SHOWN = 120;

    private static final List<Entry> TABLE =
            List.of(
                    deny(
                            "would destroy the system or a home directory",
                            SystemDamage::destroysDirectory),
                    deny(
                            "would change the owner or the permissions of system directories",
                            SystemDamage::changesPermissions),
                    deny("would move a system directory", SystemDamage::movesDirectory),
                    deny("formats or overwrites a disk", SystemDamage::formatsDisk),
                    deny("writes to a device", SystemDamage::writesToDevice),
                    deny("stops or restarts the machine", SystemDamage::stopsMachine),
                    deny("kills every process", SystemDamage::killsEverything),
                    deny(
                            "asks for more privileges than this session has",
                            PrivilegeChanges::switchesUser),
                    deny(
                            "lets a program run with the privileges of its owner",
                            PrivilegeChanges::grantsOwnerPrivileges),
                    deny("changes user accounts", PrivilegeChanges::changesUsers),
                    deny(
                            "changes services, schedules or settings of the system",
                            PrivilegeChanges::changesSystemSettings),
                    deny("changes Deft's own files", SystemDamage::changesDeft),
                    deny("sends a secret to another machine", DataLeaks::sendsSecret),
                    deny("uploads a file of this machine", DataLeaks::uploadsFile),
                    deny(
                            "lets another machine run a program on this one",
                            DangerousArguments::servesProgram),
                    deny("gives a container access to the host", DangerousArguments::exposesHost),
                    deny("attaches to another process", DangerousArguments::attachesToProcess),
                    deny("may kill Deft or processes of others", DangerousArguments::mayKillDeft),
                    ask("kills every process with that name", DangerousArguments::killsByName),
                    ask(
                            "sends the output of a command in a name lookup",
                            DangerousArguments::leaksThroughNames),
                    ask(
                            "writes to a protected path, which changes what runs later",
                            WorkLoss::writesToProtectedPath),
                    ask("overwrites or deletes a remote branch", WorkLoss::overwritesRemoteBranch),
                    ask("rewrites history or discards work", WorkLoss::rewritesHistory),
                    ask("removes a directory tree", WorkLoss::removesTree),
                    ask("deletes every file it finds", WorkLoss::deletesFoundFiles));

    private CommandPolicy() {}

    private record Entry(Action action, String why, Predicate<WatchedCommand> applies) {}

    private static Entry deny(String why, Predicate<WatchedCommand> applies) {
        return new Entry(Action.DENY, why, applies);
    }

    private static Entry ask(String why, Predicate<WatchedCommand> applies) {
        return new Entry(Action.ASK, why, applies);
    }

    /// The strictest decision about any command of a script; absent if none applies.
    static Optional<Decision> judge(Script script) {
        Optional<Decision> strictest =
                DangerousCombinations.judge(script).or(() -> incomplete(script));
        if (strictest.filter(it -> it.action() == Action.DENY).isPresent()) {
            return strictest;
        }
        for (Entry entry : TABLE) {
            for (SimpleCommand command : script.commands()) {
                if (entry.applies().test(new WatchedCommand(command))) {
                    Decision decision = decision(entry, command);
                    if (entry.action() == Action.DENY) {
                        return Optional.of(decision);
                    }
                    strictest = strictest.or(() -> Optional.of(decision));
                }
            }
        }
        return strictest;
    }

    private static Decision decision(Entry entry, SimpleCommand command) {
        return new Decision(
                entry.action(), "`%s` %s.".formatted(shortened(command.display()), entry.why()));
    }

    private static String shortened(String command) {
        return command.length() > LONGEST_SHOWN
                ? command.substring(0, LONGEST_SHOWN) + "…"
                : command;
    }

    /// A script that was not analyzed to its end may contain any command.
    private static Optional<Decision> incomplete(Script script) {
        return script.incomplete()
                ? Optional.of(
                        new Decision(
                                Action.ASK,
                                "Not everything the script would run is known: %s. Write it more simply, or put it into a file."
                                        .formatted(String.join(", ", script.doubts()))))
                : Optional.empty();
    }
}
