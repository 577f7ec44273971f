package dev.deft.agent.model.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A server that speaks HTTP/2 over TLS and nothing else, written by others, as a process of its
/// own. It ends with its standard input.
final class Http2Server implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 60;

    private final Process process;
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final String port;

    /// @param scenarios one for each request; the last one stays
    Http2Server(Identity identity, String wire, String... scenarios)
            throws IOException, URISyntaxException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add("node");
        command.add(resource("/dev/deft/agent/model/http/http2.js"));
        command.add(identity.store().toString());
        command.add(Identity.PASSWORD);
        command.add(resource("/dev/deft/agent/model/" + wire + "/text.sse"));
        command.addAll(List.of(scenarios));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(() -> out.lines().forEach(told::add));
        port = await("port ").substring("port ".length());
    }

    private static String resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(Http2Server.class.getResource(name), name).toURI())
                .toString();
    }

    String url() {
        return "https://127.0.0.1:" + port;
    }

    /// Waits for a line that begins like this; others are passed over.
    String await(String beginning) throws InterruptedException {
        List<String> others = new ArrayList<>();
        while (true) {
            String line = told.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("no \"" + beginning + "\" in " + others);
            }
            if (line.startsWith(beginning)) {
                return line;
            }
            others.add(line);
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
