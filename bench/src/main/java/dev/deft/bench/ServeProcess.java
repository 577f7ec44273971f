package dev.deft.bench;

import dev.deft.bench.process.ProcessStat;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// `deft serve` as a process, with the flags of the launcher.
final class ServeProcess implements AutoCloseable {

    /// The name of the workspace.
    static final String WORKSPACE = "bench";

    /// As `./deft` starts what lives long.
    private static final List<String> FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:-UsePerfData",
                    "-Xms32m",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Xlog:disable");

    private final Process process;
    private final int port;
    private final String oneTime;

    /// @param model the address of its model server
    ServeProcess(Path root, String model) throws IOException {
        var command = new ProcessBuilder();
        command.command().add(java());
        command.command().addAll(FLAGS);
        command.command().addAll(ownFlags());
        command.command()
                .addAll(
                        List.of(
                                "-cp",
                                absolute(System.getProperty("java.class.path")),
                                "dev.deft.app.Main",
                                "serve",
                                "--port",
                                "0",
                                "--json",
                                "--workspace",
                                WORKSPACE + "=" + root));
        command.directory(root.toFile());
        Map<String, String> variables = command.environment();
        variables.put("DEFT_HOME", root.resolve(".home").toString());
        variables.put("ANTHROPIC_API_KEY", "sk-bench-0123456789");
        variables.put("ANTHROPIC_BASE_URL", model);
        variables.put("DEFT_LOCAL_PORTS", "none");
        process = command.redirectError(Redirect.INHERIT).start();
        Json.Obj said = firstLine();
        port = URI.create(said.text("address").orElseThrow()).getPort();
        oneTime = said.text("token").orElseThrow();
    }

    private static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    /// As the launcher has them.
    private static List<String> ownFlags() {
        String flags = System.getenv().getOrDefault("DEFT_JAVA_OPTS", "").strip();
        return flags.isEmpty() ? List.of() : List.of(flags.split(" +", -1));
    }

    private Json.Obj firstLine() throws IOException {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = String.valueOf(out.readLine());
        try {
            return JsonText.parseObject(line);
        } catch (JsonSyntaxException e) {
            throw new IOException("deft serve did not start: " + line, e);
        }
    }

    int port() {
        return port;
    }

    /// Signs in with the one-time token and makes tokens for programs.
    List<String> tokens(int count) throws IOException {
        try (var wire = new BenchWire(port)) {
            BenchWire.Response login =
                    wire.send(
                            wire.request("POST", "/login", "", "{\"token\":\"" + oneTime + "\"}"));
            String cookie = login.headers().getOrDefault("set-cookie", "").split(";", 2)[0];
            String headers = "Cookie: " + cookie + "\r\nX-Deft-Request: 1\r\n";
            List<String> tokens = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String body =
                        "{\"person\":\"bench %d\",\"scopes\":[\"look\",\"speak\",\"approve\",\"administer\"]}"
                                .formatted(i);
                BenchWire.Response made =
                        wire.send(wire.request("POST", "/v1/tokens", headers, body));
                tokens.add(ServeClient.json(made).text("token").orElseThrow());
            }
            return tokens;
        }
    }

    /// The memory of the process that is in RAM, in megabytes.
    double residentMegabytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        throw new IOException("the server has ended");
    }

    /// The heap in use, in megabytes; it collects garbage first.
    double heapMegabytes() throws IOException, InterruptedException {
        Path jcmd = Path.of(java()).resolveSibling("jcmd");
        run(List.of(jcmd.toString(), Long.toString(process.pid()), "GC.run"));
        String info = run(List.of(jcmd.toString(), Long.toString(process.pid()), "GC.heap_info"));
        return info.lines()
                        .filter(it ->
                                it.matches("\\s*(DefNew|Tenured|def new|tenured).*used \\d+K.*"))
                        .mapToLong(it -> Long.parseLong(it.replaceAll(".*used (\\d+)K.*", "$1")))
                        .sum()
                / 1024.0;
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        tool.waitFor();
        return said;
    }

    /// The processor time so far, in seconds.
    double cpuSeconds() throws IOException {
        return ProcessStat.of(process.pid()).cpu().toMillis() / 1e3;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /// The server works in a directory of its own.
    private static String absolute(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(it -> Path.of(it).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
