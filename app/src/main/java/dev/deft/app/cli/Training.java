package dev.deft.app.cli;

import dev.deft.app.cli.command.Console;
import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.app.terminal.Screen;
import dev.deft.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs the most common commands, so that the start-up cache contains the classes they load.
///
/// A cache is loaded as a whole at every start, so there are two: a small one for what only prints
/// something, and one for calls that look at files and for runs. The classes of everything else,
/// such as those of changes, commands and the terminal, lie in an archive above the second, from
/// which each is loaded when it is used.
public final class Training {

    /// More matches than a result shows, so that the others go to a sidecar; and more text than a
    /// request writes anew each time.
    private static final int MANY = 2_000;

    /// Words, and the start and the end of lines: what models look for most.
    private static final String WORDS = "\\bo[n]e\\b|^1$";

    private static final Map<String, String> FILES =
            Map.of(
                    "a.txt", "one\nthree\n",
                    "b/.gitignore", "*.log\n",
                    "b/many.java", "import a;\n".repeat(MANY));

    private static final List<String> TIME = List.of("call", "current_time");

    private static final List<List<String>> SHORT =
            List.of(List.of("--help"), List.of("--version"), List.of("run", "--help"));

    private static final List<List<String>> LOOKS =
            List.of(
                    TIME,
                    List.of("call", "read", "{\"path\":\"a.txt\"}"),
                    List.of("call", "grep", "{\"pattern\":\"t[hr]+ee\"}"),
                    List.of("call", "grep", "{\"pattern\":\"class \\\\w+Tree\"}"),
                    List.of("call", "grep", "{\"pattern\":\"(?i)three|[A-Z]{2}\\\\d\"}"),
                    List.of("call", "grep", "{\"pattern\":\"import\",\"include\":\"*.java\"}"),
                    List.of("call", "glob", "{\"pattern\":\"**/*.txt\"}"));

    private static final List<List<String>> CHANGES =
            List.of(
                    List.of("call", "write", "{\"path\":\"c.txt\",\"content\":\"one\\ntwo\\n\"}"),
                    List.of(
                            "call",
                            "edit",
                            "{\"path\":\"c.txt\",\"old_text\":\"two\",\"new_text\":\"three\"}"),
                    List.of("call", "ls", "{\"path\":\".\"}"),
                    List.of("call", "--batch"),
                    List.of("call", "nothing_like_it", "{}"),
                    List.of("tools"));

    private static final String BATCH =
            """
            {"id":"1","tool":"json_parse","args":{"text":"{\\"a\\":[1,2.5,true,null]}"}}
            {"id":2,"tool":"read","args":{"path":"a.txt"}}
            not json
            """;

    private static final String COMMAND = "cat agent.txt";

    private static final String MCP =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"training","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            {"jsonrpc":"2.0","id":2,"method":"tools/list"}
            {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"grep","arguments":{"pattern":"one"}}}
            """;

    private static final String ACP =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}
            {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
            """;

    private Training() {}

    /// Runs the commands of one cache and discards their output.
    ///
    /// @param what `short`, `runs` or `rest`
    public static int run(CommandLine deft, String what) {
        Map<String, String> environment = Console.ofProcess().environment();
        try {
            return switch (what) {
                case "short" -> {
                    SHORT.forEach(it -> train(deft, it, "", environment));
                    yield 0;
                }
                case "runs" -> runs(deft, environment);
                default -> rest(deft, environment);
            };
        } catch (IOException e) {
            System.err.println("deft: no training: " + e.getMessage());
            return 1;
        }
    }

    private static int runs(CommandLine deft, Map<String, String> environment) throws IOException {
        write();
        // Many people start it in a directory below the workspace.
        train(deft, TIME, "", environment, Console.ofProcess().directory().resolve(".deft"));
        LOOKS.forEach(it -> train(deft, it, "", environment));
        Json.Obj imports = Json.Obj.EMPTY.with("pattern", "import").with("include", "*.java");
        agent(
                deft,
                environment,
                List.of(
                        ScriptedAnswer.saying("one")
                                .calling("read", Json.Obj.EMPTY.with("path", "a.txt"))
                                .calling("grep", Json.Obj.EMPTY.with("pattern", WORDS))
                                .calling("grep", imports)
                                .calling("glob", Json.Obj.EMPTY.with("pattern", "**/*.txt")),
                        ScriptedAnswer.saying("two")));
        return 0;
    }

    private static int rest(CommandLine deft, Map<String, String> environment) throws IOException {
        write();
        CHANGES.forEach(it -> train(deft, it, BATCH, environment));
        Json.Obj file = Json.Obj.EMPTY.with("path", "agent.txt");
        Json.Obj many = file.with("path", "b.java").with("content", "import a;\n".repeat(MANY));
        Json.Obj command = Json.Obj.EMPTY.with("command", COMMAND);
        agent(
                deft,
                environment,
                List.of(
                        ScriptedAnswer.saying("one")
                                .calling("write", file.with("content", "one\n"))
                                .calling("read", file)
                                .calling("ls", Json.Obj.EMPTY.with("path", "."))
                                .calling("write", many),
                        ScriptedAnswer.saying("two")
                                .calling("edit", file.with("old_text", "one").with("new_text", "1"))
                                .calling("edit", file.with("old_text", "two").with("new_text", "2"))
                                .calling("bash", command),
                        ScriptedAnswer.saying("three").calling("bash", command),
                        ScriptedAnswer.saying("four")));
        train(deft, List.of("mcp"), MCP, environment);
        train(deft, List.of("acp"), ACP, environment);
        return TerminalTraining.run(environment);
    }

    private static void write() throws IOException {
        for (Map.Entry<String, String> it : FILES.entrySet()) {
            Path file = Console.ofProcess().directory().resolve(it.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, it.getValue());
        }
    }

    private static void train(
            CommandLine deft, List<String> command, String input, Map<String, String> environment) {
        train(deft, command, input, environment, Console.ofProcess().directory());
    }

    private static void train(
            CommandLine deft,
            List<String> command,
            String input,
            Map<String, String> environment,
            Path directory) {
        var nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        deft.run(
                command,
                new Console(
                        in, nowhere, nowhere, Screen.NONE, Screen.NONE, directory, environment));
    }

    /// A whole run, on loopback.
    private static void agent(
            CommandLine deft, Map<String, String> environment, List<ScriptedAnswer> script)
            throws IOException {
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            Map<String, String> with = new LinkedHashMap<>(environment);
            with.put("ANTHROPIC_API_KEY", "none");
            with.put("ANTHROPIC_BASE_URL", server.url());
            for (String form : List.of("text", "stream-json")) {
                train(
                        deft,
                        List.of(
                                "run",
                                "train",
                                "--yes-edits",
                                "--allow",
                                "bash " + COMMAND,
                                "--output",
                                form),
                        "",
                        with);
            }
        }
    }
}
