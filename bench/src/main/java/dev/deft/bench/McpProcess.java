package dev.deft.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// An MCP server as a process, which ends with its input.
final class McpProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;

    /// @param arguments none for standard input and output
    McpProcess(Class<?> program, String... arguments) throws IOException {
        var command = new ProcessBuilder();
        command.command()
                .addAll(
                        List.of(
                                ProcessHandle.current().info().command().orElse("java"),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                program.getName()));
        command.command().addAll(List.of(arguments));
        process = command.redirectError(Redirect.INHERIT).start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = process.outputWriter(StandardCharsets.UTF_8);
    }

    String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the server has ended");
        }
        return line;
    }

    void say(String line) throws IOException {
        in.write(line);
        in.write('\n');
        in.flush();
    }

    @Override
    public void close() throws IOException {
        in.close();
        process.destroy();
    }
}
