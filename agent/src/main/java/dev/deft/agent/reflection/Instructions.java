package dev.deft.agent.reflection;

import dev.deft.resource.Resources;

/// Reads instructions for the model that lie beside this class.
final class Instructions {

    private Instructions() {}

    static String read(String name) {
        return Resources.text(Instructions.class, name);
    }
}
