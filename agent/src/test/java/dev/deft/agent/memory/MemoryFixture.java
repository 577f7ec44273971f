package dev.deft.agent.memory;

import dev.deft.host.FileQuery;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.output.SecretMask;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A host in memory with memory files; a search finds the lines that contain the query.
final class MemoryFixture {

    private MemoryFixture() {}

    static InMemoryHost host() {
        InMemoryHost host = InMemoryHost.empty();
        return host.providing(Memory.class, new LiteralMemory(host));
    }

    static <P extends Record> ToolResult.Output run(Tool<P> tool, P params, Host host)
            throws IOException, InterruptedException {
        return (ToolResult.Output) tool.run(params, host);
    }

    static String text(Host host, String path) throws IOException {
        WorkspaceFiles files = host.files();
        return files.load(files.resolve(path), 1 << 20).text(StandardCharsets.UTF_8);
    }

    private record LiteralMemory(InMemoryHost host) implements Memory {

        @Override
        public List<MemoryFile> files() throws IOException {
            WorkspaceFiles files = host.files();
            List<MemoryFile> found = new ArrayList<>();
            try {
                var all = new FileQuery(files.resolve("."), "**", FileQuery.Order.BY_PATH);
                for (String path : files.find(all).files()) {
                    if (MemoryPaths.isMemory(path)) {
                        String text = text(host, path);
                        found.add(
                                new MemoryFile(
                                        path,
                                        SummaryLine.of(text),
                                        text.getBytes(StandardCharsets.UTF_8).length));
                    }
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return found;
        }

        @Override
        public FoundMemory search(Query query) throws IOException {
            List<FoundMemory.Match> matches = new ArrayList<>();
            for (MemoryFile file : files()) {
                int line = 0;
                for (String it : text(host, file.path()).lines().toList()) {
                    line++;
                    if (it.contains(query.text()) && query.mayRead().test(file.path())) {
                        matches.add(new FoundMemory.Match(file.path(), line, line, 0.5, it));
                    }
                }
            }
            return new FoundMemory(
                    matches,
                    FoundMemory.Method.KEYWORD,
                    new FoundMemory.Progress(0, matches.size(), List.of()));
        }

        @Override
        public boolean holdsSecret(String text) {
            return !SecretMask.KEYS_ONLY.text(text).equals(text);
        }
    }
}
