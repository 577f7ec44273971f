package dev.deft.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;

/// A git server on loopback: git's own program behind the HTTP server of the JDK.
record GitServer(HttpServer server, Path repositories) implements AutoCloseable {

    static GitServer of(Path repositories) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        var git = new GitServer(server, repositories);
        server.createContext("/", git::serve);
        server.start();
        return git;
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            var builder = new ProcessBuilder("git", "http-backend");
            Map<String, String> environment = builder.environment();
            environment.put("GIT_PROJECT_ROOT", repositories.toString());
            environment.put("GIT_HTTP_EXPORT_ALL", "1");
            environment.put("REQUEST_METHOD", exchange.getRequestMethod());
            environment.put("PATH_INFO", exchange.getRequestURI().getPath());
            environment.put(
                    "QUERY_STRING",
                    Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
            environment.put("CONTENT_TYPE", header(exchange, "Content-Type"));
            environment.put("HTTP_CONTENT_ENCODING", header(exchange, "Content-Encoding"));
            environment.put("GIT_PROTOCOL", header(exchange, "Git-Protocol"));
            environment.put("CONTENT_LENGTH", Integer.toString(body.length));
            Process git = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            try (OutputStream in = git.getOutputStream()) {
                in.write(body);
            }
            answer(exchange, git.getInputStream());
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    private static void answer(HttpExchange exchange, InputStream out) throws IOException {
        int status = 200;
        for (String line = line(out); !line.isEmpty(); line = line(out)) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).strip();
            if (line.startsWith("Status:")) {
                status = Integer.parseInt(value.substring(0, 3));
            } else {
                exchange.getResponseHeaders().add(line.substring(0, colon), value);
            }
        }
        exchange.sendResponseHeaders(status, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            out.transferTo(body);
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /// Runs git as a person does, apart from the settings of this machine.
    static String git(Path directory, String... words) throws IOException, InterruptedException {
        return gitReading(directory, "", words);
    }

    static String gitReading(Path directory, String input, String... words)
            throws IOException, InterruptedException {
        var command = new ArrayList<String>(List.of("git"));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment()
                .putAll(
                        Map.of(
                                "GIT_CONFIG_GLOBAL", "/dev/null",
                                "GIT_CONFIG_NOSYSTEM", "1",
                                "GIT_AUTHOR_NAME", "Ada",
                                "GIT_AUTHOR_EMAIL", "ada@example.org",
                                "GIT_COMMITTER_NAME", "Ada",
                                "GIT_COMMITTER_EMAIL", "ada@example.org"));
        Process process = builder.redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", words) + ": " + output);
        }
        return output.strip();
    }
}
