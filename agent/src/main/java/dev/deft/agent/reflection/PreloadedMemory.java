package dev.deft.agent.reflection;

import java.io.IOException;

/// What is remembered already: facts in full, and a list of the rest.
@FunctionalInterface
public interface PreloadedMemory {

    /// How many characters of it go to the model at most.
    int MOST_CHARS = 16_000;

    /// As text; empty if there is nothing yet.
    String text() throws IOException;
}
