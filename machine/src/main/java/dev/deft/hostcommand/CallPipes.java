package dev.deft.hostcommand;

import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Fifo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The named pipes between one host command inside and us.
///
/// Through `call` comes what to run; as long as it is open, somebody waits for the end. We hold all
/// the others until then, so that nobody has to wait for the other side or sees an end too early.
final class CallPipes implements AutoCloseable {

    static final String CALL = "call";
    private static final List<String> STREAMS = List.of("in", "out", "err");
    private static final String CODE = "code";

    private final Path directory;
    private final int call;
    private final int code;
    private final List<Integer> held = new ArrayList<>();
    private final List<Integer> streams = new ArrayList<>();

    private CallPipes(Path directory, int call, int code) {
        this.directory = directory;
        this.call = call;
        this.code = code;
    }

    /// Makes them; they appear all at once, and ready.
    static CallPipes in(Path directory) throws IOException {
        Path unfinished =
                Files.createDirectory(directory.resolveSibling("." + directory.getFileName()));
        Fifo.make(unfinished.resolve(CALL));
        Fifo.make(unfinished.resolve(CODE));
        var pipes =
                new CallPipes(
                        directory,
                        Fifo.watched(unfinished.resolve(CALL)),
                        Fifo.held(unfinished.resolve(CODE)));
        for (String stream : STREAMS) {
            Fifo.make(unfinished.resolve(stream));
            pipes.held.add(Fifo.held(unfinished.resolve(stream)));
        }
        Files.move(unfinished, directory);
        return pipes;
    }

    /// Says what to run, and is closed when nobody waits any more.
    int call() {
        return call;
    }

    /// Takes our ends of the streams, for the other side has its own by now.
    ///
    /// @return standard input, output and errors, as a program wants them
    List<Integer> take() throws IOException {
        streams.add(Fifo.readEnd(directory.resolve(STREAMS.get(0))));
        streams.add(Fifo.writeEnd(directory.resolve(STREAMS.get(1))));
        streams.add(Fifo.writeEnd(directory.resolve(STREAMS.get(2))));
        letGo(held);
        return List.copyOf(streams);
    }

    /// Leaves the streams to the program that has them.
    void leave() {
        letGo(streams);
    }

    /// Says something on standard error.
    void complain(String name, String problem) throws IOException {
        String line = name + ": " + problem + "\n";
        Descriptors.write(streams.get(2), line.getBytes(StandardCharsets.UTF_8));
    }

    /// Tells the exit code.
    void report(int exitCode) throws IOException {
        Descriptors.write(code, (exitCode + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void letGo(List<Integer> descriptors) {
        descriptors.forEach(Descriptors::close);
        descriptors.clear();
    }

    @Override
    public void close() throws IOException {
        letGo(held);
        letGo(streams);
        Descriptors.close(call);
        Descriptors.close(code);
        HostCommands.remove(directory);
    }
}
