package dev.deft.os;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/// The file that takes all of an output of which only the head is shown.
final class Sidecar {

    private final StatePaths state;
    private final String session;
    private final String name;
    private Optional<OutputStream> open = Optional.empty();

    Sidecar(StatePaths state, String session, String name) {
        this.state = state;
        this.session = session;
        this.name = name;
    }

    private Path file() {
        return state.session(session).resolve(name);
    }

    synchronized OutputStream begin() throws IOException {
        if (open.isEmpty()) {
            state.ensure(state.session(session));
            OldSidecars.sweep(state, Instant.now());
            open =
                    Optional.of(
                            new BufferedOutputStream(
                                    Files.newOutputStream(
                                            file(),
                                            StandardOpenOption.CREATE_NEW,
                                            StandardOpenOption.WRITE)));
        }
        return open.get();
    }

    synchronized Optional<Path> end(boolean keep) throws IOException {
        if (open.isEmpty()) {
            return Optional.empty();
        }
        open.get().close();
        open = Optional.empty();
        if (keep) {
            return Optional.of(file());
        }
        Files.deleteIfExists(file());
        return Optional.empty();
    }
}
