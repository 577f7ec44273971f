package dev.deft.hostcommand;

import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Fifo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The named pipes between one host command in the sandbox and this process.
///
/// The request comes through `call`; while it is open, the caller waits for the exit code. We hold
/// the other pipes open until then, so that no side blocks or sees end-of-file too early.
final class CallPipes implements AutoCloseable {

    static final String CALL = "call";
    private static final List<String> STREAMS = List.of("in", "out", "err");
    private static final String CODE = "code";

    private final Path directory;
    private final int call;
    private final int code;
    private final List<Integer> ours = new ArrayList<>();
    private final List<Integer> streams = new ArrayList<>();

    private CallPipes(Path directory, int call, int code) {
        this.directory = directory;
        this.call = call;
        this.code = code;
    }

    /// Creates them; they appear all at once.
    static CallPipes in(Path directory) throws IOException {
        Path unfinished =
                Files.createDirectory(directory.resolveSibling("." + directory.getFileName()));
        Fifo.create(unfinished.resolve(CALL));
        Fifo.create(unfinished.resolve(CODE));
        var pipes =
                new CallPipes(
                        directory,
                        Fifo.openReaderNow(unfinished.resolve(CALL)),
                        Fifo.openNonBlocking(unfinished.resolve(CODE)));
        for (String stream : STREAMS) {
            Fifo.create(unfinished.resolve(stream));
            pipes.ours.add(Fifo.openNonBlocking(unfinished.resolve(stream)));
        }
        Files.move(unfinished, directory);
        return pipes;
    }

    /// The pipe of the request; it is closed when the caller stops waiting.
    int call() {
        return call;
    }

    /// Opens our ends of the streams, after the caller has opened its own.
    ///
    /// @return standard input, output and error of the program
    List<Integer> take() throws IOException {
        streams.add(Fifo.openReader(directory.resolve(STREAMS.get(0))));
        streams.add(Fifo.openWriter(directory.resolve(STREAMS.get(1))));
        streams.add(Fifo.openWriter(directory.resolve(STREAMS.get(2))));
        closeAll(ours);
        return List.copyOf(streams);
    }

    /// Closes our copies of the streams after the program was started.
    void closeStreams() {
        closeAll(streams);
    }

    /// Writes a message to standard error.
    void printError(String name, String problem) throws IOException {
        String line = name + ": " + problem + "\n";
        Descriptors.write(streams.get(2), line.getBytes(StandardCharsets.UTF_8));
    }

    /// Sends the exit code.
    void report(int exitCode) throws IOException {
        Descriptors.write(code, (exitCode + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void closeAll(List<Integer> descriptors) {
        descriptors.forEach(Descriptors::close);
        descriptors.clear();
    }

    @Override
    public void close() throws IOException {
        closeAll(ours);
        closeAll(streams);
        Descriptors.close(call);
        Descriptors.close(code);
        HostCommands.remove(directory);
    }
}
