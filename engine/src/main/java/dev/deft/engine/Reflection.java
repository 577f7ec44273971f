package dev.deft.engine;

import dev.deft.agent.loop.RunReview;
import dev.deft.agent.memory.MemoryFile;
import dev.deft.agent.memory.MemoryPaths;
import dev.deft.agent.reflection.PreloadedMemory;
import dev.deft.agent.reflection.Reflector;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.os.PathScope;
import dev.deft.policy.Action;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Sets up reflection for a session: on in the `pegasus` dialect, where failed calls are judged
/// too, and elsewhere where the settings turn it on.
///
/// What is remembered goes into its prompt, as far as `memory_read` may read it without asking.
record Reflection(SharedRoot shared, Permissions permissions) implements PreloadedMemory {

    private static final String PEGASUS = "pegasus";
    private static final String READ = "memory_read";
    private static final String FACTS = MemoryPaths.DIRECTORY + "/facts/";
    private static final int LONGEST_FACT = 4 * 1024;

    static RunReview of(SharedRoot shared, SessionParts parts, SessionParts.Running run) {
        boolean pegasus = parts.agent().toolset().dialect().equals(PEGASUS);
        if (!parts.agent().loop().reflection().orElse(pegasus)) {
            return RunReview.NONE;
        }
        return new Reflector(
                run.model(),
                parts.log(),
                parts.pipeline().runner(),
                new Reflection(shared, parts.permissions()),
                AgentRun.places(shared.root()),
                pegasus,
                run.events());
    }

    @Override
    public String text() throws IOException {
        var facts = new StringBuilder();
        var index = new StringBuilder();
        for (MemoryFile file : shared.memory().files()) {
            if (!mayRead(file.path())) {
                continue;
            }
            boolean whole = isFact(file) && facts.length() + file.size() < MOST_CHARS / 2;
            if (whole) {
                facts.append("## %s\n%s\n".formatted(file.path(), content(file.path()).strip()));
            } else if (index.length() < MOST_CHARS / 2 - file.summary().length()) {
                index.append("- %s: %s\n".formatted(file.path(), file.summary()));
            }
        }
        return section("Facts that are remembered:", facts)
                + section("Further files, by their summaries:", index);
    }

    private static boolean isFact(MemoryFile file) {
        boolean named = file.path().equals(MemoryPaths.MAIN) || file.path().startsWith(FACTS);
        return named && file.size() <= LONGEST_FACT;
    }

    private boolean mayRead(String path) {
        var touch = new Touch(Capability.FS_READ, path);
        return permissions.agent().covers(touch)
                && permissions.rules().decide(READ, touch).action() == Action.ALLOW;
    }

    /// Empty if it has just disappeared.
    private String content(String path) throws IOException {
        WorkspaceFiles files = shared.files().filesAsTheyAre(PathScope.EVERYTHING);
        try {
            return files.load(files.resolve(path), LONGEST_FACT).text(StandardCharsets.UTF_8);
        } catch (HostException _) {
            return "";
        }
    }

    private static String section(String title, StringBuilder lines) {
        return lines.isEmpty() ? "" : title + "\n" + lines + "\n";
    }
}
