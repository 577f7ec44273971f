package dev.deft.guard;

import dev.deft.guard.Watchdog.Decision;
import dev.deft.policy.Action;
import dev.deft.script.Script;
import dev.deft.script.command.SimpleCommand;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Commands that are dangerous together: one reads a secret and another sends data, or one
/// downloads code and another runs it.
final class DangerousCombinations {

    /// A short function with its body. A name is matched from its beginning only, to stay linear in
    /// long scripts.
    private static final Pattern FUNCTION =
            Pattern.compile("(?<![A-Za-z_:.])([A-Za-z_:.]++)\\s*+\\(\\)\\s*+\\{([^}]{0,400}+)}");

    private static final Pattern INTERPRETER =
            Pattern.compile("(ba|da|z|k|a)?sh|python[0-9.]*|perl|ruby|node|php|source|\\.");

    private DangerousCombinations() {}

    static Optional<Decision> judge(Script script) {
        if (isForkBomb(script.text())) {
            return deny("The script is a fork bomb: it starts itself until the machine stops.");
        }
        List<WatchedCommand> all = script.commands().stream().map(WatchedCommand::new).toList();
        boolean usesNetwork = all.stream().anyMatch(WatchedCommand::usesNetwork);
        if (usesNetwork && all.stream().anyMatch(it -> !it.usesNetwork() && it.namesSecret())) {
            return deny("One command reads a secret and another one uses the network.");
        }
        if (usesNetwork
                && all.stream().anyMatch(DangerousCombinations::printsEnvironment)
                && script.text().contains("|")) {
            return deny("The environment would be sent to another machine.");
        }
        boolean downloads =
                all.stream().anyMatch(it -> it.is("curl", "wget", "fetch", "http", "https"));
        if (downloads && script.commands().stream().anyMatch(DangerousCombinations::runsCode)) {
            return Optional.of(
                    new Decision(
                            Action.ASK, "The script runs downloaded code that nobody has read."));
        }
        return Optional.empty();
    }

    private static boolean runsCode(SimpleCommand command) {
        return command.isUnknown() || INTERPRETER.matcher(command.program().orElse("")).matches();
    }

    private static boolean isForkBomb(String script) {
        Matcher function = FUNCTION.matcher(script);
        while (function.find()) {
            String name = Pattern.quote(function.group(1));
            Pattern itself = Pattern.compile(name + "\\s*\\|\\s*" + name + "\\s*&");
            if (itself.matcher(function.group(2)).find()) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Decision> deny(String reason) {
        return Optional.of(new Decision(Action.DENY, reason));
    }

    private static boolean printsEnvironment(WatchedCommand command) {
        SimpleCommand simple = command.command();
        return command.is("printenv")
                || (command.is("env", "export", "set", "declare") && simple.words().size() == 1);
    }
}
