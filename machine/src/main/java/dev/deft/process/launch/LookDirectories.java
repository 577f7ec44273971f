package dev.deft.process.launch;

import dev.deft.sandbox.SandboxInputs;
import dev.deft.scratch.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/// A home and a temporary directory for one command at a time.
///
/// @param times the modification time of each directory; a command in look mode cannot set it
record LookDirectories(Scratch scratch, Path home, Path temporary, Map<Path, FileTime> times) {

    LookDirectories {
        times = Map.copyOf(times);
    }

    static LookDirectories in(Path directory, SandboxInputs inputs) throws IOException {
        Scratch scratch = Scratch.in(directory, "command");
        Path home = Files.createDirectory(scratch.path().resolve("home"));
        Path temporary = Files.createDirectory(scratch.path().resolve("tmp"));
        inputs.linkToolchains(home);
        Map<Path, FileTime> times = new HashMap<>();
        try (Stream<Path> tree = Files.walk(scratch.path())) {
            for (Path it : tree.filter(Files::isDirectory).toList()) {
                if (!Files.isSymbolicLink(it)) {
                    times.put(it, Files.getLastModifiedTime(it));
                }
            }
        }
        return new LookDirectories(scratch, home, temporary, times);
    }

    /// Whether they are still empty, so that another command may use them.
    boolean isUnused() throws IOException {
        for (Map.Entry<Path, FileTime> it : times.entrySet()) {
            if (!Files.isDirectory(it.getKey())
                    || !Files.getLastModifiedTime(it.getKey()).equals(it.getValue())) {
                return false;
            }
        }
        return true;
    }
}
