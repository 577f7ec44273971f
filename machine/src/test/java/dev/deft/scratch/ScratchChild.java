package dev.deft.scratch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A process with a directory of its own, to be killed in tests. It says where that is, and waits.
final class ScratchChild {

    private static final PrintStream OUT = new PrintStream(System.out, true, UTF_8);

    private ScratchChild() {}

    /// A process at work, and its directory.
    record Started(Process process, Path directory) implements AutoCloseable {

        /// When this returns it is dead, and its locks are gone.
        void kill() {
            process.destroyForcibly().onExit().join();
        }

        @Override
        public void close() {
            kill();
        }
    }

    static Started start(Path place) throws Exception {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(
                List.of(
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ScratchChild.class.getName(),
                        place.toString()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader said = process.inputReader(UTF_8);
        return new Started(process, Path.of(String.valueOf(said.readLine())));
    }

    public static void main(String[] arguments) throws Exception {
        Scratch scratch = Scratch.in(Path.of(arguments[0]), "test");
        OUT.println(scratch.path());
        System.in.readAllBytes();
    }
}
