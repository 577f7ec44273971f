package dev.deft.process.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A program of its own that starts a stubborn program, to be killed.
final class PeerStarter {

    private PeerStarter() {}

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        PeerProgram program =
                PeerProgram.start(
                        List.of("/bin/bash", "-c", PeerProgramTest.STUBBORN),
                        directory,
                        Map.of("PATH", "/usr/bin:/bin"),
                        directory.resolve("errors.log"));
        program.output().transferTo(System.out);
    }
}
