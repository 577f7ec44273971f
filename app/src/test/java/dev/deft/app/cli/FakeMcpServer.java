package dev.deft.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A small MCP server of the revision 2025-11-25, written in sh, for tests of commands.
public final class FakeMcpServer {

    /// Answers what its tools, its prompt and its resource are asked for.
    private static final String SCRIPT =
            """
            #!/bin/sh
            echo "NAME is here" >&2
            while IFS= read -r line; do
              id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9][0-9]*\\).*/\\1/p')
              answer() { printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$1"; }
              case $line in
                *'"method":"initialize"'*)
                  answer '"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"NAME","version":"1.2"},"capabilities":{"tools":{},"prompts":{},"resources":{}}}' ;;
                *'"method":"tools/list"'*)
                  answer '"result":{"tools":[TOOLS]}' ;;
                *'"method":"tools/call"'*)
                  answer '"result":{"content":[{"type":"text","text":"It is noon."}]}' ;;
                *'"method":"prompts/list"'*)
                  answer '"result":{"prompts":[{"name":"greet","description":"Greets somebody.","arguments":[{"name":"who","required":true}]}]}' ;;
                *'"method":"prompts/get"'*)
                  answer '"result":{"messages":[{"role":"user","content":{"type":"text","text":"Say hello to the moon."}}]}' ;;
                *'"method":"resources/list"'*)
                  answer '"result":{"resources":[{"uri":"note://one","name":"one","description":"A note."}]}' ;;
                *'"method":"resources/templates/list"'*)
                  answer '"result":{"resourceTemplates":[]}' ;;
                *'"method":"resources/read"'*)
                  answer '"result":{"contents":[{"uri":"note://one","mimeType":"text/plain","text":"Buy milk."}]}' ;;
                *'"method":"ping"'*) answer '"result":{}' ;;
                *'"method":"notifications/'*) ;;
                *) [ -n "$id" ] && answer '"error":{"code":-32601,"message":"no such method"}' ;;
              esac
            done
            """;

    private FakeMcpServer() {}

    /// Writes a server with tools of these names.
    ///
    /// @return the program
    public static Path in(Path directory, String name, String... tools) throws IOException {
        String listed =
                IntStream.range(0, tools.length)
                        .mapToObj(it ->
                                "{\"name\":\"%s\",\"description\":\"Number %d of %s: does %s.\",\"inputSchema\":{\"type\":\"object\"}}"
                                        .formatted(
                                                tools[it], it, name, tools[it].replace('_', ' ')))
                        .collect(Collectors.joining(","));
        Path program = directory.resolve(name + ".sh");
        Files.writeString(program, SCRIPT.replace("NAME", name).replace("TOOLS", listed));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program;
    }
}
