package dev.deft.tools.code;

import dev.deft.resource.Resources;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Finds what a file is by its name. A whole name counts more than an ending.
final class NameTable {

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> endings = new HashMap<>();
    private final Map<String, String> interpreters = new HashMap<>();

    private NameTable() {}

    /// Reads a table beside this class.
    static NameTable read(String resource) throws IOException {
        var table = new NameTable();
        Resources.text(NameTable.class, resource)
                .lines()
                .filter(it -> !it.isBlank() && !it.startsWith("#"))
                .forEach(table::add);
        return table;
    }

    private void add(String line) {
        int colon = line.indexOf(": ");
        String kind = line.substring(0, colon);
        for (String word : line.substring(colon + 2).strip().split(" +", -1)) {
            if (word.startsWith("#!")) {
                interpreters.put(word.substring(2), kind);
            } else if (word.startsWith(".")) {
                endings.put(word, kind);
            } else {
                names.put(word, kind);
            }
        }
    }

    Optional<String> byName(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        String whole = names.get(name);
        return whole != null || dot < 0
                ? Optional.ofNullable(whole)
                : Optional.ofNullable(endings.get(name.substring(dot)));
    }

    /// By the words after `#!`, such as `/usr/bin/env python3`.
    Optional<String> byInterpreter(String line) {
        for (String word : line.split("\\s+", -1)) {
            String program = word.substring(word.lastIndexOf('/') + 1);
            if (!program.equals("env") && !program.startsWith("-")) {
                return Optional.ofNullable(interpreters.get(program));
            }
        }
        return Optional.empty();
    }
}
