package dev.deft.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The script of the first process of a sandbox.
final class Keeper {

    static final String SCRIPT = load();

    private Keeper() {}

    private static String load() {
        try (InputStream in = Keeper.class.getResourceAsStream("keeper.bash")) {
            if (in == null) {
                throw new IllegalStateException("there is no keeper.bash");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
