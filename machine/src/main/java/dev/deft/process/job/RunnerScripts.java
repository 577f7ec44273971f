package dev.deft.process.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The scripts that take orders.
public final class RunnerScripts {

    /// What the first process of a sandbox does; its one argument is [#RUNNER].
    public static final String SCRIPT = load("keeper.bash");

    /// What a shell does that waits for its order: on one line, so that the lines of the order keep
    /// their numbers in messages.
    public static final String RUNNER = load("runner.bash").strip().replace('\n', ' ');

    /// A function that ends what a command left behind outside any namespace.
    public static final String LEFTOVERS = load("leftovers.bash");

    /// What the first process of a lasting command does.
    public static final String LASTING = LEFTOVERS + load("lasting.bash");

    private RunnerScripts() {}

    private static String load(String name) {
        try (InputStream in = RunnerScripts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
