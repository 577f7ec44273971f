package dev.deft.guard;

import dev.deft.guard.Watchdog.Decision;
import dev.deft.policy.Action;
import dev.deft.script.Script;
import dev.deft.script.command.SimpleCommand;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What is dangerous only in company: one command reads a secret and another one sends, one
/// downloads and another one runs what came.
final class DangerousCombinations {

    /// A short function and what it does. A name is tried from its beginning only: a script may
    /// have words of any length.
    private static final Pattern FUNCTION =
            Pattern.compile("(?<![A-Za-z_:.])([A-Za-z_:.]++)\\s*+\\(\\)\\s*+\\{([^}]{0,400}+)}");

    private DangerousCombinations() {}

    static Optional<Decision> judge(Script script) {
        if (isForkBomb(script.text())) {
            return deny("This script starts itself again and again until the machine stops.");
        }
        List<WatchedCommand> all = script.commands().stream().map(WatchedCommand::new).toList();
        boolean sends = all.stream().anyMatch(WatchedCommand::usesNetwork);
        if (sends && all.stream().anyMatch(it -> !it.usesNetwork() && it.namesSecret())) {
            return deny("One command reads a secret and another one reaches the network.");
        }
        if (sends
                && all.stream().anyMatch(DangerousCombinations::printsEnvironment)
                && script.text().contains("|")) {
            return deny("The environment would be sent to another machine.");
        }
        boolean loads =
                all.stream().anyMatch(it -> it.is("curl", "wget", "fetch", "http", "https"));
        boolean runs =
                script.commands().stream()
                        .anyMatch(it ->
                                it.isUnknown()
                                        || it.program()
                                                .filter(name ->
                                                        name.matches(
                                                                "(ba|da|z|k|a)?sh|python[0-9.]*|perl|ruby|node|php|source|\\."))
                                                .isPresent());
        if (loads && runs) {
            return Optional.of(
                    new Decision(Action.ASK, "What is downloaded here would be run unread."));
        }
        return Optional.empty();
    }

    private static boolean isForkBomb(String script) {
        return FUNCTION.matcher(script)
                .results()
                .anyMatch(it -> {
                    String name = Pattern.quote(it.group(1));
                    return Pattern.compile(name + "\\s*\\|\\s*" + name + "\\s*&")
                            .matcher(it.group(2))
                            .find();
                });
    }

    private static Optional<Decision> deny(String why) {
        return Optional.of(new Decision(Action.DENY, why));
    }

    private static boolean printsEnvironment(WatchedCommand command) {
        SimpleCommand simple = command.command();
        return command.is("printenv")
                || (command.is("env", "export", "set", "declare") && simple.words().size() == 1);
    }
}
