package dev.deft.os;

import java.util.List;

/// Paths in a message, which must not become endless.
public final class DisplayPaths {

    private static final int MOST = 20;

    private DisplayPaths() {}

    /// All of them, or the first and how many more there are.
    public static String of(List<String> paths) {
        return paths.size() <= MOST
                ? String.join(", ", paths)
                : "%s and %d more"
                        .formatted(String.join(", ", paths.subList(0, MOST)), paths.size() - MOST);
    }
}
