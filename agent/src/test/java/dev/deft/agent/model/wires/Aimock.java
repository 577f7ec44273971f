package dev.deft.agent.model.wires;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/// A server that pretends to be either provider, written by others, as a process of its own.
final class Aimock {

    private static final Path PROGRAM =
            Path.of("target/node/node_modules/@copilotkit/aimock/dist/cli.js");

    private static final String READY = "listening on ";

    private final Process process;
    private final BufferedReader out;
    private final String url;

    /// @param answers a resource beside this class
    Aimock(String answers) throws IOException, URISyntaxException {
        assertThat(PROGRAM)
                .as("./check installs it, from src/test/node to target/node")
                .isRegularFile();
        Path file =
                Path.of(Objects.requireNonNull(Aimock.class.getResource(answers), answers).toURI());
        process =
                new ProcessBuilder(
                                "node",
                                PROGRAM.toString(),
                                "--port",
                                "0",
                                "--validate-on-load",
                                "--fixtures",
                                file.toString())
                        .redirectErrorStream(true)
                        .start();
        out = process.inputReader(StandardCharsets.UTF_8);
        url = ready();
        Thread.ofVirtual().start(this::ignoreTheRest);
    }

    private String ready() throws IOException {
        var said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            int place = line.indexOf(READY);
            if (place >= 0) {
                return line.substring(place + READY.length()).strip();
            }
            said.append(line).append('\n');
        }
        throw new IOException("aimock did not start: " + said);
    }

    private void ignoreTheRest() {
        try {
            while (out.readLine() != null) {}
        } catch (IOException _) {
            // It has ended.
        }
    }

    String url() {
        return url;
    }

    void end() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
