package dev.deft.agent.memory;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Changes one memory file.
final class MemoryChange {

    /// The changed file.
    ///
    /// @param size in bytes
    record Data(String path, long size) {}

    /// Computes the new text.
    @FunctionalInterface
    interface Editor {

        /// Returns the new text.
        ///
        /// @param current the file as it is
        /// @throws HostException to change nothing
        String edit(String path, WorkspaceFiles.Current current) throws HostException;
    }

    private MemoryChange() {}

    /// Changes a file while nobody else does.
    ///
    /// @param verb such as `Wrote`
    static ToolResult apply(String path, String verb, Host host, Editor editor)
            throws IOException, InterruptedException {
        WorkspacePath file = MemoryPaths.resolve(path, host.files());
        List<WorkspaceFiles.Changed> changed =
                host.files().change(List.of(file), current -> edited(file, current, editor));
        long size =
                changed.stream().flatMap(it -> it.after().stream()).mapToLong(Bytes::size).sum();
        String text = "%s %s, %d bytes.".formatted(verb, file.display(), size);
        return ToolResult.output(
                new Data(file.display(), size), text, "%s %s".formatted(verb, file.display()));
    }

    private static Map<WorkspacePath, Optional<Bytes>> edited(
            WorkspacePath file, Map<WorkspacePath, WorkspaceFiles.Current> current, Editor editor)
            throws IOException {
        String path = file.display();
        String text = editor.edit(path, current.values().iterator().next());
        Bytes content = Bytes.of(text);
        if (content.size() > MemoryText.MAX_BYTES) {
            throw MemoryText.tooLarge(path);
        }
        return Map.of(file, Optional.of(content));
    }

    /// Memory outlives the session and is shown to later ones, so no secret may get into it.
    static void refuseSecrets(Host host, String... texts) throws IOException {
        Memory memory = host.handle(Memory.class);
        for (String text : texts) {
            if (memory.holdsSecret(text)) {
                throw new HostException(
                        ErrorCode.REFUSED,
                        "The text has a secret in it, such as a key or a password, and memory is kept for later sessions. Nothing was written. Write down where the secret is kept instead.");
            }
        }
    }
}
