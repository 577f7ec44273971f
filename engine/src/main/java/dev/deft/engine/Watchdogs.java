package dev.deft.engine;

import dev.deft.guard.CommandWatchdog;
import dev.deft.guard.DefaultWatchdog;
import dev.deft.guard.Watchdog;
import dev.deft.policy.Policy;
import dev.deft.policy.SecretNames;
import dev.deft.process.filter.FilterProgram;
import dev.deft.sandbox.HostPrograms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Creates the watchdog of a session: the one of the program, else the one its agent names.
final class Watchdogs {

    private Watchdogs() {}

    static Watchdog of(EngineParts engine, Path root, SessionSetup setup) {
        if (engine.extensions().watchdog().isPresent()) {
            return engine.extensions().watchdog().get();
        }
        Map<String, String> environment = engine.environment();
        Policy.WatchdogChoice choice = setup.policy().watchdog();
        if (choice instanceof Policy.WatchdogChoice.Program(List<String> command)) {
            var program =
                    new FilterProgram(
                            resolved(command, new HostPrograms(root, environment)),
                            root,
                            withoutSecrets(environment));
            return new CommandWatchdog(program::answer);
        }
        return choice instanceof Policy.WatchdogChoice.Off
                ? Watchdog.off()
                : new DefaultWatchdog(environment);
    }

    /// A watchdog without a directory is looked up like our other helper programs.
    static List<String> resolved(List<String> command, HostPrograms helpers) {
        List<String> words = new ArrayList<>(command);
        if (!words.isEmpty() && words.getFirst().indexOf('/') < 0) {
            helpers.find(words.getFirst()).ifPresent(it -> words.set(0, it.toString()));
        }
        return words;
    }

    /// The environment for a program of the user.
    static Map<String, String> withoutSecrets(Map<String, String> environment) {
        Map<String, String> plain = new LinkedHashMap<>(environment);
        plain.entrySet()
                .removeIf(it ->
                        SecretNames.isSecret(it.getKey())
                                || SecretNames.looksSecret(it.getValue()));
        return plain;
    }
}
