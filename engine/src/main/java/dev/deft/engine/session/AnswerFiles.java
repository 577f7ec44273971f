package dev.deft.engine.session;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunFiles;
import dev.deft.agent.model.Part;
import dev.deft.os.state.SidecarFile;
import dev.deft.os.state.Sidecars;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/// What a run leaves in files: those it changed, and the pictures of its answers beside the log.
///
/// @param changed the files changed since a turn
/// @param sidecars of the session
/// @param events gets a warning if a picture cannot be saved
public record AnswerFiles(
        IntFunction<List<String>> changed, Sidecars sidecars, Consumer<RunEvent> events)
        implements RunFiles {

    @Override
    public List<String> since(int turn) {
        return changed.apply(turn);
    }

    @Override
    public Optional<String> save(String name, Part.Media picture) {
        SidecarFile file = sidecars.named(name);
        try (OutputStream out = file.begin()) {
            out.write(picture.content().toArray());
            return file.end(true).map(Path::toString);
        } catch (IOException e) {
            events.accept(
                    new RunEvent.Warning(
                            "A picture of the answer could not be saved: " + e.getMessage()));
            return Optional.empty();
        }
    }
}
