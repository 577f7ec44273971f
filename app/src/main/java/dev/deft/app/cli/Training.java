package dev.deft.app.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Runs the commands people start most, so that a start-up cache knows what they load.
///
/// All that a cache knows is loaded at every start, so there are two of them: a small one, and one
/// for the tools that work on files.
public final class Training {

    private static final List<List<String>> SMALL =
            List.of(
                    List.of("--help"),
                    List.of("--version"),
                    List.of("call", "current_time"),
                    List.of("call", "current_time", "{\"timezone\":\"Europe/Berlin\"}"),
                    List.of("call", "nothing_like_it", "{}"),
                    List.of("tools"));

    private static final List<List<String>> FILES =
            List.of(
                    List.of("call", "write", "{\"path\":\"a.txt\",\"content\":\"one\\ntwo\\n\"}"),
                    List.of("call", "read", "{\"path\":\"a.txt\"}"),
                    List.of(
                            "call",
                            "edit",
                            "{\"path\":\"a.txt\",\"old_text\":\"two\",\"new_text\":\"three\"}"),
                    List.of("call", "grep", "{\"pattern\":\"t[hr]+ee\"}"),
                    List.of("call", "glob", "{\"pattern\":\"**/*.txt\"}"),
                    List.of("call", "ls", "{\"path\":\".\"}"),
                    List.of("call", "--batch"),
                    List.of("call", "read_file", "{\"path\":\"a.txt\"}", "--dialect", "aegis"),
                    List.of("policy", "explain", "read", "{\"path\":\"a.txt\"}"));

    private static final String BATCH =
            """
            {"id":"1","tool":"json_parse","args":{"text":"{\\"a\\":[1,2.5,true,null]}"}}
            {"id":2,"tool":"read","args":{"path":"a.txt"}}
            not json
            """;

    private Training() {}

    /// Runs the commands of one cache, into nothing.
    ///
    /// @param what `small` or `files`
    public static int run(Deft deft, String what) {
        Console real = Console.ofProcess();
        for (List<String> command : what.equals("small") ? SMALL : FILES) {
            var nowhere =
                    new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
            var in = new ByteArrayInputStream(BATCH.getBytes(StandardCharsets.UTF_8));
            deft.run(
                    command,
                    new Console(
                            in,
                            nowhere,
                            nowhere,
                            false,
                            false,
                            real.directory(),
                            real.environment()));
        }
        return 0;
    }
}
