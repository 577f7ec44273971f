package dev.deft.script;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The scripts of one call, each read once, when the first gate asks.
public final class Scripts {

    private final Map<String, Script> read = new ConcurrentHashMap<>();

    public Script of(String text) {
        return read.computeIfAbsent(text, Script::read);
    }
}
