package dev.deft.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// A process that stays, under a name that nobody else has.
record Sleeper(String name) {

    static Sleeper fresh() {
        return new Sleeper(UUID.randomUUID().toString());
    }

    /// What bash becomes it by.
    String command() {
        return "exec -a " + name + " sleep 600";
    }

    /// How many there are.
    long count() {
        return ProcessHandle.allProcesses()
                .filter(it -> commandLine(it.pid()).startsWith(name + "\0"))
                .count();
    }

    private static String commandLine(long process) {
        try {
            return Files.readString(
                    Path.of("/proc/" + process + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }
}
