package dev.deft.lsp;

import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.lsp.ServerPrograms.FoundServer;
import dev.deft.output.PlainText;
import dev.deft.process.ReadOnlyProgram;
import dev.deft.process.ShellSetup;
import dev.deft.process.job.JobExit;
import dev.deft.process.output.OutputSink;
import dev.deft.sandbox.SandboxBase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.jspecify.annotations.Nullable;

/// A language server at work: its process, its documents and what it has published.
final class RunningServer implements AutoCloseable {

    private static final Duration FOREVER = Duration.ofDays(10_000);

    private final FoundServer server;
    private final ServerTimeouts timeouts;
    private final ServerUris uris;
    private final PublishedDiagnostics diagnostics = new PublishedDiagnostics();
    private final ServerRequests requests;
    private final Outputs outputs = new Outputs();
    private final ReadOnlyProgram program;
    private final JobInput input;
    private final Connection connection;
    private final OpenDocuments documents;

    private RunningServer(
            FoundServer server, SandboxBase base, ShellSetup setup, ServerTimeouts timeouts)
            throws IOException, InterruptedException {
        this.server = server;
        this.timeouts = timeouts;
        this.uris = new ServerUris(base.root());
        this.requests =
                new ServerRequests(
                        new WorkspaceFolder(
                                uris.ofRoot(), String.valueOf(base.root().getFileName())),
                        diagnostics);
        Map<String, String> variables = new HashMap<>(Map.of("PATH", server.path()));
        variables.putAll(server.definition().environment());
        this.program =
                ReadOnlyProgram.start(
                        base.showing(server.shown()), setup, server.command(), variables, outputs);
        this.input = new JobInput(program.job(), this::lose);
        this.connection = new Connection(name(), input::send, requests);
        this.documents = new OpenDocuments(connection, uris);
    }

    /// Starts a server and waits until it is ready for requests.
    ///
    /// @param setup what it may read
    static RunningServer start(
            FoundServer server, SandboxBase base, ShellSetup setup, ServerTimeouts timeouts)
            throws IOException, InterruptedException {
        var running = new RunningServer(server, base, setup, timeouts);
        boolean ready = false;
        try {
            Thread.ofVirtual().name("output of " + running.name()).start(running::read);
            Thread.ofVirtual().name("end of " + running.name()).start(running::awaitEnd);
            running.initialize();
            ready = true;
            return running;
        } finally {
            if (!ready) {
                running.close();
            }
        }
    }

    private void initialize() throws IOException, InterruptedException {
        Optional<Object> options =
                server.definition().options().map(it -> connection.tree(JsonText.write(it)));
        Optional<Object> answer =
                connection.request("initialize", Handshake.params(uris, options), timeouts.start());
        String encoding =
                answer.filter(InitializeResult.class::isInstance)
                        .map(it -> ((InitializeResult) it).getCapabilities())
                        .map(it -> it.getPositionEncoding())
                        .orElse(Handshake.ENCODING);
        if (!encoding.equals(Handshake.ENCODING)) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The language server %s counts columns in %s, which was not offered to it."
                            .formatted(name(), ServerText.line(encoding)));
        }
        connection.notify("initialized", new InitializedParams());
    }

    private void read() {
        connection.read(outputs.stdout);
        close();
    }

    private void awaitEnd() {
        try {
            program.job().await(FOREVER).ifPresent(it -> lose(describe(it)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        outputs.stdout.end();
    }

    private String describe(JobExit exit) {
        String end =
                exit.signal()
                        .map("it was ended by "::concat)
                        .orElse("it ended with exit code " + exit.code());
        String last = outputs.lastError().or(requests::lastError).map(": "::concat).orElse("");
        return end + last;
    }

    private void lose(String reason) {
        connection.lose(reason);
        outputs.stdout.end();
    }

    String name() {
        return server.definition().name();
    }

    ServerUris uris() {
        return uris;
    }

    OpenDocuments documents() {
        return documents;
    }

    PublishedDiagnostics diagnostics() {
        return diagnostics;
    }

    boolean isAlive() {
        return connection.lost().isEmpty();
    }

    String whyLost() {
        return connection.lost().orElse("");
    }

    Optional<Object> request(String method, @Nullable Object params)
            throws IOException, InterruptedException {
        return connection.request(method, params, timeouts.request());
    }

    ServerTimeouts timeouts() {
        return timeouts;
    }

    /// Ends it at once: it has nothing to save.
    @Override
    public void close() {
        lose("it was stopped");
        input.close();
        program.close();
    }

    /// Takes what the program prints.
    private static final class Outputs implements OutputSink {

        private static final int MOST_ERRORS = 4 * 1024;

        private final ByteQueue stdout = new ByteQueue();
        private byte[] errors = new byte[0];

        @Override
        public void take(Source source, byte[] bytes, int length) {
            switch (source) {
                case STDOUT -> stdout.put(bytes, length);
                case STDERR -> addErrors(bytes, length);
            }
        }

        private synchronized void addErrors(byte[] bytes, int length) {
            var all = new ByteArrayOutputStream();
            all.writeBytes(errors);
            all.write(bytes, 0, length);
            byte[] joined = all.toByteArray();
            errors =
                    Arrays.copyOfRange(
                            joined, Math.max(0, joined.length - MOST_ERRORS), joined.length);
        }

        /// The last line of its error output that says something.
        synchronized Optional<String> lastError() {
            return PlainText.of(new String(errors, StandardCharsets.UTF_8))
                    .lines()
                    .filter(it -> !it.isBlank())
                    .reduce((_, last) -> last)
                    .map(ServerText::line);
        }
    }
}
